import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Dialect, isIn } from "../../../packages/sandbox/src/dialects.ts";
import type { ScopeRule } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { templateShape } from "../../../packages/sandbox/src/pipeline/path-template.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";

const ROOT = join(__dirname, "../../..");

/** What the columns `scope` of the lists of operations call the rules of the sandbox. */
const WORDS: Readonly<Record<string, string>> = {
  none: "no scoped key",
  any: "any key",
};

/** What each operation of a list asks of a key, by method and path. A path below environments is the same view. */
function listed(file: string): ReadonlyMap<string, string> {
  const [head = "", ...lines] = readFileSync(join(ROOT, "spec", file), "utf8")
    .trim()
    .split("\n");
  const columns = head.split("\t");
  const rules = lines.flatMap((line): [string, string][] => {
    const cells = line.split("\t");
    const of = (name: string): string => cells[columns.indexOf(name)] ?? "";
    const isTold = of("scope") !== "not shown" && (!columns.includes("state") || of("state") === "there");
    const rule = of("key") === "public" ? "public" : (WORDS[of("scope")] ?? of("scope").replace(" and ", ","));
    return isTold ? [[`${of("method")} ${templateShape(of("path"))}`, rule]] : [];
  });
  return new Map(rules);
}

/** Every operation of a dialect whose rule doesn't depend on the request, and that a list has. */
function served(dialect: Dialect, file: string): (readonly [operation: string, rule: ScopeRule, expected: string])[] {
  const rules = listed(file);
  return FAMILIES.flatMap(({ routes }) => routes)
    .filter((route) => isIn(dialect, route))
    .flatMap(({ template, operations }) =>
      Object.entries(operations).flatMap(([method, { scope, ...span }]) => {
        const path = templateShape(template.replace("/api/environments/", "/api/projects/"));
        const expected = rules.get(`${method} ${path}`);
        if (expected === undefined || typeof scope === "function" || !isIn(dialect, span)) return [];
        return [[`${method} ${template}`, scope, expected] as const];
      }),
    );
}

describe("every operation asks of a key what its list says", () => {
  test.each([
    ["2025-08", "operations.tsv", 40],
    ["2026-09", "operations-2026-09.tsv", 220],
  ] as const)("in dialect %s", (dialect, file, least) => {
    const operations = served(dialect, file);
    expect(operations.length).toBeGreaterThan(least);
    const asked = operations.map(([operation, rule]) => `${operation}: ${[rule].flat().join(",")}`);
    expect(asked).toEqual(operations.map(([operation, , expected]) => `${operation}: ${expected}`));
  });
});

/** Paths that know more methods than they tell of. @source live service 2025-08, departures */
const SILENT = /\/(?:reset_token|role_memberships\/:id)\/$/u;

test("every operation is among the methods that its path allows", () => {
  const lacking = FAMILIES.flatMap(({ routes }) => routes).flatMap(({ template, allow, title, operations }) => {
    const allowed = allow.split(", ");
    const methods = Object.keys(operations).filter((method) => !allowed.includes(method));
    const isOdd = title === "" || !allowed.includes("OPTIONS") || new Set(allowed).size < allowed.length;
    return (methods.length > 0 && !SILENT.test(template)) || isOdd
      ? [`${template}: ${allow} lacks ${methods.join(", ")}`]
      : [];
  });
  expect(lacking).toEqual([]);
});
