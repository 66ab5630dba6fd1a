import type { Api } from "../../../client/client.ts";
import type { HogFunctionTemplateWire, HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import { ifFound } from "../../../client/errors.ts";
import type { Call } from "../../../model/call.ts";
import { ADOPT } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard, GuardContext } from "../../../model/guard.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldRef, joined, message, type Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { servedGuard } from "../project/project-scope.ts";
import { LEGACY_DESTINATION } from "./hog-function-fields.ts";
import { inputFaults, missingInputs, schemaIn } from "./hog-function-inputs.ts";

/** Name of the routes for hog functions, which older services lack. */
export const HOG_FUNCTIONS = "hog functions";

/**
 * Templates of the function that every new project gets, now and in 2025. @source service 2026-09, hog-functions.md,
 * rules; service 2025-08, its own code
 */
const GEOIP_TEMPLATES: readonly unknown[] = ["template-geoip", "plugin-posthog-plugin-geoip"];

/** Whether a function comes from that template. */
export const isOfGeoip = ({ template }: HogFunctionWire): boolean => GEOIP_TEMPLATES.includes(template?.id);

/** Most enabled transformations of a project. @source service 2026-09, hog-functions.md, rules */
const MOST_TRANSFORMATIONS = 20;

const TRANSFORMATION = "transformation";

type Listed = () => ListOf<HogFunctionWire, "projectId">;
type FunctionGuard = Guard<Api, HogFunctionWire>;

/** A template by its ID, read once per process; undefined if the service has none. */
export async function templateOf(
  api: Api,
  projectId: string,
  templateId: string,
  call: CallContext,
): Promise<HogFunctionTemplateWire | undefined> {
  const read = (shared: Call) => ifFound(() => api.hogFunctions.template(projectId, templateId, shared));
  return call.once(`hog function template ${templateId}`, read);
}

/** Refusals before anything is written, even in the preview. */
export function hogFunctionGuards(listed: Listed): FunctionGuard[] {
  return [
    servedGuard({ of: listed, words: HOG_FUNCTIONS }),
    legacyGuard,
    roomGuard(listed),
    newInputsGuard,
    inputsGuard,
  ];
}

const isKnown = (inputs: Values, names: readonly string[]): boolean =>
  names.every((name) => !containsUnknown(inputs[name]));

/** The service creates this type only from old destinations. A program can declare it only for an imported function. */
const legacyGuard: FunctionGuard = {
  on: ["create"],
  inPreview: true,
  needsObject: false,
  isAsked: ({ inputs }) => inputs["type"] === LEGACY_DESTINATION && inputs[ADOPT] === undefined,
  refuse: () =>
    message`Only the service creates functions of this type, from destinations that are older than hog functions. Declare ${fieldRef("type", "destination")} for a new one. To manage an existing one, import it or set ${fieldRef(ADOPT)}.`,
};

/** Checks the list, which is read anyway, for the limit of transformations and for a second GeoIP transformation. */
const roomGuard = (listed: Listed): FunctionGuard => ({
  on: ["create", "update"],
  inPreview: true,
  needsObject: false,
  isAsked: (asked) => asked.inputs["type"] === TRANSFORMATION && asked.inputs[ADOPT] === undefined,
  refuse: async (asked, _wire, ask) => {
    const { projectId, name, templateId, enabled } = asked.inputs;
    if (typeof projectId !== "string" || !isKnown(asked.inputs, ["projectId", "name", "enabled", "templateId"])) return;
    const isEnabling = enabled === true && asked.state?.["enabled"] !== true;
    const isPlace = asked.verb === "create" && GEOIP_TEMPLATES.includes(templateId);
    if (!isEnabling && !isPlace) return;
    const all = await ask().call.all(listed(), { projectId });
    const others = all.filter(({ type }) => type === TRANSFORMATION);
    // A function with the same name might come from an earlier attempt, which create decides.
    if (asked.verb === "create" && others.some((one) => one.name === name)) return;
    const place = isPlace ? others.find(isOfGeoip) : undefined;
    if (place !== undefined) return secondGeoip(place);
    if (isEnabling && others.filter((one) => one.enabled).length >= MOST_TRANSFORMATIONS)
      return limitReached(projectId);
  },
});

function secondGeoip({ id, name, template }: HogFunctionWire): Text {
  return message`The project has one of ${template?.id ?? "this template"} already, which the service creates with every project, and each event would go through both. To manage the existing one, set ${fieldRef(ADOPT, id)}: ${JSON.stringify(name)}.`;
}

function limitReached(projectId: string): Text {
  return message`Project ${projectId} has ${MOST_TRANSFORMATIONS} enabled transformations, and the service accepts no more. Disable or delete another one in a separate update, or disable this one: ${fieldRef("enabled", false)}.`;
}

/** Checks the values for a new function against its template or its own schema. */
const newInputsGuard: FunctionGuard = {
  on: ["create"],
  inPreview: true,
  needsObject: false,
  isAsked: ({ inputs }) => inputs[ADOPT] === undefined && isKnown(inputs, ["templateId", "inputsSchema", "type"]),
  refuse: async ({ inputs }, _wire, ask) => {
    const { projectId, templateId, type, inputsSchema } = inputs;
    let schema = schemaIn(inputsSchema);
    if (typeof templateId === "string" && typeof projectId === "string" && !containsUnknown(projectId)) {
      const { api, call } = ask();
      const template = await templateOf(api, projectId, templateId, call);
      const fault = templateFault(template, templateId, type);
      if (fault !== undefined) return fault;
      schema ??= template?.inputs_schema;
    }
    return schema === undefined || !isKnown(inputs, ["inputs"]) ? undefined : faultsOfNew(schema, inputs);
  },
};

function templateFault(template: HogFunctionTemplateWire | undefined, id: string, type: unknown): Text | undefined {
  const name = JSON.stringify(id);
  if (template === undefined)
    return message`The service has no template ${name}. IDs of templates begin with "template-". The service's page for new functions lists them.`;
  if (template.status === "hidden") return message`The template ${name} is internal, so no function can use it.`;
  return template.type === type
    ? undefined
    : message`The template ${name} is for functions of another type: declare ${fieldRef("type", template.type)}.`;
}

function faultsOfNew(schema: NonNullable<ReturnType<typeof schemaIn>>, inputs: Values): Text | undefined {
  const areSecretsKnown = !containsUnknown(inputs["secretInputs"]);
  const missing = areSecretsKnown ? missingInputs(schema, inputs) : [];
  const faults = [
    ...inputFaults(schema, areSecretsKnown ? inputs : { inputs: inputs["inputs"] }),
    ...missing.map((key): Text => `the input ${JSON.stringify(key)} is required and not given`),
  ];
  return faults.length === 0 ? undefined : sentence(faults);
}

/** Checks the values for an existing function against its own schema. */
const inputsGuard: FunctionGuard = {
  on: ["update"],
  inPreview: true,
  needsObject: true,
  isAsked: ({ inputs, state }: GuardContext) =>
    inputs["inputsSchema"] === undefined && ["inputs", "secretInputs"].some((name) => isNew(inputs, state, name)),
  refuse: ({ inputs }, wire) => {
    const faults = wire === undefined ? [] : inputFaults(wire.inputs_schema, inputs);
    return faults.length === 0 ? undefined : sentence(faults);
  },
};

function isNew(inputs: Values, state: Values | undefined, name: string): boolean {
  return inputs[name] !== undefined && JSON.stringify(inputs[name]) !== JSON.stringify(state?.[name]);
}

function sentence(faults: readonly Text[]): Text {
  return message`These inputs don't fit the function: ${joined(faults, "; ")}.`;
}
