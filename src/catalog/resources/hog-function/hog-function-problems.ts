import type { Problem } from "../../../model/diagnostics.ts";
import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { inputFaults, schemaIn } from "./hog-function-inputs.ts";

const WITH_MAPPINGS: readonly unknown[] = ["destination", "site_destination"];

/** Whether functions of a type accept mappings. */
export function takesMappings(type: unknown): boolean {
  return WITH_MAPPINGS.includes(type);
}

const LEAST_TTL = 60;
const MOST_TTL = 86_400;

/**
 * Contradictions between inputs that are valid separately. Skips unknown values.
 *
 * @source service 2026-09, hog-functions.md, fields
 */
export function functionProblems(inputs: Values): Problem[] {
  return [
    ...sourceProblems(inputs),
    ...typeProblems(inputs),
    ...filterProblems(inputs),
    ...inputProblems(inputs),
    ...maskingProblems(inputs["masking"]),
  ];
}

function sourceProblems({ hog, templateId }: Values): Problem[] {
  if (hog !== undefined || templateId !== undefined) return [];
  return [{ path: "hog", reason: message`is required, or ${fieldRef("templateId")} instead` }];
}

function typeProblems({ type, executionOrder, mappings, filters }: Values): Problem[] {
  if (containsUnknown(type)) return [];
  const problems: Problem[] = [];
  if (executionOrder !== undefined && type !== "transformation") {
    problems.push({ path: "executionOrder", reason: message`needs ${fieldRef("type", "transformation")}` });
  }
  if (mappings === undefined) return problems;
  if (!takesMappings(type)) {
    problems.push({ path: "mappings", reason: 'is for functions of the types "destination" and "site_destination"' });
  }
  const conditions = jsonIn(filters);
  if (isRecord(conditions) && ("events" in conditions || "actions" in conditions)) {
    const reason = message`names events or actions, which belong in the filters of each of ${fieldRef("mappings")}`;
    problems.push({ path: "filters", reason });
  }
  return problems;
}

/** The filters that don't apply to each source of events. @source service 2026-09, hog-functions.md, filters */
const DROPPED_BY: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["events", ["data_warehouse"]],
  ["person-updates", ["events", "actions", "data_warehouse"]],
  ["data-warehouse-table", ["events", "actions"]],
  ["data-warehouse-view", ["events", "actions"]],
]);

/** Names of filters that the service would drop silently. */
function filterProblems({ type, filters }: Values): Problem[] {
  const conditions = jsonIn(filters);
  if (!isRecord(conditions) || containsUnknown(type) || type === "internal_destination") return [];
  const { source = "events" } = conditions;
  const dropped = (DROPPED_BY.get(source) ?? []).filter((name) => isNamed(conditions[name]));
  if (dropped.length === 0) return [];
  const reason = message`has ${dropped.map((name) => JSON.stringify(name)).join(" and ")}, which the service drops if the source is ${JSON.stringify(source)}`;
  return [{ path: "filters", reason }];
}

const isNamed = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

function inputProblems(inputs: Values): Problem[] {
  const { secretInputs, liquidInputs, inputsSchema } = inputs;
  const open = jsonIn(inputs["inputs"]);
  const keys = isRecord(open) ? Object.keys(open) : [];
  const both = keys.filter((key) => isRecord(secretInputs) && key in secretInputs);
  const problems: Problem[] = both.map((key) => ({
    path: "inputs",
    reason: message`has ${JSON.stringify(key)}, and so has ${fieldRef("secretInputs")}: an input has one value`,
  }));
  const liquid = Array.isArray(liquidInputs) && !containsUnknown(liquidInputs) ? liquidInputs.map(String) : [];
  for (const key of isRecord(open) ? liquid.filter((one) => !keys.includes(one)) : []) {
    const reason = message`names ${JSON.stringify(key)}, which isn't one of ${fieldRef("inputs")}`;
    problems.push({ path: "liquidInputs", reason });
  }
  const schema = schemaIn(inputsSchema);
  const faults: readonly Text[] = schema === undefined || both.length > 0 ? [] : inputFaults(schema, inputs);
  return [...problems, ...faults.map((reason) => ({ path: "inputsSchema", reason: message`does not fit: ${reason}` }))];
}

function maskingProblems(masking: unknown): Problem[] {
  const value = jsonIn(masking);
  if (!isRecord(value)) return [];
  const { ttl, hash } = value;
  const isTtl = typeof ttl === "number" && Number.isInteger(ttl) && ttl >= LEAST_TTL && ttl <= MOST_TTL;
  return [
    ...(isTtl ? [] : [{ path: "masking", reason: "needs `ttl`, an integer of seconds from 60 to 86,400" }]),
    ...(typeof hash === "string" && hash !== "" ? [] : [{ path: "masking", reason: "needs `hash`, a string" }]),
  ];
}

function jsonIn(text: unknown): unknown {
  return typeof text === "string" ? parsedJson(text) : undefined;
}
