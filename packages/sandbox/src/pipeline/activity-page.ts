import type { Match, Table } from "../store/table.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { linkWith } from "./page.ts";
import { failureInLive, invalidInput, notFound } from "./service-error.ts";

/** Default number of rows in a page. @source live notes 1.3 */
const DEFAULT_LIMIT = 10;

/**
 * One page by number, as in activity lists. In the running service, a page after the last one, and a limit that isn't a
 * number, fail.
 * @source live service 2025-08, flow 6:170-171; live notes 1.3
 */
export function activityPage<Row extends { readonly id: string }>(
  exchange: Exchange,
  table: Table<Row>,
  match: Match<Row>,
  show: (row: Row) => unknown,
): Answer {
  const limit = wholeNumber(exchange, "limit") ?? DEFAULT_LIMIT;
  const page = wholeNumber(exchange, "page") ?? 1;
  const count = table.count(match);
  const pages = Math.max(1, Math.ceil(count / limit));
  if (page > pages) throw failureInLive(exchange, notFound());
  const rows = table.where(match, { order: "seq DESC", limit, offset: (page - 1) * limit });
  const body = {
    results: rows.map(show),
    next: page < pages ? linkWith(exchange, { page: page + 1, limit }) : null,
    previous: page > 1 ? linkWith(exchange, { page: page - 1, limit }) : null,
    total_count: count,
  };
  return { status: 200, headers: {}, body };
}

function wholeNumber(exchange: Exchange, name: string): number | undefined {
  const text = exchange.query.get(name);
  if (text === null) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw failureInLive(exchange, invalidInput("A valid integer is required.", name));
}
