import { describe, expect, test } from "@jest/globals";

import { derivedList } from "../../../src/capabilities/derived-list.ts";
import { emptyList } from "../../../src/capabilities/empty-list.ts";
import { partitionedList } from "../../../src/capabilities/partitioned-list.ts";
import { resolvedOutputs } from "../../../src/capabilities/resolved-outputs.ts";
import { separateLists } from "../../../src/capabilities/separate-lists.ts";
import { identityOfRow, withDependencies, withLocation } from "../../../src/driver/location.ts";
import type { Capability } from "../../../src/model/hooks/capability.ts";
import type { ListCapability } from "../../../src/model/hooks/list-capability.ts";
import { box, fakeBox, plain } from "../../support/fake-resources.ts";
import type { Row } from "../../support/fake-service.ts";

const at = { organizationId: "o1", boxId: "b1" };
const VALUES = { organizationId: "o2", color: "red", name: "a", weight: 7, combination: "c", isProtected: true };

const of = (lists: readonly ListCapability[], capabilities: readonly Capability[] = []) =>
  fakeBox({ capabilities, collection: { ...plain.collection!, capabilities: lists } });

const parted = partitionedList({
  field: "color",
  of: ({ color }: Row) => (typeof color === "string" ? color : undefined),
  all: () => Promise.resolve([]),
});

const separate = separateLists({
  part: "color",
  of: ({ color }) => (typeof color === "string" ? color : undefined),
  isSeparate: () => true,
  words: "the red boxes",
});

describe("the place of an object has, beside its identity,", () => {
  test.each([
    ["nothing", box, VALUES, {}],
    ["the part whose list shows it", of([parted]), VALUES, { color: "red" }],
    ["no part that isn't named", of([parted]), { name: "a" }, {}],
    ["no part that isn't a text", of([parted]), { color: 7 }, {}],
    ["the part that chooses a separate list", of([separate]), VALUES, { color: "red" }],
    ["no part that chooses a list before it is known", of([separate]), {}, {}],
    [
      "what its list was known by before it was empty",
      of([emptyList({ knownBy: ["name", "weight"] })]),
      VALUES,
      { name: "a" },
    ],
    [
      "outputs that were resolved before",
      of([], [resolvedOutputs({ names: ["combination", "other"], resolve: () => Promise.resolve({}) })]),
      VALUES,
      { combination: "c" },
    ],
  ])("%s", (_what, definition, values, more) => {
    expect(withLocation(definition, at, values)).toEqual({ ...at, ...more });
  });

  test("the part of a separate list that the identity names already", () => {
    expect(withLocation(of([separate]), { ...at, color: "blue" }, VALUES)).toEqual({ ...at, color: "blue" });
  });

  test("each switch that decides how it is derived, as a word, off where it isn't set", () => {
    const derived = of([
      derivedList({ resource: box, dependsOn: ["isProtected", "isOther", "name"], make: () => Promise.resolve([]) }),
    ]);
    const switches = { isProtected: "true", isOther: "false", name: "false" };
    expect(withDependencies(derived, at, VALUES)).toEqual({ ...at, ...switches });
    expect(withLocation(derived, at, VALUES)).toEqual({ ...at, ...switches });
    expect(withDependencies(box, at, VALUES)).toEqual(at);
  });
});

test.each([
  ["of one list, whatever it shows", box, { id: "b1", color: "red" }, {}],
  ["with its part", of([parted]), { id: "b1", color: "red" }, { color: "red" }],
  ["without a part that it doesn't show", of([parted]), { id: "b1" }, {}],
])("a row is identified %s", (_what, definition, wire, more) => {
  expect(identityOfRow(definition, wire, { organizationId: "o1" })).toEqual({ ...at, ...more });
});
