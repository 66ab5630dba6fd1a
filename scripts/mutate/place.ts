import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A mutant as a reader wants to see it. */
export interface Place {
  readonly file: string;
  /** Counted from one. */
  readonly line: number;
  /** The line without its indent, with the changed part between « and »; further lines are omitted. */
  readonly code: string;
  /** The replacement, without line breaks. */
  readonly replacement: string;
}

/** The place of a mutant, by its key as the plugins of Stryker write it: lines and columns count from zero. */
export function placeOf(key: string, root: string): Place {
  const [file = "", ...rest] = key.split(":");
  const [line = 0, column = 0, lastLine = 0, lastColumn = 0] = rest.slice(0, 4).map(Number);
  const text = readFileSync(join(root, file), "utf8").split("\n")[line] ?? "";
  const end = lastLine === line ? lastColumn : text.length;
  const code = `${text.slice(0, column)}«${text.slice(column, end)}»${text.slice(end)}`.trim();
  return { file, line: line + 1, code, replacement: rest.slice(5).join(":").replaceAll(/\s+/gu, " ") };
}
