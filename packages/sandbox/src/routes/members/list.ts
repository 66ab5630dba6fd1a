import { hasQuirk } from "../../dialects.ts";
import { type Answer, type Exchange, organizationIdOf } from "../../pipeline/exchange.ts";
import { offsetPage } from "../../pipeline/page.ts";
import { failureInLive, invalid, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import type { SqlValue } from "../../store/database.ts";
import type { MembershipRow } from "../../store/rows.ts";
import { readDateTime } from "../../wire/read-value.ts";
import { showMember } from "./show.ts";
import { visibleUsers } from "./visibility.ts";

/** Columns of the two tables by their name in `order`. */
const ORDERS: Readonly<Record<string, string>> = {
  id: "place.id",
  pk: "place.id",
  level: field("place", "level"),
  joined_at: "place.seq",
  updated_at: field("place", "updated_at"),
  organization: "place.organization",
  organization_id: "place.organization",
  user: "account.number",
  user_id: "account.number",
  user__id: "account.number",
  user__uuid: "account.id",
  user__email: "account.email",
  user__first_name: field("account", "first_name"),
  user__distinct_id: field("account", "distinct_id"),
  user__date_joined: field("account", "date_joined"),
  user__last_login: field("account", "last_login"),
  user__is_active: "account.is_active",
};

/** Further fields of a user that the service can order by; all users here have the same value. */
const EQUAL_FOR_ALL = new Set(
  ["password", "last_name", "is_staff", "pending_email", "is_email_verified", "theme_mode", "anonymize_data"].map(
    (name) => `user__${name}`,
  ),
);

/** Rows keep their insertion order; as strings, times on a whole second would sort after the rest of that second. */
const NEWEST_FIRST = "place.seq DESC";

function field(table: string, name: string): string {
  return `json_extract(${table}.json, '$.${name}')`;
}

/** Longest search text in characters. @source service 2026-09, invites-and-members.md, Members */
const SEARCH_MAX_CHARS = 200;

/**
 * Active members whom the caller sees, newest first. `email` is compared exactly. An unknown field in `order` and an
 * unreadable time fail.
 * @source live service 2025-08, flow 4:67-109; live notes 1.4; service 2026-09, invites-and-members.md, Members
 */
export function listMembers(exchange: Exchange): Answer {
  const { store } = exchange.world;
  const { memberships, users } = store.tables;
  const conditions = ["place.organization = ?", "account.is_active = 1"];
  const values: SqlValue[] = [organizationIdOf(exchange)];
  const email = exchange.query.get("email");
  if (email !== null) {
    conditions.push("account.email = ?");
    values.push(email);
  }
  const visible = visibleUsers(exchange);
  if (visible !== undefined) {
    conditions.push(`account.id IN (${[...visible].map(() => "?").join(", ")})`);
    values.push(...visible);
  }
  const searched = readSearch(exchange);
  if (searched !== undefined) {
    conditions.push(`instr(lower(account.email || ' ' || ${field("account", "first_name")}), lower(?)) > 0`);
    values.push(searched);
  }
  for (const { condition, of } of readFilters(exchange)) {
    conditions.push(condition);
    values.push(...of);
  }
  const after = readUpdatedAfter(exchange);
  if (after !== undefined) {
    conditions.push(`rtrim(${field("place", "updated_at")}, 'Z') > ?`);
    values.push(after);
  }
  // In the written order, so a page comes from the index; a search for one address starts at the other table.
  const join = email === null ? "CROSS JOIN" : "JOIN";
  const source =
    `FROM ${memberships.sqlName} AS place ${join} ${users.sqlName} AS account ON account.id = place.user ` +
    `WHERE ${conditions.join(" AND ")}`;
  const order = orderOf(exchange);
  const count = store.database.count(`SELECT count(*) ${source}`, ...values);
  if (searched !== undefined && count === 0) {
    throw sandboxError(
      501,
      "not_implemented",
      "The sandbox can't rank members by similarity. Search for an exact part of a name or an email.",
    );
  }
  const match = searched === undefined ? undefined : "exact";
  const cut = (limit: number, offset: number): MembershipRow[] => {
    const page = `SELECT place.json AS json ${source} ORDER BY ${order} LIMIT ? OFFSET ?`;
    return store.database.all(page, ...values, limit, offset).map(({ json }) => memberships.rowOf(json));
  };
  return offsetPage(exchange, count, cut, (row) => showMember(exchange.world, row, match));
}

function orderOf(exchange: Exchange): string {
  const asked = exchange.query.get("order");
  if (asked === null) return NEWEST_FIRST;
  if (hasQuirk(exchange.world.dialect, "membersAreSearched")) return asked === "joined_at" ? "place.seq" : NEWEST_FIRST;
  const name = asked.replace(/^-/, "");
  if (EQUAL_FOR_ALL.has(name)) return "place.seq";
  const column = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined;
  if (column === undefined) {
    throw failureInLive(exchange, invalidInput(`There is no field ${name} to order by.`, "order"));
  }
  return `${column} ${asked.startsWith("-") ? "DESC" : "ASC"}, place.seq`;
}

/**
 * The search text. That a part of the address or the name is an exact match is inferred.
 * @source service 2026-09, invites-and-members.md, Members
 */
function readSearch({ query, world }: Exchange): string | undefined {
  if (!hasQuirk(world.dialect, "membersAreSearched")) return undefined;
  const text = query.get("search")?.trim() ?? "";
  if ([...text].length > SEARCH_MAX_CHARS) {
    throw invalid("max_length", `Ensure this field has no more than ${SEARCH_MAX_CHARS} characters.`, "search");
  }
  return text === "" ? undefined : text;
}

type Filter = { readonly condition: string; readonly of: readonly SqlValue[] };

const DOMAIN_OF_EMAIL = "lower(substr(account.email, instr(account.email, '@') + 1))";

/**
 * Members with some levels, with a domain, and without a verified domain. Invalid levels and Booleans: not known.
 * @source service 2026-09, invites-and-members.md, Members; `@posthog/cli` 0.18.3 (2026-09-16), members list
 */
function readFilters({ query, world, organizationId }: Exchange): Filter[] {
  if (!hasQuirk(world.dialect, "membersAreSearched")) return [];
  const filters: Filter[] = [];
  const levels = query.get("levels")?.split(",") ?? [];
  if (levels.some((level) => !/^\s*\d+\s*$/u.test(level))) throw unknownFilter("levels");
  if (levels.length > 0) {
    const condition = `${field("place", "level")} IN (${levels.map(() => "?").join(", ")})`;
    filters.push({ condition, of: levels.map(Number) });
  }
  const domain = query.get("email_domain");
  if (domain === "") throw unknownFilter("email_domain");
  if (domain !== null) filters.push({ condition: `${DOMAIN_OF_EMAIL} = ?`, of: [domain.toLowerCase()] });
  const outside = query.get("outside_verified_domains")?.toLowerCase();
  if (outside !== undefined && outside !== "true" && outside !== "false")
    throw unknownFilter("outside_verified_domains");
  if (outside === "true") {
    const rows = world.store.tables.domains.where({ organization: organizationId ?? "" });
    const verified = rows.filter(({ verified_at }) => verified_at !== null).map((row) => row.domain.toLowerCase());
    filters.push({ condition: `${DOMAIN_OF_EMAIL} NOT IN (${verified.map(() => "?").join(", ")})`, of: verified });
  }
  return filters;
}

const unknownFilter = (name: string): Error =>
  sandboxError(501, "not_implemented", `The service's response to this value of ${name} is not known.`);

/** Without the zone, so a time on a whole second sorts before the rest of that second. */
function readUpdatedAfter(exchange: Exchange): string | undefined {
  const sent = exchange.query.get("updated_after");
  if (sent === null) return undefined;
  try {
    const time = /^\d{4}-\d\d-\d\d$/.test(sent) ? `${sent}T00:00` : sent.replace(/ (\d\d:?\d\d)$/, "+$1");
    return readDateTime({ name: "updated_after", type: "dateTime", source: "live notes 1.4" }, time).replace(/Z$/, "");
  } catch {
    throw failureInLive(exchange, invalidInput("Enter a valid date and time.", "updated_after"));
  }
}
