import type { AnyFunction } from "../../../src/model/function.ts";
import { HOG_ROWS } from "./hog-rows.ts";
import { INSIGHT_ROWS } from "./insight-rows.ts";
import { LOOK_UP_ROWS } from "./look-up-rows.ts";
import { NEWEST_ROWS } from "./newest-rows.ts";
import { EXPORT_ROWS, PEOPLE_ROWS, PROJECT_ROWS } from "./organization-rows.ts";
import { EVENT_ROWS, PERSON_ROWS } from "./person-rows.ts";
import { PIPELINE_ROWS } from "./pipeline-rows.ts";
import { PROXY_ROWS } from "./proxy-rows.ts";
import type { FunctionRow } from "./row.ts";

/** The table's facts about each function besides its declaration, by name. */
export const FUNCTION_ROWS: Readonly<Record<string, FunctionRow>> = {
  ...EVENT_ROWS,
  ...EXPORT_ROWS,
  ...HOG_ROWS,
  ...INSIGHT_ROWS,
  ...LOOK_UP_ROWS,
  ...NEWEST_ROWS,
  ...PEOPLE_ROWS,
  ...PERSON_ROWS,
  ...PIPELINE_ROWS,
  ...PROJECT_ROWS,
  ...PROXY_ROWS,
};

/** Names of functions that the table omits, and of rows without a function. */
export function strayNames(functions: readonly AnyFunction[], rows: Readonly<Record<string, FunctionRow>>): string[] {
  const names = new Set(functions.map(({ name }) => name));
  const withoutRow = [...names].filter((name) => rows[name] === undefined);
  return [...withoutRow, ...Object.keys(rows).filter((name) => !names.has(name))];
}
