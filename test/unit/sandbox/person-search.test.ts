import { expect, test } from "@jest/globals";

import { createPerson } from "../../../packages/sandbox/src/analytics/persons.ts";
import { findPersons, type PersonQuery } from "../../../packages/sandbox/src/analytics/person-query.ts";
import { filtersFrom, comparableText } from "../../../packages/sandbox/src/analytics/property-filter.ts";
import { narrowedByFilters } from "../../../packages/sandbox/src/analytics/narrowing.ts";
import type { Properties } from "../../../packages/sandbox/src/analytics/rows.ts";
import type { World } from "../../../packages/sandbox/src/world.ts";
import { worldWith } from "./world-with.ts";

/** Values whose text in a row differs from the value's, or whose letters change in lowercase. */
const PERSONS: readonly { readonly id: string; readonly properties: Properties }[] = [
  { id: "ann-1", properties: { email: "Ann@Acme.example", name: "Ann", plan: "paid" } },
  { id: "ANN-2", properties: { email: "bob@acme.example", name: 'Bob "the\\builder"', plan: 5 } },
  { id: "kelvin", properties: { email: "\u212Aelvin@acme.example", name: "İpek", plan: ["paid", { deep: true }] } },
  { id: "zoë", properties: { name: "Zoë\nÖl", plan: "50% off_now", "$odd key": null } },
  { id: "u-9", properties: { email: "", plan: "PAID" } },
];

const PROJECT = 77;
const queryOf = (further: Partial<PersonQuery>): PersonQuery => ({
  project: PROJECT,
  email: null,
  distinctId: null,
  search: null,
  filters: filtersFrom([]),
  ...further,
});

function peopled(dialect: "documented" | "2025-08"): World {
  const { world } = worldWith([], { dialect });
  world.store.transaction(() => {
    for (const [age, { id, properties }] of PERSONS.entries()) {
      createPerson(world, {
        project: PROJECT,
        properties,
        created_ms: world.clock.nowMs() - age * 1000,
        is_identified: true,
        distinctIds: [id, `also ${id}`],
      });
    }
  });
  return world;
}

const found = (world: World, query: Partial<PersonQuery>): Properties[] =>
  findPersons(world, queryOf(query), 100, 0).map(({ properties }) => properties);

const expected = (fits: (one: (typeof PERSONS)[number]) => boolean): Properties[] =>
  PERSONS.filter(fits).map(({ properties }) => properties);

test.each([
  "ann",
  "ANN",
  "acme.example",
  "Kelvin@",
  "k",
  "ipek",
  "the\\b",
  "zoë",
  "öl",
  "%",
  "_",
  "also u",
  "nobody-at-all",
])("a search for %j finds whom it found when every person was looked at", (search) => {
  const has = (value: unknown): boolean => comparableText(value).toLowerCase().includes(search.toLowerCase());
  const world = peopled("2025-08");
  expect(found(world, { search })).toEqual(
    expected(({ id, properties }) => [properties["email"], properties["name"], id, `also ${id}`].some(has)),
  );
});

test.each(["ann-1", "ANN-2", "ann", "also zoë"])(
  "the documented service takes the distinct id %j as a whole",
  (search) => {
    const has = (value: unknown): boolean => comparableText(value).toLowerCase().includes(search.toLowerCase());
    expect(found(peopled("documented"), { search })).toEqual(
      expected(({ id, properties }) => has(properties["email"]) || [id, `also ${id}`].includes(search)),
    );
  },
);

test.each([
  ["exact", "paid", (plan: unknown) => plan === "paid"],
  ["exact", ["paid", 5], (plan: unknown) => plan === "paid" || plan === 5],
  ["exact", 5, (plan: unknown) => plan === 5],
  ["icontains", "Paid", (plan: unknown) => comparableText(plan).toLowerCase().includes("paid")],
  ["icontains", "% off_", (plan: unknown) => comparableText(plan).includes("% off_")],
  ["is_not", "paid", (plan: unknown) => plan !== "paid"],
  ["exact", "none-has-this", () => false],
] as const)("persons with plan %s %j are the same", (operator, value, fits) => {
  const world = peopled("2025-08");
  const condition = { key: "plan", operator, value, type: "person" };
  const wanted = expected(({ properties }) => fits(properties["plan"]));
  expect(found(world, { filters: filtersFrom([condition]) })).toEqual(wanted);
  const orMissing = { key: "email", operator: "is_not_set", type: "person" };
  expect(found(world, { filters: filtersFrom({ type: "OR", values: [condition, orMissing] }) })).toEqual(
    expected(({ properties }) => fits(properties["plan"]) || properties["email"] === undefined),
  );
});

test("a page goes on where the one before ended, also among persons of one moment", () => {
  const { world } = worldWith([], { dialect: "2025-08" });
  const created_ms = world.clock.nowMs() - 1000;
  world.store.transaction(() => {
    for (let number = 0; number < 2_500; number += 1) {
      const properties = { plan: number % 2 === 0 ? "paid" : "free" };
      createPerson(world, {
        project: PROJECT,
        properties,
        created_ms,
        is_identified: true,
        distinctIds: [`u${number}`],
      });
    }
  });
  const filters = filtersFrom([{ key: "plan", operator: "is_set", type: "person" }]);
  const all = findPersons(world, queryOf({ filters }), 5_000, 0).map(({ id }) => id);
  expect(new Set(all).size).toBe(2_500);
  expect(findPersons(world, queryOf({ filters }), 10, 1_995).map(({ id }) => id)).toEqual(all.slice(1_995, 2_005));
});

/** A condition on a person's property. */
const isProperty = (value: unknown, operator = "exact", type = "person", key = "plan") => ({
  key,
  value,
  operator,
  type,
});

test.each([
  [[], undefined],
  [[isProperty("ab cdefg hh")], ["%cdefg%"]],
  [[isProperty("AB-C.D@E")], ["%ab-c.d@e%"]],
  [[isProperty(["one", "two"])], ["%one%", "%two%"]],
  [[isProperty(["one", "k"])], undefined],
  [[isProperty("Thin Kick")], ["%th%"]],
  [[isProperty("a%b_c")], undefined],
  [[isProperty("one", "icontains")], ["%one%"]],
  [[isProperty("x", "is_set", "person", "plan")], ["%plan%"]],
  [[isProperty("one", "is_not")], undefined],
  [[isProperty("one", "exact", "event")], undefined],
  [[isProperty("one"), isProperty("two", "is_not")], ["%one%"]],
  [
    [isProperty("one"), isProperty("two")],
    ["%one%", "%two%"],
  ],
  [[{ type: "OR", values: [isProperty("one"), isProperty("two")] }], ["%one%", "%two%"]],
  [[{ type: "OR", values: [isProperty("one"), isProperty("two", "is_not")] }], undefined],
])("by %j, only persons are read whose text has %j: the longest plain part", (written, values) => {
  expect(narrowedByFilters(filtersFrom(written))?.values).toEqual(values);
});
