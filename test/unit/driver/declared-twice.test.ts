import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { derivedList } from "../../../src/capabilities/derived-list.ts";
import { nestedName } from "../../../src/capabilities/nested-name.ts";
import { partitionedList } from "../../../src/capabilities/partitioned-list.ts";
import { separateLists } from "../../../src/capabilities/separate-lists.ts";
import { plan } from "../../../src/driver/driver.ts";
import { type HeldObject, refuseSecondDeclaration } from "../../../src/driver/plan/declared-twice.ts";
import { Declarations } from "../../../src/driver/session/declarations.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { containsUnknown, UNKNOWN } from "../../../src/model/unknown.ts";
import { box, failureOf, fakeBox, plain, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";

const one = { organizationId: "o1", name: "a", color: "red", combination: "1234", isProtected: true };

async function refusal(other: Readonly<Record<string, unknown>>, names = ["box.first", "box.second"]): Promise<string> {
  const { context } = startDriver(new FakeService());
  const among = new Declarations();
  const declare = async (inputs: Readonly<Record<string, unknown>>, key: number): Promise<void> => {
    const name = names[key];
    const declaration = { among, key: String(key), ...(name === undefined ? {} : { name }) };
    refuseSecondDeclaration(box, { organizationId: "o1" }, inputs, { ...context, declaration });
  };
  await declare(one, 0);
  return (await failureOf(declare({ ...one, ...other }, 1))).message;
}

test.each([
  [{}, "They're equal."],
  [{ color: "blue" }, "They differ in color."],
  [{ color: undefined, isProtected: false }, "They differ in color, isProtected."],
  // A secret is named, and isn't shown.
  [{ combination: "4321" }, "They differ in combination."],
])("a second declaration with %j is told how it differs from the first", async (other, told) => {
  expect(await refusal(other)).toBe(
    `Declared twice: Box "a"\nbox.first and box.second declare the same Box: organizationId "o1", name "a". ${told}\nRemove one of the two declarations.`,
  );
});

test("declarations without names are two", async () => {
  expect(await refusal({}, ["box.first"])).toContain("\nTwo declarations declare the same Box:");
});

test.each([
  ["and changes, is the same declaration asked about again, as for a replacement", "blue", undefined],
  ["and stays, is another declaration", "red", "claimed_twice"],
])("where an engine tells no keys, a new object with the key of one that it has %s", async (_title, color, code) => {
  const { context } = startDriver(new FakeService());
  const declaring = { ...context, declaration: { among: new Declarations() } };
  const prior = { id: "o1/b1", state: { ...one, color, boxId: "b1", stateVersion: 1 } };
  await plan(box, one, () => declaring, prior);
  const again = async (): Promise<string> => {
    refuseSecondDeclaration(box, { organizationId: "o1" }, one, declaring);
    return "";
  };
  expect(await again().catch((error: { code: string }) => error.code)).toBe(code ?? "");
});

test.each([
  ["b1", "b1", 'adopt "b1"'],
  ["b1", "b2", undefined],
])("two objects that adopt %s and %s are one if the same is named", async (first, second, told) => {
  const { context } = startDriver(new FakeService());
  const among = new Declarations();
  const declare = async (adopt: string, name: string): Promise<void> =>
    refuseSecondDeclaration(
      box,
      { organizationId: "o1" },
      { ...one, name, adopt },
      {
        ...context,
        declaration: { among, key: adopt + name, name },
      },
    );
  await declare(first, "x");
  const message = await declare(second, "y").then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(message).toBe(
    told &&
      `Declared twice: Box "y"\nx and y declare the same Box: ${told}. They differ in name.\nRemove one of the two declarations.`,
  );
});

/** What is told of two new objects of a definition, one after the other; undefined if they are two. */
async function toldOf(
  definition: AnyResource,
  first: Values,
  second: Values,
  held?: HeldObject,
): Promise<string | undefined> {
  const { context } = startDriver(new FakeService());
  const among = new Declarations();
  const declare = async (inputs: Values, key: string, held?: HeldObject): Promise<void> =>
    refuseSecondDeclaration(definition, {}, inputs, { ...context, declaration: { among, key, name: key } }, held);
  await declare(first, "x", held);
  return declare(second, "y").then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const text = (doc: string) => field(z.string().optional(), { doc, serviceDefault: null });
const key = (...fields: readonly string[]) => ({ ...plain.naturalKey!, fields });
const { naturalKey: _none, ...unnamed } = fakeBox();
const doubled = fakeBox({
  inputs: { isDouble: field(z.boolean().optional(), { doc: "Double.", serviceDefault: false }) },
  naturalKey: { ...key("organizationId", "name"), isUnique: false },
  capabilities: [adoption({ allowDuplicateField: "isDouble" })],
});
/** Boxes that are told apart by a lid, in lists of rooms and of shelves. */
const lidded = fakeBox({
  inputs: { lid: text("Lid."), roomId: text("Room."), shelfId: text("Shelf.") },
  naturalKey: key("name"),
  capabilities: [nestedName({ of: ({ lid }) => String(lid), isKnown: ({ lid }) => !containsUnknown(lid) })],
  collection: {
    ...plain.collection!,
    capabilities: [
      partitionedList({ field: "roomId", of: () => undefined, all: () => Promise.resolve([]) }),
      separateLists({
        part: "shelfId",
        of: ({ shelfId }) => (typeof shelfId === "string" ? shelfId : undefined),
        isSeparate: () => true,
        words: "the boxes of a shelf",
      }),
    ],
  },
});
/** Boxes that the service shows only in rows of another list, in another way if they aren't protected. */
const derived = fakeBox({
  collection: {
    ...plain.collection!,
    capabilities: [derivedList({ resource: box, dependsOn: ["isProtected"], make: () => Promise.resolve([]) })],
  },
});
const LID = { ...one, lid: "flat", roomId: "r1", shelfId: "s1" };

describe("two new objects are one", () => {
  test.each<[string, AnyResource, Values, Values, boolean]>([
    ["if they have one name", fakeBox(), one, { ...one, name: " a " }, true],
    [
      "unless they are in two organizations",
      fakeBox({ naturalKey: key("name") }),
      one,
      { ...one, organizationId: "o2" },
      false,
    ],
    ["unless one of the names isn't known", fakeBox(), one, { ...one, name: UNKNOWN }, false],
    ["unless none of the names is known", fakeBox(), { ...one, name: UNKNOWN }, { ...one, name: UNKNOWN }, false],
    [
      "unless it isn't known where they are",
      fakeBox(),
      { ...one, organizationId: UNKNOWN },
      { ...one, organizationId: UNKNOWN },
      false,
    ],
    ["unless nothing names them", unnamed, one, one, false],
    ["unless another one is asked for", doubled, one, { ...one, isDouble: true }, false],
    ["if a second one may be asked for and isn't", doubled, one, { ...one, isDouble: false }, true],
    ["unless one of several of its name is adopted", doubled, one, { ...one, adopt: "b1" }, false],
    ["if the only one of its name is adopted", fakeBox(), one, { ...one, adopt: "b1" }, true],
    ["if they are alike in all that tells them apart", lidded, LID, { ...LID, color: "blue" }, true],
    ["unless a part of the name within differs", lidded, LID, { ...LID, lid: "round" }, false],
    ["unless a part of the name within isn't known", lidded, { ...LID, lid: UNKNOWN }, { ...LID, lid: UNKNOWN }, false],
    ["if only how their rows are made differs", derived, one, { ...one, isProtected: false }, true],
    ["unless they are in two rooms", lidded, LID, { ...LID, roomId: "r2" }, false],
    ["unless they are on two shelves", lidded, LID, { ...LID, shelfId: "s2" }, false],
  ])("%s", async (_title, definition, first, second, isOne) => {
    const told = await toldOf(definition, first, second);
    expect(told?.startsWith("Declared twice: Box ") ?? false).toBe(isOne);
  });

  test.each<[string, AnyResource, Values, string]>([
    [
      "that a secret is part of the name, without its value",
      fakeBox({ naturalKey: key("combination", "name") }),
      one,
      `x and y declare the same Box: name "a". They're equal.\nRemove one of the two declarations.`,
    ],
    [
      "how to ask for a second one",
      doubled,
      { ...one, color: "blue" },
      'x and y declare the same Box: organizationId "o1", name "a". They differ in color.\nRemove one of the two declarations. Or set `isDouble: true` to create another one.',
    ],
    [
      "that they would share one object, where the service overwrites the first",
      fakeBox({ capabilities: [adoption({ isOverwritten: ({ color }) => color === "red" })] }),
      one,
      'x and y declare the same Box: organizationId "o1", name "a". They\'re equal. The service keeps one object for both: the second create would overwrite the first without an error, and deleting one would delete both.\nRemove one of the two declarations, and let everything refer to the other one.',
    ],
    [
      "nothing of sharing for a declaration that the service would refuse",
      fakeBox({ capabilities: [adoption({ isOverwritten: ({ color }) => color === "red" })] }),
      { ...one, color: "grey" },
      'x and y declare the same Box: organizationId "o1", name "a". They differ in color.\nRemove one of the two declarations.',
    ],
  ])("and it is told %s", async (_what, definition, second, told) => {
    expect(await toldOf(definition, one, second)).toBe(`Declared twice: Box "a"\n${told}`);
  });
});

test("an object of the state that is adopted anew, or that this run made, is no second declaration", async () => {
  const held = { id: "o1/b1", isChanged: false };
  // What was adopted once has its ID in the state, and `adopt` says nothing any more.
  expect(await toldOf(fakeBox(), { ...one, name: "x", adopt: "b7" }, { ...one, adopt: "b7" }, held)).toBeUndefined();
  const { session, context } = startDriver(new FakeService());
  const declaring = { ...context, declaration: { among: new Declarations() } };
  const declare = async (held?: HeldObject): Promise<void> =>
    refuseSecondDeclaration(box, { organizationId: "o1" }, one, declaring, held);
  await declare();
  session.ownership.own(box, held.id, "made");
  await expect(declare(held)).resolves.toBeUndefined();
  expect((await failureOf(declare({ ...held, id: "o1/b2" })))["code"]).toBe("claimed_twice");
});
