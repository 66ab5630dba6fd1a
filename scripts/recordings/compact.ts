import type { OutsideRow } from "./outside-row.ts";

/** Shorter parts are repeated unchanged. */
const LEAST_SHARED_CHARS = 60;

/** Writes a flow as JSON, one row a line; parts that occur more than once stand in `shared` and are referred to. */
export function compactFlow(rows: readonly OutsideRow[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) for (const part of [row.body, row.request]) countParts(part, counts);
  const shared: string[] = [];
  const places = new Map<string, number>();
  const lines = rows.map((row) => JSON.stringify(compactRow(row, (value) => share(value, counts, places, shared))));
  return `{"shared":[\n${shared.join(",\n")}\n],"rows":[\n${lines.join(",\n")}\n]}\n`;
}

function compactRow(row: OutsideRow, shorten: (value: unknown) => unknown): Record<string, unknown> {
  const { name, key, method, path, status, headers, trust, setup } = row;
  const isUsualType = row.content_type === "application/json" || row.body === "";
  return {
    step: row.step ?? row.n,
    name,
    ...(trust === "real" ? {} : { trust }),
    ...(setup === undefined ? {} : { setup }),
    key,
    method,
    path,
    ...(row.request === null ? {} : { request: shorten(row.request) }),
    status,
    allow: headers["Allow"],
    ...(headers["Vary"] === "origin" ? {} : { vary: headers["Vary"] }),
    ...(headers["Retry-After"] === undefined ? {} : { retryAfter: headers["Retry-After"] }),
    ...(isUsualType ? {} : { type: row.content_type }),
    ...(row.body === "" ? {} : { body: shorten(row.body) }),
  };
}

function countParts(value: unknown, counts: Map<string, number>): void {
  if (typeof value !== "object" || value === null) return;
  const text = JSON.stringify(value);
  if (text.length < LEAST_SHARED_CHARS) return;
  const count = (counts.get(text) ?? 0) + 1;
  counts.set(text, count);
  // The parts of something seen before are within the shared text and count no further.
  if (count === 1) for (const part of Object.values(value)) countParts(part, counts);
}

function share(value: unknown, counts: Map<string, number>, places: Map<string, number>, shared: string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value);
  const known = places.get(text);
  if (known !== undefined) return { $: known };
  const inner = Array.isArray(value)
    ? value.map((item) => share(item, counts, places, shared))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, share(item, counts, places, shared)]));
  if ((counts.get(text) ?? 0) < 2) return inner;
  shared.push(JSON.stringify(inner));
  places.set(text, shared.length - 1);
  return { $: shared.length - 1 };
}
