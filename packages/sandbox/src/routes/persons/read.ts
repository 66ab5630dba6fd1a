import { hasQuirk } from "../../dialects.ts";
import { belongs, cohortsOf } from "../../analytics/cohorts.ts";
import { type PersonQuery, countPersons, findPersons } from "../../analytics/person-query.ts";
import { looksAtEvents, readFilters, comparableText } from "../../analytics/property-filter.ts";
import { PERSONS_TABLE, type PersonRow } from "../../analytics/rows.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { wantsCsv } from "../../pipeline/csv.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { addressOf, linkWith, offsetPage, readCount } from "../../pipeline/page.ts";
import { failureInLive, invalid, invalidInput, notFound, sandboxError } from "../../pipeline/service-error.ts";
import { personByNumber, personByUuid, personInPath, showPerson, showRow } from "./shared.ts";

/** @source live notes on persons and events, 1.7 */
const DEFAULT_ROWS = 100;
/** Rows of a list as CSV. @source live notes on persons and events, 1.8 */
const CSV_ROWS = 300_000;
/** Maximum number of returned values, and of persons that are read. @source live notes on persons and events, 3.11 */
const MAX_VALUES = 20;
const MAX_VALUED_PERSONS = 100_000;

/** `GET persons/`. @source contract, persons table; live service 2025-08, flow 10:1-22 */
export function listPersons(exchange: Exchange): Answer {
  const query = queryOf(exchange);
  const { world } = exchange;
  if (hasQuirk(world.dialect, "personRowsHaveUuids")) return listActors(exchange, query);
  const count = countPersons(world, query);
  const show = (person: PersonRow): unknown => showPerson(exchange, person);
  if (wantsCsv(exchange))
    return { status: 200, headers: {}, body: allOf(findPersons(world, query, CSV_ROWS, 0).map(show)) };
  return offsetPage(exchange, count, (limit, offset) => findPersons(world, query, limit, offset), show);
}

const allOf = (results: unknown[]): unknown => ({ count: results.length, next: null, previous: null, results });

function queryOf(exchange: Exchange): PersonQuery {
  const given = (name: string): string | null => exchange.query.get(name) || null;
  const filters = readFilters(given("properties"));
  if (looksAtEvents(filters)) {
    const detail =
      "The sandbox filters persons only by properties of type person or cohort. A filter without a type is of type event.";
    throw sandboxError(501, "not_implemented", detail);
  }
  const texts = { email: given("email"), distinctId: given("distinct_id"), search: given("search") };
  return { project: projectOf(exchange).number, filters, ...texts };
}

/** Every full page has a link to a next one, so the last page can be empty. @source flow 10:5, 10:11 */
function listActors(exchange: Exchange, query: PersonQuery): Answer {
  const isCsv = wantsCsv(exchange);
  const limit = isCsv ? CSV_ROWS : wholeNumber(exchange, "limit") || DEFAULT_ROWS;
  const offset = isCsv ? 0 : (wholeNumber(exchange, "offset") ?? 0);
  const found = findPersons(exchange.world, query, limit, offset);
  const rows = exchange.maxPageRows === undefined ? found : found.slice(0, exchange.maxPageRows);
  const body = {
    results: rows.map((person) => showRow(exchange, person)),
    next: found.length >= limit && !isCsv ? linkWith(exchange, { offset: offset + rows.length }) : null,
    previous: offset - limit < 0 ? null : previousLink(exchange, offset - limit),
    ...(exchange.query.has("include_total") ? { count: countPersons(exchange.world, query) } : {}),
  };
  return { status: 200, headers: {}, body };
}

/** A link back to the start leaves the URL unchanged. @source live service 2025-08, flow 10:2, 10:17 */
function previousLink(exchange: Exchange, offset: number): string {
  if (offset > 0) return linkWith(exchange, { offset });
  return `${addressOf(exchange)}?${exchange.query.toString()}`;
}

function wholeNumber(exchange: Exchange, name: string): number | undefined {
  const text = exchange.query.get(name);
  if (text === null || text === "") return undefined;
  const value = readCount(text, 0);
  if (value === undefined) throw failureInLive(exchange, invalidInput("A valid integer is required.", name));
  return value;
}

/** `GET persons/:id/`. @source contract, persons table; live service 2025-08, flow 10:70 */
export function getPerson(exchange: Exchange<"id">): Answer {
  return { status: 200, headers: {}, body: showPerson(exchange, personInPath(exchange)) };
}

/**
 * `GET persons/values/`: the most frequent values of a property, as strings.
 * @source live notes on persons and events, 3.11
 */
export function listValues(exchange: Exchange): Answer {
  const key = exchange.query.get("key") ?? "";
  const wanted = (exchange.query.get("value") ?? "").toLowerCase();
  const headers = { "Cache-Control": "max-age=10" };
  if (key === "" || key.startsWith("$virt")) return { status: 200, headers, body: valuesIn(exchange, []) };
  const counts = new Map<string, number>();
  const tail = "WHERE project = ? AND is_hidden = 0 ORDER BY created_ms DESC, id DESC LIMIT ?";
  const persons = exchange.world.store.table(PERSONS_TABLE);
  for (const { properties } of persons.select(tail, projectOf(exchange).number, MAX_VALUED_PERSONS)) {
    const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (value === undefined || value === null) continue;
    const name = comparableText(value);
    if (name.toLowerCase().includes(wanted)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, left], [, right]) => right - left).slice(0, MAX_VALUES);
  return {
    status: 200,
    headers,
    body: valuesIn(
      exchange,
      sorted.map(([name, count]) => ({ name, count })),
    ),
  };
}

/** Values of a property in the form of a dialect; the sandbox never refreshes any. */
export function valuesIn({ world }: Exchange, values: readonly unknown[]): unknown {
  return hasQuirk(world.dialect, "valuesAreEnveloped") ? { results: values, refreshing: false } : values;
}

/**
 * `GET persons/cohorts/`: the running service fails on it below a project; the form is that of later releases.
 * @source live notes on persons and events, 3.12; first recording "persons cohorts"
 */
export function listCohorts(exchange: Exchange): Answer {
  const failure = invalid("required", "This field is required.", "person_id");
  if (hasQuirk(exchange.world.dialect, "personCohortsFail")) throw failureInLive(exchange, failure);
  const written = exchange.query.get("person_id");
  if (written === null) throw failure;
  const uuid = canonicalUuid(written);
  const person = /^\d+$/.test(written) ? personByNumber(exchange, Number(written)) : personByUuid(exchange, uuid ?? "");
  if (person === undefined) throw notFound();
  const { world } = exchange;
  const results = cohortsOf(world, person.project)
    .filter((cohort) => belongs(world, cohort, person, [cohort.number]))
    .map((cohort) => ({ id: cohort.number, name: cohort.name, count: membersOf(exchange, cohort.number) }));
  return { status: 200, headers: {}, body: { results } };
}

function membersOf(exchange: Exchange, cohort: number): number {
  const filters = { type: "AND", values: [{ key: "id", value: cohort, operator: "exact", type: "cohort" }] } as const;
  const everybody = { email: null, distinctId: null, search: null };
  return countPersons(exchange.world, { project: projectOf(exchange).number, filters, ...everybody });
}
