import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { fleetOf, promote } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-siblings-"));
const file = join(folder, "fleet.yaml");
beforeAll(() => writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Tree = { readonly [name: string]: Tree | number };

/** Characters that can follow a name in the name of a sibling. */
const TAILS = ["s", "-2", "_2", "2", " and", ".below", ".", "|", "é"];

/** Names at three depths, each with siblings whose names start with it. */
function crowded(depth: number, value: number): Tree {
  const below = (): Tree | number => (depth === 1 ? value : crowded(depth - 1, value));
  return Object.fromEntries(
    ["limits", "seats"].flatMap((name) => ["", ...TAILS].map((tail) => [name + tail, below()])),
  );
}

/** Every place with its value. */
function placesIn(tree: Tree, above: readonly string[] = []): { place: readonly string[]; value: number }[] {
  return Object.entries(tree).flatMap(([name, below]) =>
    typeof below === "number" ? [{ place: [...above, name], value: below }] : placesIn(below, [...above, name]),
  );
}

/** Two organizations whose values differ everywhere. */
const fleetWith = (depth: number): string => `
templates: { free: { engine: pulumi, path: . } }
organizations:
  - { name: acme, template: free, values: ${JSON.stringify(crowded(depth, 1))} }
  - { name: globex, template: free, values: ${JSON.stringify(crowded(depth, 2))} }
`;

test.each([
  ["values.limits", 1],
  ["values.limits", 2],
  ["values.limits.seats", 2],
  ["values.limits2.seats", 2],
  ["values.limits and.seats-2", 2],
] as const)(
  "%s and what lies below it is promoted, and no sibling that begins like it: %i names deep",
  (only, depth) => {
    const { text, promoted } = promote(file, fleetWith(depth), { from: "acme", to: "globex", only: [only] });
    const [, after] = fleetOf(file, text).organizations;
    const wanted = only.split(".").slice(1);
    const isMeant = (place: readonly string[]): boolean => wanted.every((name, index) => place[index] === name);
    const places = placesIn(after?.values as Tree);
    expect(places.map(({ value }) => value)).toEqual(places.map(({ place }) => (isMeant(place) ? 1 : 2)));
    expect(promoted).toHaveLength(places.filter(({ place }) => isMeant(place)).length);
  },
);

test("a sibling that the target alone has isn't told of either", () => {
  const text = fleetWith(1).replace('"limitss":1,', "");
  expect(promote(file, text, { from: "acme", to: "globex", only: ["values.limits"] }).notes).toEqual([]);
  const all = promote(file, text, { from: "acme", to: "globex" }).notes;
  expect(all).toEqual([expect.stringContaining("values.limitss: stays: acme has none.")]);
});
