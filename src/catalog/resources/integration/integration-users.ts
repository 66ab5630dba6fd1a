import { type Text } from "../../../model/messages.ts";
import type { Api } from "../../../client/client.ts";
import type { HogFunctionBody, HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { Call } from "../../../model/call.ts";
import type { CallContext } from "../../../model/call-context.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { HOG_FUNCTIONS } from "../hog-function/hog-function-guards.ts";
import { resendableInputs } from "../hog-function/hog-function-inputs.ts";
import { resendableMappings } from "../hog-function/hog-function-mappings.ts";
import { takesMappings } from "../hog-function/hog-function-problems.ts";

/** An object in a project that uses an integration's credentials. */
export interface IntegrationUser {
  readonly id: string;
  /** The number of the integration. */
  readonly of: number;
  /** Its name for people. */
  readonly title: Text;
  /** Makes it use another integration of the same kind. */
  readonly link: (to: number, call: Call) => Promise<unknown>;
}

/**
 * All users of some integrations of a project, declared or not. Disabled functions count, although the service allows
 * deletion of their integration.
 *
 * @source service 2026-09, batch-exports.md, rules; hog-functions.md, fields and secrets
 */
export async function usersOf(
  api: Api,
  projectId: string,
  numbers: readonly number[],
  call: CallContext,
): Promise<IntegrationUser[]> {
  const lists = await Promise.all([exportsOf(api, projectId, call), functionsOf(api, projectId, numbers, call)]);
  return lists.flat().filter((user) => numbers.includes(user.of));
}

/** A change merges settings into the stored ones, and some types require the integration with each change. */
async function exportsOf(api: Api, projectId: string, call: Call): Promise<IntegrationUser[]> {
  const place = { projectId };
  const rows = await api.batchExports.list(place, call).all();
  return rows.flatMap(({ id, name, destination: { type, integration } }) => {
    if (integration === undefined || integration === null) return [];
    const link = (to: number, at: Call): Promise<unknown> =>
      api.batchExports.update(place, id, { destination: { type, config: {}, integration: to } }, at);
    return [{ id, of: integration, title: `the batch export ${JSON.stringify(name)}`, link }];
  });
}

/** A function that uses several of the integrations counts as one user of the first, because one change links all. */
async function functionsOf(
  api: Api,
  projectId: string,
  numbers: readonly number[],
  call: CallContext,
): Promise<IntegrationUser[]> {
  const served = await call.served(HOG_FUNCTIONS, () => api.hogFunctions.list(projectId, call).all());
  const rows = served?.answer ?? [];
  return rows.flatMap((row) => {
    const of = numbers.find((number) => [row, ...mappingsOf(row)].some((set) => namesOne(set, [number])));
    if (of === undefined) return [];
    const link = (to: number, at: Call): Promise<unknown> =>
      api.hogFunctions.update(projectId, row.id, linkedBody(row, numbers, to), at);
    return [{ id: row.id, of, title: `the hog function ${JSON.stringify(row.name ?? row.id)}`, link }];
  });
}

/** Inputs with their definitions, of a function or of one of its mappings. */
interface InputSet {
  readonly inputs_schema?: unknown;
  readonly inputs?: unknown;
}

function mappingsOf({ mappings }: HogFunctionWire): readonly Values[] {
  return Array.isArray(mappings) ? mappings.filter(isRecord) : [];
}

/** Keys of the inputs that reference an integration. */
function keysIn({ inputs_schema: schema }: InputSet): string[] {
  const items: readonly unknown[] = Array.isArray(schema) ? schema : [];
  return items.flatMap((item) => (isRecord(item) && item["type"] === "integration" ? [String(item["key"])] : []));
}

function namesOne(set: InputSet, numbers: readonly number[]): boolean {
  const { inputs } = set;
  return isRecord(inputs) && keysIn(set).some((key) => numbers.includes(numberIn(inputs[key])));
}

/** An input contains the number, or an object with it. */
function numberIn(input: unknown): number {
  const value = isRecord(input) ? input["value"] : undefined;
  return Number(isRecord(value) ? value["integrationId"] : (value ?? Number.NaN));
}

function linked(set: InputSet, numbers: readonly number[], to: number): Record<string, unknown> {
  const inputs = isRecord(set.inputs) ? set.inputs : {};
  const changed = keysIn(set).flatMap((key) => {
    const input = inputs[key];
    if (!isRecord(input) || !numbers.includes(numberIn(input))) return [];
    const { value } = input;
    return [[key, { ...input, value: isRecord(value) ? { ...value, integrationId: to } : to }] as const];
  });
  return { ...inputs, ...Object.fromEntries(changed) };
}

/** The service accepts inputs only together, and might delete mappings that a change lacks. */
function linkedBody(row: HogFunctionWire, numbers: readonly number[], to: number): HogFunctionBody {
  const inputs = resendableInputs(linked(row, numbers, to));
  if (!takesMappings(row.type)) return { inputs, mappings: null };
  // Not every service shows them in its list.
  if (row.mappings === undefined) return { inputs };
  const mappings = mappingsOf(row).map((one) => ({ ...one, inputs: linked(one, numbers, to) }));
  return { inputs, mappings: resendableMappings(row.mappings === null ? null : mappings) };
}
