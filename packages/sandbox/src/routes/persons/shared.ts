import { hasQuirk } from "../../dialects.ts";
import { chosenFirst, distinctIdsOf, personName } from "../../analytics/persons.ts";
import { PERSONS_TABLE, type PersonRow } from "../../analytics/rows.ts";
import { wireTimeFromMs } from "../../clock.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, bodyOf, projectOf } from "../../pipeline/exchange.ts";
import { ServiceError, failureInLive, invalidInput, notFound } from "../../pipeline/service-error.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { settingOf } from "../projects/rows.ts";

/** Vary of every route of persons and events. @source live service 2025-08, flow 10:1-5 */
export const VARY = "Accept, origin";
/** Vary after the session was read, as for the activity log. @source live service 2025-08, flow 10:45-61 */
export const VARY_WITH_SESSION = { Vary: "Accept, Cookie, origin" } as const;

/** A refusal after the session was read. */
export function withSession({ status, type, code, message, attr }: ServiceError): ServiceError {
  return new ServiceError(status, { type, code, detail: message, attr }, VARY_WITH_SESSION);
}

/** Distinct IDs in one row of a list. @source live notes on persons and events, 2.2 */
const IDS_PER_ROW = 1000;

/** Renders a single person. @source live service 2025-08, flow 10:70 */
export function showPerson(exchange: Exchange, person: PersonRow): Record<string, unknown> {
  const distinctIds = chosenFirst(distinctIdsOf(exchange.world, person.id));
  return {
    id: person.number,
    name: personName(person, distinctIds, namingOf(exchange)),
    distinct_ids: distinctIds,
    properties: person.properties,
    created_at: wireTimeFromMs(person.created_ms),
    uuid: person.id,
    ...lastSeen(exchange),
  };
}

/** The sandbox doesn't record when a person was last seen. */
function lastSeen({ world }: Exchange): { readonly last_seen_at?: null } {
  return hasQuirk(world.dialect, "personsWereSeen") ? { last_seen_at: null } : {};
}

/** Renders a person as a row of an analysis. @source live service 2025-08, flow 10:1 */
export function showRow(exchange: Exchange, person: PersonRow, value: number | null = null): Record<string, unknown> {
  const distinctIds = distinctIdsOf(exchange.world, person.id, IDS_PER_ROW);
  return {
    type: "person",
    id: person.id,
    uuid: person.id,
    created_at: wireTimeFromMs(person.created_ms),
    properties: person.properties,
    is_identified: person.is_identified,
    name: personName(person, distinctIds, namingOf(exchange)),
    distinct_ids: distinctIds,
    matched_recordings: [],
    value_at_data_point: value,
    ...lastSeen(exchange),
  };
}

/** A project can set the properties that name its persons. */
function namingOf(exchange: Exchange): unknown {
  return settingOf(projectOf(exchange), "person_display_name_properties");
}

/** Text for an invalid ID. @source live service 2025-08, flow 10:72 */
function notAPersonId(written: string): ServiceError {
  const advice = `If you are using a distinctId, please use /persons?distinct_id=${written} instead.`;
  return invalidInput(`The ID provided does not look like a personID. ${advice}`, null);
}

/** The person in the path, by number or UUID. @source live service 2025-08, flow 10:70-72 */
export function personInPath(exchange: Exchange<"id">): PersonRow {
  const written = exchange.match.parameters.id;
  const isNumber = /^\d+$/.test(written);
  const uuid = canonicalUuid(written);
  if (!isNumber && uuid === undefined) throw notAPersonId(written);
  const person = isNumber ? personByNumber(exchange, Number(written)) : personByUuid(exchange, uuid ?? "");
  if (person === undefined) throw notFound();
  return person;
}

/** A person of the project by number. */
export function personByNumber(exchange: Exchange, number: number): PersonRow | undefined {
  if (!Number.isSafeInteger(number)) return undefined;
  return exchange.world.store.table(PERSONS_TABLE).one({ project: projectOf(exchange).number, number });
}

/** A person of the project by UUID. */
export function personByUuid(exchange: Exchange, uuid: string): PersonRow | undefined {
  const person = exchange.world.store.table(PERSONS_TABLE).get(uuid);
  return person?.project === projectOf(exchange).number ? person : undefined;
}

/** The body as a dictionary; the running service fails on anything else. @source live service 2025-08, flow 10:68, 10:89 */
export function fieldsOf(exchange: Exchange): Readonly<Record<string, unknown>> {
  const body = bodyOf(exchange);
  if (isDictionary(body)) return body;
  throw failureInLive(exchange, invalidInput("Invalid data. Expected a dictionary.", null));
}

/** A field of a write: from the body or, in the documented dialect, else from the query. */
export function fieldOf(exchange: Exchange, name: string): unknown {
  const fields = fieldsOf(exchange);
  if (Object.hasOwn(fields, name)) return fields[name];
  if (hasQuirk(exchange.world.dialect, "personWritesReadTheBody")) return undefined;
  const text = exchange.query.get(name);
  return text === null ? undefined : text;
}

/** 400 with code and detail swapped. @source live service 2025-08, flow 10:55-63 */
export function fieldIsMissing(attr: string): ServiceError {
  return new ServiceError(400, { type: "validation_error", code: "This field is required.", detail: "required", attr });
}

/** The response to a write. @source contract, persons table; live service 2025-08, flow 10:45-192 */
export function done(
  exchange: Exchange,
  recorded: { readonly status: number; readonly body?: unknown },
  documented: Answer,
): Answer {
  if (!hasQuirk(exchange.world.dialect, "personWritesAreAccepted")) return documented;
  return { ...recorded, headers: VARY_WITH_SESSION };
}

/** Accepted, without a body. */
export const ACCEPTED = { status: 202 };
/** Created, with the service's form of success. */
export const CREATED = { status: 201, body: { success: true } };
/** Done, without a body. */
export const OK: Answer = { status: 200, headers: {} };
