import { wireTimeFromMs } from "../clock.ts";
import type { KeyRow } from "../store/rows.ts";
import type { Exchange } from "./exchange.ts";
import { authenticationFailed, notAuthenticated } from "./service-error.ts";

/** `last_used_at` is refreshed at most this often, so reads don't write to the data file. */
const LAST_USED_STEP_MS = 3_600_000;

type FoundKey = { readonly value: string; readonly where: string };

/**
 * Finds the caller by key: bearer header, else `personal_api_key` in the body, else in the query. Only the first key
 * found is tried.
 * @source live notes 1.6; live service 2025-08, flow 11:495-508
 */
export function authenticate(exchange: Exchange): void {
  const found = findKey(exchange);
  if (found === undefined) throw notAuthenticated();
  const { tables } = exchange.world.store;
  const key = tables.keys.one({ value: found.value });
  const user = key === undefined ? undefined : tables.users.get(key.user);
  if (key === undefined || user === undefined || !user.is_active) throw authenticationFailed(found.where);
  exchange.user = user;
  exchange.key = noteUse(exchange, key);
}

function findKey(exchange: Exchange): FoundKey | undefined {
  const header = exchange.request.headers.authorization;
  // The word must be spelled exactly like this; several spaces after it and at the end are allowed.
  const bearer = typeof header === "string" ? /^Bearer\s+(\S.*)$/.exec(header) : null;
  if (bearer?.[1] !== undefined) return { value: bearer[1].trim(), where: "Authorization header" };
  // An unreadable body contains no key, so the request fails as one without credentials.
  const data = "data" in exchange.body ? exchange.body.data : undefined;
  if (typeof data === "object" && data !== null && "personal_api_key" in data) {
    return { value: String(data.personal_api_key), where: "body" };
  }
  const fromQuery = exchange.query.get("personal_api_key");
  return fromQuery === null ? undefined : { value: fromQuery, where: "query string" };
}

function noteUse(exchange: Exchange, key: KeyRow): KeyRow {
  const nowMs = exchange.world.clock.nowMs();
  const lastMs = key.last_used_at === null ? Number.NEGATIVE_INFINITY : Date.parse(key.last_used_at);
  if (Math.abs(nowMs - lastMs) < LAST_USED_STEP_MS) return key;
  return exchange.world.store.tables.keys.put({ ...key, last_used_at: wireTimeFromMs(nowMs) });
}
