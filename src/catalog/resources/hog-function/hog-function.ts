import { availability } from "../../../capabilities/availability.ts";
import { askedSecrets } from "../../../capabilities/asked-secrets.ts";
import { project } from "../project/project.ts";
import { defaultCreated } from "../../../capabilities/default-created.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { mayHaveBeenApplied } from "../../../client/errors.ts";
import type { HogFunctionBody, HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { Before, DeletionTarget } from "../../../model/call.ts";
import { defineResource } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field, type ValuesOf } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import { jsonToWire } from "../../fields/json-text.ts";
import { isOwnAccount } from "../member/own-account.ts";
import {
  BELOW_PROJECT_CAPABILITIES,
  learnedOrganization,
  projectOrganizationOutput,
  projectsWithin,
} from "../project/project-scope.ts";
import { hogFunctionInputs } from "./hog-function-fields.ts";
import { HOG_FUNCTIONS, hogFunctionGuards, isOfGeoip, templateOf } from "./hog-function-guards.ts";
import {
  inputsFromWire,
  inputsInBody,
  inputsToSend,
  type InputsToSend,
  liquidFromWire,
  schemaIn,
} from "./hog-function-inputs.ts";
import {
  filtersFromWire,
  sameFilters,
  sameMappings,
  sameMasking,
  sameSchema,
  shownJson,
  unlessGiven,
} from "./hog-function-json.ts";
import { keptMappings, mappingsOfRemoved } from "./hog-function-mappings.ts";
import { functionProblems } from "./hog-function-problems.ts";

/** What is sent of a function: its fields, and its inputs, whose form depends on their types. */
interface Body {
  readonly type: string | undefined;
  readonly templateId: string | undefined;
  readonly fields: HogFunctionBody;
  readonly inputs: InputsToSend | undefined;
}

type Declared = Partial<ValuesOf<typeof hogFunctionInputs>>;

/** The inputs to be sent; null stands for what left the program. */
type Sent = { readonly [K in keyof Declared]: Declared[K] | null };

/**
 * A function of a project, in the service's own language or by a template: what became of plugins and pipeline items.
 *
 * @source service 2026-09, hog-functions.md
 */
