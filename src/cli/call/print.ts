import { once } from "node:events";
import process from "node:process";

import { type AnyFunction, resultOf } from "../../model/function.ts";
import type { Values } from "../../model/json-value.ts";

/** How rows are written. */
export const ROW_FORMATS = ["ndjson", "csv", "json"] as const;

export type RowFormat = (typeof ROW_FORMATS)[number];

/** The output stream. It waits until there is room, so output never piles up in memory. */
export type Write = (text: string) => Promise<void>;

/** Writes to standard output. */
export const toStandardOutput: Write = async (text) => {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
};

/** Writes rows as they arrive, and returns their number. */
export async function printRows(
  definition: AnyFunction,
  rows: AsyncIterable<Values>,
  format: RowFormat,
  write: Write,
): Promise<number> {
  const columns = resultOf(definition).map(([name]) => name);
  let count = 0;
  if (format === "csv") await write(`${columns.join(",")}\r\n`);
  for await (const row of rows) {
    if (format === "csv") await write(`${columns.map((name) => cellOf(row[name])).join(",")}\r\n`);
    else if (format === "ndjson") await write(`${JSON.stringify(row)}\n`);
    else await write(`${count === 0 ? "[" : ","}\n  ${JSON.stringify(row)}`);
    count += 1;
  }
  if (format === "json") await write(count === 0 ? "[]\n" : "\n]\n");
  return count;
}

/** A cell in the form of RFC 4180; a value that isn't a string or a number is JSON text. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An object as lines of `name: value`, or as JSON. */
export function objectText(result: Values, isJson: boolean): string {
  if (isJson) return `${JSON.stringify(result, null, 2)}\n`;
  return Object.entries(result)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}\n`)
    .join("");
}
