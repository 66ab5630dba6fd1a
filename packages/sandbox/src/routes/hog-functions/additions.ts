import { createHash } from "node:crypto";
import type { InputSchema, SplitInputs } from "./inputs.ts";

type Dictionary = Readonly<Record<string, unknown>>;

/** The compiled form of source code: bytecode, or JavaScript for code that runs on a site. */
type Compiled = { readonly bytecode: unknown[] } | { readonly transpiled: string };

/**
 * Represents compiled code, which the sandbox doesn't create: it looks similar and changes with its source. Faulty code
 * is accepted, too.
 * @source service 2026-09, hog-functions.md, secrets: what the server adds
 */
export function bytecodeOf(source: unknown): unknown[] {
  return ["_H", 1, 32, digest(source)];
}

/** The same for code that runs on a site. */
export function transpiledOf(source: unknown): string {
  return `(function () { /* ${digest(source)} */ })()`;
}

function digest(source: unknown): string {
  return createHash("sha256").update(JSON.stringify(source)).digest("hex").slice(0, 16);
}

const ON_SITES = new Set(["site_app", "site_destination"]);

/** Whether functions of a type run on a site, as JavaScript. */
export function runsOnSite(type: string): boolean {
  return ON_SITES.has(type);
}

/** The addition to the source code of a function of a type. */
function compiled(type: string, source: unknown): Compiled {
  return runsOnSite(type) ? { transpiled: transpiledOf(source) } : { bytecode: bytecodeOf(source) };
}

/** The compiled form of filters without conditions. @source service 2026-09, hog-functions.md, filters */
const PASSES_ALL = ["_H", 1, 29];

/** Represents uncompilable code in filters. */
const UNCOMPILABLE = "rejected-by-compiler";

/** Whether filters can't be compiled: the sandbox compiles none, and uses one word for uncompilable ones. */
export function isUncompilable(filters: Dictionary): boolean {
  return JSON.stringify(filters).includes(UNCOMPILABLE);
}

/** Filters with the service's additions. */
export function showFilters(type: string, filters: Dictionary): Dictionary {
  const isEmpty = Object.entries(filters).every(([key, value]) => key === "source" || isNothing(value));
  if (isUncompilable(filters)) return { ...filters, bytecode_error: `Invalid filter: ${UNCOMPILABLE}` };
  if (isEmpty && !runsOnSite(type)) return { ...filters, bytecode: PASSES_ALL };
  return { ...filters, ...compiled(type, filters) };
}

function isNothing(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

const TEMPLATED = new Set(["string", "dictionary", "json", "email", "native_email"]);

/** Inputs with the service's additions; for secrets only a marker, for other inputs null if they have no value. */
export function showInputs(
  type: string,
  schema: readonly InputSchema[],
  { inputs, secrets }: SplitInputs,
): Readonly<Record<string, Dictionary | null>> {
  const entries = schema.flatMap((item, order): [string, Dictionary | null][] => {
    if (item.secret) return secrets[item.key] === undefined ? [] : [[item.key, { secret: true }]];
    const input = inputs[item.key] ?? {};
    const { value } = input;
    if (value === undefined && input["templating"] === undefined) return [[item.key, null]];
    const isEmpty = value === undefined || value === null || value === "";
    const added = isEmpty || !TEMPLATED.has(item.type) ? {} : compiled(type, value);
    return [[item.key, { ...input, ...added, order }]];
  });
  return Object.fromEntries(entries);
}
