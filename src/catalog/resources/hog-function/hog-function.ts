import { fieldRef, typeName, message } from "../../../model/messages.ts";
import { partialRows } from "../../../capabilities/partial-rows.ts";
import { availability } from "../../../capabilities/availability.ts";
import { activityLog } from "../../../capabilities/activity-log.ts";
import { askedSecrets } from "../../../capabilities/asked-secrets.ts";
import { defaultCreated } from "../../../capabilities/default-created.ts";
import { project } from "../project/project.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { mayHaveBeenApplied } from "../../../client/errors.ts";
import type { HogFunctionBody, HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { DeletionTarget } from "../../../model/call.ts";
import { defineResource } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import { loggedInProject } from "../../fields/newest-activity.ts";
import { isOwnAccount } from "../member/own-account.ts";
import { BELOW_PROJECT_CAPABILITIES, projectOrganizationOutput, projectsWithin } from "../project/project-scope.ts";
import { hogFunctionInputs } from "./hog-function-fields.ts";
import { HOG_FUNCTIONS, hogFunctionGuards, isOfGeoip, templateOf } from "./hog-function-guards.ts";
import { inputsInBody, schemaIn } from "./hog-function-inputs.ts";
import { sameFilters, shownJson } from "./hog-function-json.ts";
import { keptMappings, mappingsOfRemoved } from "./hog-function-mappings.ts";
import { functionProblems } from "./hog-function-problems.ts";
import { type FunctionBody, shown } from "./hog-function-wire.ts";

/**
 * A function of a project, in the service's language or from a template: the successor of plugins and pipeline items.
 *
 * @source service 2026-09, hog-functions.md
 */
export const hogFunction = defineResource({
  kind: "object",
  name: "HogFunction",
  doc: "Manages a function of a project that transforms events, sends them elsewhere, receives them, or runs on a site. It uses a template of the service or your own code.",
  notes: [
    "Services have had hog functions since 2025, instead of plugins and pipeline items. If a service has none, the preview says so. A function belongs to a project, so neither its ID nor its inputs name an organization.",
    message`Declare ${fieldRef("templateId")}, \`hog\`, or both. With a template, the function has the template's code, inputs, name, and icon, unless you declare others. To keep the code in a separate file, read it with a function of your language or engine.`,
    message`\`inputs\`, ${fieldRef("inputsSchema")}, \`filters\`, \`masking\`, and \`mappings\` are JSON text. Every language has a function that writes it. Orgform shows no difference for defaults and for fields that the service adds: \`bytecode\`, \`order\`, \`transpiled\`, and the \`source\` of \`filters\`. A change of one input sends all inputs, and every change sends \`mappings\`. Inputs and mappings that you don't declare are sent back unchanged. \`mappings\` have the service's own form: each of their inputs is an object with a \`value\`.`,
    message`The service never shows the values of secret inputs. Declare them in ${fieldRef("secretInputs")}. The state holds them as a secret, with a slow salted hash that shows whether a value changed since it was sent. A secret input that you don't declare, or no longer declare, stays as it is. The service removes a stored secret only if its key leaves ${fieldRef("inputsSchema")}. After an import, Orgform assumes that the first declared values are the current ones. \`rotate\` sends them.`,
    message`Every new project has an enabled transformation \`GeoIP\`, created from \`template-geoip\` (in 2025 from \`plugin-posthog-plugin-geoip\`). You don't have to declare it. To manage it, declare it with ${fieldRef("adopt", "GeoIP")} or its ID, or import it. The preview refuses a second one of that template, because each event would go through both.`,
    message`Names aren't unique in the service. If a function of the declared type and name exists, create stops and shows the differences, unless the function is surely the program's own earlier attempt. \`adopt\` adopts the existing function, and ${fieldRef("allowDuplicateName")} allows a second function of that name.`,
    message`A project can have at most 20 enabled transformations. They run by ${fieldRef("executionOrder")}. A transformation without a declared order runs last, both when it's created and whenever it's enabled again. A deleted function that somebody restores in the service also runs last, until the next update sets its declared order again.`,
    "The service deletes a function by marking it, and no list shows marked functions.",
  ],
  example: {
    projectId: "4711",
    type: "transformation",
    name: "Drop bots",
    hog: 'if (event.properties.$browser == "bot") {\n  return null\n}\nreturn event\n',
    enabled: true,
  },
  stateVersion: 1,
  migrations: {},
  inputs: hogFunctionInputs,
  outputs: {
    functionId: field(z.string(), { doc: "ID (UUID) of the function.", wire: shown("id"), stable: true }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", wire: shown("created_at"), stable: true }),
    organizationId: projectOrganizationOutput,
  },
  identity: {
    parts: ["projectId", "functionId"],
    of: (wire: HogFunctionWire, scope) => ({ projectId: scope.projectId, functionId: wire.id }),
  },
  naturalKey: {
    fields: ["projectId", "name"],
    kindIn: ({ type }) => type,
    isUnique: false,
    matches: (wire, inputs) => wire.type === inputs.type && wire.name === inputs.name.trim(),
    isNamed: (wire, text) => wire.id === text || wire.name === text,
    lookUpBy: ["functionId", "name"],
  },
  scopes: { read: ["hog_function:read", "project:read"], write: ["hog_function:write"] },
  validate: functionProblems,
  ops: {
    create: async (api: Api, { projectId }, body, call) => {
      const { type = "", inputs: _declared, ...fields } = body;
      const inputs = await bodyInputs(api, { projectId, body }, call);
      return api.hogFunctions.create(projectId, { ...fields, ...inputs, type }, call);
    },
    read: (api: Api, at, call) => api.hogFunctions.get(at.projectId, at.functionId, call),
    update: (api: Api, at, { inputs, ...fields }, call, before) => {
      const sent = inputs === undefined ? {} : { inputs: inputsInBody(inputs, inputs.schema) };
      const body = { mappings: keptMappings(before), ...fields, ...sent };
      return api.hogFunctions.update(at.projectId, at.functionId, body, call);
    },
    delete: removeFunction,
  },
  collection: {
    name: "hogFunctions",
    scope: ["projectId"],
    scopesWithin: projectsWithin,
    words: "the hog functions of the project",
    route: HOG_FUNCTIONS,
    list: (api: Api, scope, call) => api.hogFunctions.list(scope.projectId, call).all(),
    servesReads: true,
    // The service of 2025-08 has no long form for lists.
    capabilities: [partialRows({ mayOmit: ["inputs", "liquidInputs", "inputsSchema", "masking", "mappings"] })],
  },
  guards: hogFunctionGuards(() => listed()),
  parent: project,
  capabilities: [
    // An adopted function keeps its secrets, so the user needn't provide them.
    askedSecrets(() => ({ secretInputs: [] })),
    availability({
      since: message`Services have had hog functions since 2025. Older services have pipeline items, such as ${typeName("Plugin")} and ${typeName("PipelineDestination")}.`,
    }),
    ...BELOW_PROJECT_CAPABILITIES,
    defaultCreated((wire: HogFunctionWire) =>
      Promise.resolve(isDefault(wire) ? "the service made it with the project" : undefined),
    ),
    activityLog({
      name: "hog function",
      scope: ["projectId", "functionId"],
      list: (api: Api, { projectId, functionId }, call) =>
        loggedInProject(api, projectId, { scopes: ["HogFunction"], itemId: functionId }, call),
    }),
    adoption<Api, HogFunctionWire>({
      allowDuplicateField: "allowDuplicateName",
      madeAt: (wire) => wire.created_at,
      isMadeByAccount: (api: Api, wire, call) => isOwnAccount(api, wire.created_by?.uuid, call),
    }),
  ],
});

/** The resource itself, for use in its own guards. */
function listed(): ListOf<HogFunctionWire, "projectId"> {
  return hogFunction;
}

/**
 * Deletes a function by an update. After a lost response, a read shows whether to repeat it.
 *
 * @throws not_found if the function is already gone
 */
async function removeFunction(
  api: Api,
  { projectId, functionId }: Identity<"projectId" | "functionId">,
  call: CallContext,
  target: DeletionTarget<HogFunctionWire>,
): Promise<void> {
  const mappings = await mappingsOfRemoved(target);
  const send = (): Promise<void> => api.hogFunctions.delete(projectId, functionId, mappings, call);
  try {
    await send();
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    await api.hogFunctions.get(projectId, functionId, call);
    await send();
  }
}

/** The inputs of a new function: the template defines the types of secrets if the program doesn't. */
async function bodyInputs(
  api: Api,
  { projectId, body }: { readonly projectId: string; readonly body: FunctionBody },
  call: CallContext,
): Promise<Pick<HogFunctionBody, "inputs">> {
  const { inputs, template_id: templateId, inputs_schema: given } = body;
  const declaredSchema = schemaIn(JSON.stringify(given));
  // A guard has already read it.
  const template = templateId === undefined ? undefined : await templateOf(api, projectId, templateId, call);
  const schema = inputs?.schema ?? declaredSchema ?? template?.inputs_schema;
  const sent = inputsInBody(inputs ?? { open: {}, secrets: {} }, schema);
  return inputs === undefined && Object.keys(sent).length === 0 ? {} : { inputs: sent };
}

/** The transformation that the service creates with every project, if nobody has changed it. */
function isDefault(wire: HogFunctionWire): boolean {
  const { template, created_by, enabled, hog, filters } = wire;
  const isUntouched =
    enabled && hog?.trim() === template?.code?.trim() && shownJson(sameFilters, filters ?? {}) === "{}";
  return isOfGeoip(wire) && created_by === null && isUntouched;
}
