import { expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/index.ts";
import type { AnyResource } from "../../../src/model/definition.ts";

/** Parts of a definition whose members are of the contract as well. */
const GROUPS = ["naturalKey", "ops", "collection", "identity"] as const;

/** Members of the contract by how many definitions have them. */
function users(definitions: readonly AnyResource[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const definition of definitions) {
    const groups = GROUPS.flatMap((group) =>
      Object.entries(definition[group] ?? {}).map(([name, value]): [string, unknown] => [`${group}.${name}`, value]),
    );
    const members = [...Object.entries(definition), ...groups].filter(([, value]) => value !== undefined);
    for (const [name] of members) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Members that only one resource uses, which should be a hook of a capability. */
function lonely(definitions: readonly AnyResource[]): string[] {
  return [...users(definitions)].filter(([, count]) => count < 2).map(([name]) => name);
}

test("no member of the contract is there for one resource alone, and there are at most 20 beside the capabilities", () => {
  expect(lonely(resources)).toEqual([]);
  const own = [...users(resources).keys()].filter((name) => !name.includes(".") && name !== "capabilities");
  expect(own.length).toBeGreaterThan(10);
  expect(own.length).toBeLessThanOrEqual(20);
});

test("one that is there for a resource alone is noticed", () => {
  const [first, ...others] = resources;
  if (first?.naturalKey === undefined) throw new Error("a first resource with a natural key");
  const planted = { ...first, planted: true, naturalKey: { ...first.naturalKey, isPlanted: true } };
  expect(lonely([planted, ...others])).toEqual(["planted", "naturalKey.isPlanted"]);
});