export const hogFunction = defineResource({
  kind: "object",
  name: "HogFunction",
  doc: "Manages a function of a project that transforms events, sends them elsewhere, receives them, or runs on a site. It uses a template of the service or your own code.",
  notes: [
    "Services have had hog functions since 2025, instead of plugins and pipeline items. If a service has none, the preview says so. A function belongs to a project, so neither its ID nor its inputs name an organization.",
    "Declare `templateId`, `hog`, or both. With a template, the function has the template's code, inputs, name, and icon, unless you declare others. To keep the code in a separate file, read it with a function of your language or engine.",
    "`inputs`, `inputsSchema`, `filters`, `masking`, and `mappings` are JSON text. Every language has a function that writes it. Orgform shows no difference for defaults and for members that the service adds: `bytecode`, `order`, `transpiled`, and the `source` of `filters`. A change of one input sends all inputs, and every change sends `mappings`. Orgform sends the undeclared ones as it read them. `mappings` have the service's own form: each of their inputs is an object with a `value`.",
    "The service never shows the values of secret inputs. Declare them in `secretInputs`. The state holds them as a secret, with a slow salted hash that shows whether a value changed since it was sent. A secret input that you don't declare, or no longer declare, stays as it is. The service removes a stored secret only if its key leaves `inputsSchema`. After an import, Orgform assumes that the first declared values are the current ones. `rotate` sends them.",
    'Every new project has an enabled transformation `GeoIP`, created from `template-geoip` (in 2025 from `plugin-posthog-plugin-geoip`). You don\'t have to declare it. To manage it, declare it with `adopt: "GeoIP"` or its ID, or import it. The preview refuses a second one of that template, because each event would go through both.',
    "Names aren't unique in the service. If a function of the declared type and name exists, create stops and shows the differences, unless the function is surely the program's own earlier attempt. `adopt` adopts the existing function, and `allowDuplicateName` creates another one.",
    "A project can have at most 20 enabled transformations. They run by `executionOrder`. A transformation without a declared order runs last, both when it's created and whenever it's enabled again. A function that a person restored runs last too, until the next update restores its declared order.",
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
    functionId: field(z.string(), { doc: "ID (UUID) of the function.", stable: true }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", stable: true }),
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
  toWire,
  fromWire: (wire: HogFunctionWire, at, declared) => ({
    projectId: at.projectId,
    type: wire.type,
    name: wire.name,
    enabled: wire.enabled,
    ...partsFromWire(wire, declared),
    inputs: inputsFromWire(wire, declared?.inputs),
    liquidInputs: liquidFromWire(wire),
    masking: shownJson(sameMasking, wire.masking),
    mappings: shownJson(sameMappings, wire.mappings),
    ...(wire.execution_order === null ? {} : { executionOrder: wire.execution_order }),
    functionId: wire.id,
    createdAt: wire.created_at,
    ...learnedOrganization(at),
  }),
  ops: {
    create: async (api: Api, { projectId }, body, call) => {
      const { type = "", templateId, fields } = body;
      const inputs = await bodyInputs(api, { projectId, body }, call);
      const parts = { ...fields, ...inputs, type };
      const template = templateId === undefined ? {} : { template_id: templateId };
      return api.hogFunctions.create(projectId, { ...parts, ...template }, call);
    },
    read: (api: Api, at, call) => api.hogFunctions.get(at.projectId, at.functionId, call),
    update: (api: Api, at, { fields, inputs }, call) => {
      const sent = inputs === undefined ? {} : { inputs: inputsInBody(inputs, inputs.schema) };
      return api.hogFunctions.update(at.projectId, at.functionId, { ...fields, ...sent }, call);
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
    rowsMayLack: ["inputs", "liquidInputs", "inputsSchema", "masking", "mappings"],
  },
  guards: hogFunctionGuards(() => listed()),
  parent: project,
  capabilities: [
    // A function that is taken over keeps those that it has; nobody is asked for them.
    askedSecrets(() => ({ secretInputs: [] })),
    availability({
      since:
        "Services have had hog functions since 2025. Older services have pipeline items, such as Plugin and PipelineDestination.",
    }),
    ...BELOW_PROJECT_CAPABILITIES,
    defaultCreated((wire: HogFunctionWire) =>
      Promise.resolve(isDefault(wire) ? "the service made it with the project" : undefined),
    ),
    adoption<Api, HogFunctionWire>({
      allowDuplicateField: "allowDuplicateName",
      madeAt: (wire) => wire.created_at,
      isMadeByAccount: (api: Api, wire, call) => isOwnAccount(api, wire.created_by?.uuid, call),
    }),
  ],
});

/** The resource itself, for what its own guards look up. */
function listed(): ListOf<HogFunctionWire, "projectId"> {
  return hogFunction;
}

function toWire(given: Declared, before?: Before<HogFunctionWire>): Body {
  const inputs = given as Sent; // -- the driver sends the default of what left the program
  const template = before?.wire.template;
  const order = inputs.enabled === true ? before?.desired["executionOrder"] : undefined;
  return {
    type: given.type,
    templateId: given.templateId,
    fields: {
      name: given.name,
      description: given.description,
      enabled: given.enabled,
      // What left the program is the template's again.
      hog: inputs.hog === null ? (template?.code ?? undefined) : inputs.hog,
      inputs_schema: inputs.inputsSchema === null ? (template?.inputs_schema ?? []) : jsonToWire(inputs.inputsSchema),
      filters: jsonToWire(inputs.filters),
      masking: jsonToWire(inputs.masking),
      mappings:
        inputs.mappings === undefined && before !== undefined ? keptMappings(before) : jsonToWire(inputs.mappings),
      icon_url: inputs.iconUrl,
      // Enabling one without its place would move it to the end. @source service 2026-09, hog-functions.md, fields
      execution_order: given.executionOrder ?? (typeof order === "number" ? order : undefined),
    },
    inputs: inputsToSend(inputs, before),
  };
}

/**
 * Deletes a function. It is a change, so that a lost answer is looked up: one that is still there is deleted once more.
 *
 * @throws not_found when it is gone by then
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

/** What a template gives to a function that is made from it. */
function partsFromWire(wire: HogFunctionWire, declared: Declared | undefined) {
  const { template } = wire;
  const filters = filtersFromWire(wire, declared?.filters);
  const schema = shownJson(sameSchema, wire.inputs_schema);
  return {
    ...(template === null ? {} : { templateId: template.id }),
    description: unlessGiven(wire.description, declared?.description, template?.description),
    hog: unlessGiven(wire.hog, declared?.hog, template?.code?.trim()),
    inputsSchema: unlessGiven(schema, declared?.inputsSchema, shownJson(sameSchema, template?.inputs_schema)),
    filters: unlessGiven(filters, declared?.filters, shownJson(sameFilters, template?.filters)),
    iconUrl: unlessGiven(wire.icon_url, declared?.iconUrl, template?.icon_url),
  };
}

/** The inputs of a new function: the template tells the types of secrets where the program does not. */
async function bodyInputs(
  api: Api,
  { projectId, body: { inputs, templateId, fields } }: { readonly projectId: string; readonly body: Body },
  call: CallContext,
): Promise<Pick<HogFunctionBody, "inputs">> {
  const declaredSchema = schemaIn(JSON.stringify(fields.inputs_schema));
  // A guard has read it already.
  const template = templateId === undefined ? undefined : await templateOf(api, projectId, templateId, call);
  const schema = inputs?.schema ?? declaredSchema ?? template?.inputs_schema;
  const sent = inputsInBody(inputs ?? { open: {}, secrets: {} }, schema);
  return inputs === undefined && Object.keys(sent).length === 0 ? {} : { inputs: sent };
}

/** The transformation that the service makes with every project, as long as nobody has changed it. */
function isDefault(wire: HogFunctionWire): boolean {
  const { template, created_by, enabled, hog, filters } = wire;
  const isUntouched =
    enabled && hog?.trim() === template?.code?.trim() && shownJson(sameFilters, filters ?? {}) === "{}";
  return isOfGeoip(wire) && created_by === null && isUntouched;
}
