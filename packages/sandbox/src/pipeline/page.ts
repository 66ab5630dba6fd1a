import type { Match, Table } from "../store/table.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { pathText } from "./request-path.ts";

/** Default number of rows in a page, also for an invalid limit; there is no maximum. @source live notes 1.3 */
const DEFAULT_PAGE_ROWS = 100;

/** The envelope of every list. */
export type Page = { count: number; next: string | null; previous: string | null; results: unknown[] };

/**
 * Cuts one page out of all rows. Links are absolute, built from the Host header, with the parameters in alphabetical
 * order; all other parameters are repeated.
 * @source live service 2025-08, flows 1:116-117 and 2:34-35; live notes 1.3
 */
export function pageOf<Row>(exchange: Exchange, rows: readonly Row[], show: (row: Row) => unknown): Answer {
  const cut = (limit: number, offset: number): readonly Row[] => rows.slice(offset, offset + limit);
  return offsetPage(exchange, rows.length, cut, show);
}

/** The same for a table: only the rows of the page are read. `order` is SQL over indexed columns. */
export function pageOfTable<Row extends { readonly id: string }>(
  exchange: Exchange,
  table: Table<Row>,
  match: Match<Row>,
  order: string,
  show: (row: Row) => unknown,
): Answer {
  const cut = (limit: number, offset: number): readonly Row[] => table.where(match, { order, limit, offset });
  return offsetPage(exchange, table.count(match), cut, show);
}

/** The same for anything that can be counted and cut. @public */
export function offsetPage<Row>(
  exchange: Exchange,
  count: number,
  cut: (limit: number, offset: number) => readonly Row[],
  show: (row: Row) => unknown,
): Answer {
  const limit = readCount(exchange.query.get("limit"), 1) ?? DEFAULT_PAGE_ROWS;
  const offset = readCount(exchange.query.get("offset"), 0) ?? 0;
  const wanted = cut(limit, offset);
  const results = exchange.maxPageRows === undefined ? wanted : wanted.slice(0, exchange.maxPageRows);
  // After a short page, the next one continues where it stopped, so following the links still returns every row once.
  const end = results.length < wanted.length ? offset + results.length : offset + limit;
  const page: Page = {
    count,
    next: end < count ? linkTo(exchange, limit, end) : null,
    previous: offset > 0 ? linkTo(exchange, limit, offset - limit > 0 ? offset - limit : undefined) : null,
    results: results.map(show),
  };
  return { status: 200, headers: {}, body: page };
}

/** A count in a query, or undefined if it is invalid. @public */
export function readCount(text: string | null, least: number): number | undefined {
  if (text === null || !/^\s*\+?\d+\s*$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && Number.isSafeInteger(value) ? value : undefined;
}

/** The request's own URL with some parameters changed; an absent value removes the parameter. */
export function linkWith(exchange: Exchange, changed: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(exchange.query);
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) query.delete(name);
    else query.set(name, String(value));
  }
  return `${addressOf(exchange)}?${query.toString()}`;
}

/** Absolute URL of the request without its query, at the address that the sandbox listens on. @public */
export function addressOf(exchange: Exchange): string {
  const host = exchange.request.headers.host ?? "127.0.0.1";
  return `http://${host}${pathText(exchange.request.url)}`;
}

function linkTo(exchange: Exchange, limit: number, offset: number | undefined): string {
  const link = new URL(linkWith(exchange, { limit, offset }));
  link.searchParams.sort();
  return `${addressOf(exchange)}?${link.searchParams.toString()}`;
}
