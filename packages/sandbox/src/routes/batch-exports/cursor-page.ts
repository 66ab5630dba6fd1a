import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { linkWith } from "../../pipeline/page.ts";
import { notFound } from "../../pipeline/service-error.ts";

/** The beginning of a page: after a position, minus an offset for rows at one position; or the same in reverse. */
type Cursor = { readonly position: number | null; readonly offset: number; readonly isReverse: boolean };

/** How a list is cut into pages. */
export type CursorOptions<Row> = {
  /** Rows of a page; the query doesn't change it. */
  readonly size: number;
  readonly isDescending: boolean;
  /** The time that orders the rows. */
  readonly positionOf: (row: Row) => number;
  readonly show: (row: Row) => unknown;
};

/** The neighbors of a page. */
type Side = { readonly exists: boolean; readonly position: number | null };

/**
 * Cuts a page out of rows in the list's order. Cursors are readable: a position is a time, so new rows don't shift the
 * others.
 * @source live service 2025-08, flow 7:364-365
 */
export function cursorPage<Row>(exchange: Exchange, rows: readonly Row[], options: CursorOptions<Row>): Answer {
  const cursor = readCursor(exchange.query.get("cursor"));
  const size = Math.min(options.size, exchange.maxPageRows ?? options.size);
  const isAscending = cursor.isReverse === options.isDescending;
  const isBeyond = (row: Row): boolean => {
    const difference = options.positionOf(row) - (cursor.position ?? 0);
    return cursor.position === null || (isAscending ? difference > 0 : difference < 0);
  };
  const ahead = (cursor.isReverse ? rows.toReversed() : rows).filter(isBeyond).slice(cursor.offset);
  const following = ahead[size];
  const beyond: Side = {
    exists: following !== undefined,
    position: following === undefined ? null : options.positionOf(following),
  };
  const behind: Side = { exists: cursor.position !== null || cursor.offset > 0, position: cursor.position };
  const page = cursor.isReverse ? ahead.slice(0, size).toReversed() : ahead.slice(0, size);
  const [next, previous] = cursor.isReverse ? [behind, beyond] : [beyond, behind];
  const positions = page.map(options.positionOf);
  const link = (isReverse: boolean): string | null => {
    const [side, other] = isReverse ? [previous, next] : [next, previous];
    if (!side.exists) return null;
    const outwards = isReverse ? positions : positions.toReversed();
    return linkTo(exchange, { ...edgeOf(outwards, side, other, cursor, isReverse, size), isReverse });
  };
  const body = { next: link(false), previous: link(true), results: page.map(options.show) };
  return { status: 200, headers: {}, body };
}

/** The position on a page that its neighbor doesn't have, and the number of rows between that position and the edge. */
function edgeOf(
  outwards: readonly number[],
  side: Side,
  other: Side,
  cursor: Cursor,
  isReverse: boolean,
  size: number,
): { position: number | null; offset: number } {
  if (outwards.length === 0) return { position: side.position, offset: 0 };
  // The edge where this page began: its own rows might share the position.
  const isOwnEdge = cursor.isReverse !== isReverse && cursor.offset !== 0;
  const neighbour = isOwnEdge ? (outwards[0] ?? null) : side.position;
  const offset = outwards.findIndex((position) => position !== neighbour);
  if (offset !== -1) return { position: outwards[offset] ?? null, offset };
  // The whole page has one position.
  if (!other.exists) return { position: null, offset: size };
  return { position: other.position, offset: cursor.isReverse === isReverse ? cursor.offset + size : 0 };
}

function linkTo(exchange: Exchange, { position, offset, isReverse }: Cursor): string {
  const tokens = new URLSearchParams();
  if (offset !== 0) tokens.set("o", String(offset));
  if (isReverse) tokens.set("r", "1");
  if (position !== null) tokens.set("p", new Date(position).toISOString().replace("T", " ").replace("Z", "000+00:00"));
  const link = new URL(linkWith(exchange, { cursor: Buffer.from(tokens.toString()).toString("base64") }));
  link.searchParams.sort();
  return link.href;
}

function readCursor(text: string | null): Cursor {
  if (text === null) return { position: null, offset: 0, isReverse: false };
  const tokens = new URLSearchParams(Buffer.from(text, "base64").toString());
  const written = tokens.get("p");
  const position = written === null ? null : Date.parse(written.replace(" ", "T"));
  const offset = Number(tokens.get("o") ?? 0);
  const isReadable = !Number.isNaN(position) && Number.isSafeInteger(offset) && offset >= 0;
  if (!isReadable) throw notFound("Invalid cursor");
  return { position, offset, isReverse: tokens.get("r") === "1" };
}
