import type { Section } from "../family.ts";
import type { Match, Table } from "../store/table.ts";

/** The most rows that a table of the page shows. */
const MAX_ROWS = 10;

/** A table of the page from a table of the store; the latest rows come first. */
export function sectionOf<Row extends { readonly id: string }>(
  title: string,
  table: Table<Row>,
  match: Match<Row>,
  cells: Readonly<Record<string, (row: Row) => string>>,
): Section {
  const rows = table.where(match, { order: "seq DESC", limit: MAX_ROWS });
  const columns = Object.keys(cells);
  return {
    title,
    columns,
    count: table.count(match),
    rows: rows.map((row) => columns.map((column) => cells[column]?.(row) ?? "")),
  };
}

/** A time in readable form. */
export function readableTime(wireTime: string): string {
  return wireTime.replace("T", " ").replace(/(\.\d+)?Z$/, "");
}

/** A level in words. @source live notes 13 */
export function levelWord(level: number): string {
  return { 1: "member", 8: "administrator", 15: "owner" }[level] ?? String(level);
}

/** Enough of a key or token to distinguish it from others, and too little to use it. */
export function masked(secret: string): string {
  return `${secret.slice(0, 4)}…${secret.slice(-4)}`;
}
