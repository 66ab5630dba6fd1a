import { hasQuirk } from "../../dialects.ts";
import type { Exchange } from "../../pipeline/exchange.ts";
import { ServiceError, failureInLive, invalid, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { pythonString } from "../../wire/python-text.ts";
import { zoneOf } from "./time-zone.ts";
import { type Expression, NotKnown, NotReadable, NotSupported, type Query, parseQuery } from "./hogql-parse.ts";

/** The compiled form of a query. @source live service 2025-08, flow 7:204-230 */
export type ExportSchema = {
  readonly fields: readonly { readonly expression: string; readonly alias: string }[];
  /** Constants of the expressions, which differ from those of the whole query. */
  readonly values: Readonly<Record<string, string>>;
  readonly hogql_query: string;
};

/** Columns of events; times are shown in the project's zone. @source live service 2025-08, flow 7:204-212; live notes 6.1 */
const COLUMNS = new Set(["event", "uuid", "properties", "distinct_id", "team_id", "person_id", "elements_chain"]);
const TIMES = new Set(["timestamp", "created_at"]);
const FUNCTIONS = new Set(["toString", "count"]);

/**
 * Compiles a query to a schema; undefined if none was sent. The sandbox doesn't guess about unrecorded queries.
 *
 * @param attr - the field that a refusal names; nothing in 2026-09
 * @throws ServiceError with the service's refusal, or 501
 */
export function schemaOf(
  exchange: Exchange,
  sent: unknown,
  project: number | undefined,
  attr: string | null = "hogql_query",
): ExportSchema | undefined {
  if (sent === undefined) return undefined;
  try {
    return schemaFrom(exchange, parseQuery(pythonString(sent)), zoneOf(exchange.world, project ?? -1));
  } catch (error) {
    if (error instanceof NotReadable) throw invalidInput("Failed to parse query", attr);
    if (error instanceof NotSupported) throw invalidInput(error.message, attr);
    if (error instanceof ServiceError && error.attr === "hogql_query") throw invalid(error.code, error.message, attr);
    if (!(error instanceof NotKnown)) throw error;
    const detail =
      "No recording shows what the service does with this query of a batch export, and the sandbox doesn't guess.";
    throw sandboxError(501, "not_implemented", detail);
  }
}

const invalidQuery = (detail: string): ServiceError => invalidInput(detail, "hogql_query");

/**
 * What the service of 2026 refuses in a query for models other than `events`. @source service 2026-09,
 * batch-exports.md, export object
 */
function checkNewer({ table, isNamed }: Query): void {
  if (isNamed === true) throw invalidQuery("CTEs are not supported");
  if (table === "") throw invalidQuery("Subqueries are not supported");
  if (table === "persons") throw invalidQuery("Query must only SELECT FROM events");
}

function schemaFrom(exchange: Exchange, query: Query, zone: string): ExportSchema {
  const isNewer = hasQuirk(exchange.world.dialect, "batchExportsAreLinked");
  if (isNewer) checkNewer(query);
  // Persons, and a query instead of a table, have no name to compare. @source live service 2025-08, flow 7:215-216
  if (query.table === "" || query.table === "persons") {
    throw failureInLive(exchange, invalidQuery("Query must only SELECT FROM events"));
  }
  for (const { expression } of query.selected) checkFields(expression);
  if (query.condition !== undefined) checkFields(query.condition);
  if (query.table === undefined) throw invalidQuery("Query must SELECT FROM events");
  if (query.table !== "events") throw new NotKnown();
  const constants = new Constants(zone);
  const fields = query.selected.map(({ expression, alias }) => {
    const name = alias ?? columnName(expression);
    if (name === undefined && isNewer) throw new NotKnown();
    if (name === undefined) throw failureInLive(exchange, invalidQuery("Expressions need an alias."));
    return { expression: inDatabase(expression, constants), alias: name };
  });
  return { fields, values: constants.values, hogql_query: normalised(query, zone) };
}

/** The name of a plain column; a sum or a function has none. @source live service 2025-08, flow 7:204, 7:210 */
function columnName(expression: Expression): string | undefined {
  if (expression.kind === "field" && expression.chain.length === 1 && COLUMNS.has(expression.chain[0] ?? "")) {
    return expression.chain[0];
  }
  if (expression.kind === "call") return undefined;
  throw new NotKnown();
}

function checkFields(expression: Expression): void {
  const unknown = (name: string): Error => invalidQuery(`Invalid HogQL query: Unable to resolve field: ${name}`);
  if (expression.kind === "placeholder") throw unknown(expression.name);
  if (expression.kind === "call") for (const value of expression.values) checkFields(value);
  if (expression.kind !== "field") return;
  const [first = "", ...rest] = expression.chain;
  const isKnown = COLUMNS.has(first) || TIMES.has(first) || first === "person" || first === "events";
  if (!isKnown) throw rest.length === 0 ? unknown(first) : new NotKnown();
}

/** Strings of a query as numbered constants. */
class Constants {
  /** Name of the project's time zone. */
  readonly zone: string;
  readonly values: Record<string, string> = {};

  constructor(zone: string) {
    this.zone = zone;
  }

  add(value: string): string {
    const name = `hogql_val_${Object.keys(this.values).length}`;
    this.values[name] = value;
    return `%(${name})s`;
  }
}

/** The database query. @source live service 2025-08, flow 7:204-225 */
function inDatabase(expression: Expression, constants: Constants): string {
  switch (expression.kind) {
    case "text":
      return constants.add(expression.value);
    case "number":
      return expression.value;
    case "call":
      checkCall(expression);
      return `${expression.name}(${expression.values.map((value) => inDatabase(value, constants)).join(", ")})`;
    case "field":
      return columnInDatabase(expression.chain, constants);
    default:
      throw new NotKnown();
  }
}

function columnInDatabase(chain: readonly string[], constants: Constants): string {
  const property = propertyOf(chain);
  if (property !== undefined) {
    const [column, name] = property;
    const raw = `JSONExtractRaw(events.${column}, ${constants.add(name)})`;
    return `replaceRegexpAll(nullIf(nullIf(${raw}, ''), 'null'), '^"|"$', '')`;
  }
  const [name = ""] = chain;
  if (chain.length !== 1) throw new NotKnown();
  if (TIMES.has(name)) return `toTimeZone(events.${name}, ${constants.add(constants.zone)})`;
  if (!COLUMNS.has(name)) throw new NotKnown();
  return `events.${name}`;
}

/** Column and name of a property. */
function propertyOf(chain: readonly string[]): [string, string] | undefined {
  const [first, second, third] = chain;
  if (first === "properties" && second !== undefined && chain.length === 2) return ["properties", second];
  const isOfPerson = first === "person" && second === "properties" && chain.length === 3;
  return isOfPerson && third !== undefined ? ["person_properties", third] : undefined;
}

function checkCall({ name, values }: Extract<Expression, { kind: "call" }>): void {
  const isKnown = name === "count" ? values.length === 0 : FUNCTIONS.has(name) && values.length === 1;
  if (!isKnown) throw new NotKnown();
}

/** The query in the service's own spelling. @source live service 2025-08, flow 7:204-225 */
function normalised({ selected, condition, limit }: Query, zone: string): string {
  const items = selected.map(({ expression, alias }) => {
    if (alias === undefined) return inQuery(expression, zone);
    // A column under its own name, or a name that needs quotes, isn't recorded.
    if (expression.kind === "field" && expression.chain.at(-1) === alias && expression.chain.length === 1) {
      throw new NotKnown();
    }
    return `${inQuery(expression, zone)} AS ${alias}`;
  });
  const where = condition === undefined ? "" : ` WHERE ${inQuery(condition, zone)}`;
  return `SELECT ${items.join(", ")} FROM events${where}${limit === undefined ? "" : ` LIMIT ${limit}`}`;
}

function inQuery(expression: Expression, zone: string): string {
  switch (expression.kind) {
    case "text":
      return `'${expression.value}'`;
    case "number":
      return expression.value;
    case "call":
      return `${expression.name}(${expression.values.map((value) => inQuery(value, zone)).join(", ")})`;
    case "field":
      return columnInQuery(expression.chain, zone);
    default:
      throw new NotKnown();
  }
}

function columnInQuery(chain: readonly string[], zone: string): string {
  const [name = ""] = chain;
  if (chain.length === 1 && TIMES.has(name)) return `toTimeZone(${name}, '${zone}')`;
  if (chain.length > 1 && propertyOf(chain) === undefined) throw new NotKnown();
  return chain.join(".");
}
