import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { isIn } from "../../dialects.ts";
import { pageOf } from "../../pipeline/page.ts";
import { invalid, invalidInput } from "../../pipeline/service-error.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { showFilters } from "./additions.ts";
import { type HogFunctionRow, hogFunctionsOf } from "./rows.ts";
import { showFunction, showListed } from "./show.ts";

/**
 * By execution order, functions without an order last, then the latest change first. @source service 2026-09,
 * hog-functions.md, list
 */
export function listFunctions(exchange: Exchange): Answer {
  const { world, query } = exchange;
  const rows = hogFunctionsOf(world)
    .where({ project: projectOf(exchange).number }, { order: "seq DESC" })
    .filter((row) => !row.deleted);
  const sorted = filtered(exchange, rows).toSorted(
    (one, other) => orderOf(one) - orderOf(other) || Date.parse(other.updated_at) - Date.parse(one.updated_at),
  );
  const isWhole = query.get("full") === "true" && isIn(world.dialect, { since: "2026-09" });
  const show = isWhole ? showFunction : showListed;
  return pageOf(exchange, sorted, (row) => show(world, row));
}

const orderOf = ({ execution_order }: HogFunctionRow): number => execution_order ?? Number.MAX_SAFE_INTEGER;

function filtered(exchange: Exchange, rows: readonly HogFunctionRow[]): readonly HogFunctionRow[] {
  const { query, world } = exchange;
  const tests: Readonly<Record<string, (row: HogFunctionRow, wanted: string) => boolean>> = {
    type: (row, wanted) => wanted.split(",").includes(row.type),
    enabled: (row, wanted) => !/^(?:true|false)$/i.test(wanted) || row.enabled === (wanted.toLowerCase() === "true"),
    id: (row, wanted) => row.id === wanted.toLowerCase(),
    created_by: (row, wanted) => String(world.store.tables.users.get(row.created_by ?? "")?.number) === wanted,
    created_at: (row, wanted) => Date.parse(row.created_at) === Date.parse(wanted),
    updated_at: (row, wanted) => Date.parse(row.updated_at) === Date.parse(wanted),
    search: ({ name, description }, wanted) =>
      `${name ?? ""}\n${description}`.toLowerCase().includes(wanted.toLowerCase()),
  };
  if ([...(query.get("search") ?? "")].length > MOST_SEARCHED) {
    throw invalid("max_length", `Ensure this field has no more than ${MOST_SEARCHED} characters.`, "search");
  }
  let left = rows;
  for (const [name, fits] of Object.entries(tests)) {
    const wanted = query.get(name) ?? "";
    if (wanted !== "") left = left.filter((row) => fits(row, wanted));
  }
  const groups = groupsOf(query);
  if (groups.length === 0) return left;
  return left.filter((row) => groups.some((group) => contains(showFilters(row.type, row.filters), group)));
}

/** Maximum number of characters in a search. @source service 2026-09, hog-functions.md, fields; the text is that of members */
const MOST_SEARCHED = 200;

/** Parts of filters; a function has to match one of them. */
function groupsOf(query: URLSearchParams): unknown[] {
  const groups = parsed(query, "filter_groups");
  if (groups !== undefined && !Array.isArray(groups)) throw invalidJson("filter_groups");
  const one = parsed(query, "filters");
  const all: unknown[] = groups ?? [];
  if (one !== undefined) all.push(one);
  return all.filter((group) => !isDictionary(group) || Object.keys(group).length > 0);
}

function parsed(query: URLSearchParams, name: string): unknown {
  const text = query.get(name) ?? "";
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson(name);
  }
}

const invalidJson = (name: string) => invalidInput(`Invalid ${name}`, name);

/** Whether JSON contains a part: objects by their keys, lists by any of their items. */
function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.every((item) => whole.some((each) => contains(each, item)));
  }
  if (!isDictionary(part)) return whole === part;
  return isDictionary(whole) && Object.entries(part).every(([key, value]) => contains(whole[key], value));
}
