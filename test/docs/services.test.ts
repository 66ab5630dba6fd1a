import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { resources } from "../../src/catalog/resources/index.ts";
import { hookOf } from "../../src/model/hook-of.ts";

/** The rows of the guide's table of resources: names, older services, and the service of 2026. */
function rowsOfGuide(): (readonly [names: readonly string[], older: string, newest: string])[] {
  const guide = readFileSync(join(__dirname, "../../docs/guides/services.md"), "utf8");
  const [, section = ""] = guide.split("## Compare resources");
  const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| \w/u.test(line));
  return lines.map((line) => {
    const [, names = "", older = "", newest = ""] = line.split("|").map((cell) => cell.trim());
    return [names.split(", "), older, newest] as const;
  });
}

test("every resource is in one row of the guide's table, and no row names another thing", () => {
  const named = rowsOfGuide().flatMap(([names]) => names);
  const objects = resources.filter((one) => one.kind !== "action").map(({ name }) => name);
  expect(named.toSorted()).toEqual(objects.toSorted());
});

test("what came in 2026 is said to be missing before, and what goes away to be going", () => {
  for (const [names, older, newest] of rowsOfGuide()) {
    const definitions = resources.filter(({ name }) => names.includes(name));
    const availabilities = definitions.map((one) => hookOf(one, "availability") ?? {});
    const isNew = availabilities.map(({ since }) => since !== undefined);
    expect([names, isNew]).toEqual([names, names.map(() => /^(?:contract: )?not available/u.test(older))]);
    const isGoing = availabilities.map(({ successor }) => successor !== undefined);
    expect([names, isGoing]).toEqual([names, names.map(() => newest.includes("removes them"))]);
  }
});
