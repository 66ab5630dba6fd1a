import { isIn } from "../../dialects.ts";
import { invalidInput } from "../../pipeline/service-error.ts";
import { isBlank, isDictionary } from "../../wire/read-value.ts";
import type { World } from "../../world.ts";
import { isUncompilable } from "./additions.ts";
import { type HogFunctionRow, hogFunctionsOf } from "./rows.ts";

const MOST_BYTES = 100 * 1024;
const MOST_ENABLED: Readonly<Record<string, number>> = { transformation: 20, transformation_log: 5 };
const TAKES_MAPPINGS = new Set(["destination", "site_destination"]);

/** Refuses an invalid type on creation, and another type later. @source service 2026-09, hog-functions.md, fields */
export function refuseType(type: unknown, before: HogFunctionRow | undefined): void {
  if (type === "warehouse_source_webhook") {
    const detail = "Cannot create or modify warehouse source webhook functions via this API.";
    throw invalidInput(detail, "type");
  }
  if (before !== undefined && before.type !== type) {
    throw invalidInput("Cannot modify the type of an existing function", "type");
  }
  // Behind a switch of the service that is off here.
  if (before === undefined && type === "transformation_log") {
    throw invalidInput("Log transformations are not enabled for this team.", "type");
  }
}

/** Refuses an invalid function as a whole. @source service 2026-09, hog-functions.md, fields and rules */
export function refuseFunction(world: World, row: HogFunctionRow, before: HogFunctionRow | undefined): void {
  const wasActive = before !== undefined && before.enabled && !before.deleted;
  if (row.enabled && !row.deleted && !wasActive) refuseOneMore(world, row);
  if (row.mappings !== null && !TAKES_MAPPINGS.has(row.type)) {
    throw invalidInput("Mappings are only allowed for destinations.", "mappings");
  }
  if (Buffer.byteLength(row.hog) > MOST_BYTES) {
    const detail = `HOG code exceeds maximum size of ${MOST_BYTES / 1024}KB. Please simplify your code or contact support if you need this limit increased.`;
    throw invalidInput(detail, "hog");
  }
  if (isIn(world.dialect, { since: "2026-09" })) {
    refuseFilters(row, before);
    refuseReserved(row);
  }
  if (before === undefined && row.hog === "") throw invalidInput("Required.", "hog");
}

/** @source service 2026-09, hog-functions.md, filters; the first text wasn't read, and the end of the last one is cut there */
function refuseFilters({ type, enabled, filters }: HogFunctionRow, before: HogFunctionRow | undefined): void {
  if (type === "internal_destination" && (before === undefined || before.filters !== filters)) {
    const { events } = filters;
    const isNamed = (event: unknown): boolean => isDictionary(event) && !isBlank(event["id"]);
    if (!Array.isArray(events) || !events.some(isNamed)) {
      throw invalidInput("At least one event with an id is required.", "filters");
    }
  }
  if (!enabled) return;
  if (filters["source"] === "data-warehouse-view" && !hasTable(filters)) {
    throw invalidInput("Select the materialized view to trigger on.", "filters");
  }
  if (isUncompilable(filters)) throw invalidInput("Invalid filter configuration: it has an error.", "filters");
}

function hasTable({ data_warehouse: tables }: HogFunctionRow["filters"]): boolean {
  return Array.isArray(tables) && tables.length > 0;
}

/** Functions that only the service uses; the name of one is known. @source service 2026-09, hog-functions.md, rules */
const RESERVED = /\b(sendEmail)\s*\(/u;

function refuseReserved({ hog }: HogFunctionRow): void {
  const name = RESERVED.exec(hog)?.[1];
  if (name === undefined) return;
  const detail = `Reserved for PostHog's own use and not callable from a function's code: ${name}`;
  throw invalidInput(detail, "hog");
}

function refuseOneMore(world: World, { project, type }: HogFunctionRow): void {
  const most = MOST_ENABLED[type];
  if (most === undefined) return;
  const active = hogFunctionsOf(world)
    .where({ project })
    .filter((row) => row.type === type && row.enabled && !row.deleted);
  if (active.length < most) return;
  const detail = `Maximum of ${most} enabled ${type.replace("_", " ")} functions allowed per team. Please contact support if you need this limit increased, or disable some existing ones.`;
  throw invalidInput(detail, "type");
}
