import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { diffInputs } from "../../../src/model/diff.ts";
import { field } from "../../../src/model/field.ts";
import { replaceIfOther } from "../../../src/model/on-change.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { box, fakeBox, parcel, stone, vault } from "../../support/fake-resources.ts";

const before = { organizationId: "o1", name: "a", color: "red", combination: "1234", isProtected: true };

describe("a change of", () => {
  test.each([
    ["organizationId", "o2", "replace", "change", '"o1" => "o2"'],
    ["name", "b", "update", "change", '"a" => "b"'],
    ["isProtected", false, "store", "change", "true => false"],
    ["weight", 5, "update", "add", "(not set) => 5"],
    ["color", undefined, "update", "remove", '"red" => (not set)'],
    ["combination", "4711", "update", "change", "the secret value changed"],
    ["combination", undefined, "update", "remove", "the secret value changed"],
  ])("%s to %j does what the field declares", (path, value, effect, kind, reason) => {
    expect(diffInputs(box, before, { ...before, [path]: value })).toEqual([
      { path, kind, effect, secret: path === "combination", reason },
    ]);
  });

  test("any field replaces what cannot be changed, but for settings of the provider", () => {
    const after = { ...before, name: "b", isProtected: false };
    expect(diffInputs(stone, before, after).map(({ path, effect }) => [path, effect])).toEqual([
      ["name", "replace"],
      ["isProtected", "store"],
    ]);
  });

  test("a value to an unknown one never replaces", () => {
    const after = { ...before, organizationId: UNKNOWN, name: UNKNOWN };
    const expected = ["organizationId", "name"].map((path) => ({
      path,
      kind: "unknown",
      effect: "update",
      secret: false,
      reason: "not known before the update",
    }));
    expect(diffInputs(box, before, after)).toEqual(expected);
    expect(diffInputs(stone, before, after).map(({ effect }) => effect)).toEqual(["update", "update"]);
  });

  test("a nested value to one with an unknown in it is a change", () => {
    const destination = { kind: "air", config: { region: "eu" } };
    const unknown = { kind: "air", config: { region: UNKNOWN } };
    expect(diffInputs(parcel, { ...before, destination }, { ...before, destination: unknown })).toEqual([
      { path: "destination", kind: "unknown", effect: "update", secret: false, reason: "not known before the update" },
    ]);
  });
});

describe("no change is", () => {
  test("what the service stores as the same", () => {
    expect(diffInputs(box, before, { ...before, name: " a " })).toEqual([]);
    expect(diffInputs(box, { ...before, name: " a " }, before)).toEqual([]);
  });

  test("another order of keys, or a key without a value", () => {
    const left = { ...before, destination: { kind: "air", config: { region: "eu", stops: undefined } } };
    const right = { destination: { config: { region: "eu" }, kind: "air" }, ...before };
    expect(diffInputs(parcel, left, right)).toEqual([]);
    expect(diffInputs(parcel, right, left)).toEqual([]);
  });

  test("another order of items, is one though", () => {
    const mails = (emails: string[]) => ({ ...before, emails });
    expect(diffInputs(parcel, mails(["a@b", "c@d"]), mails(["c@d", "a@b"]))).toHaveLength(1);
    expect(diffInputs(parcel, mails(["a@b", "c@d"]), mails(["a@b"]))).toHaveLength(1);
  });

  test("`adopt`, whatever happens to it", () => {
    expect(diffInputs(box, before, { ...before, adopt: "b1" })).toEqual([]);
    expect(diffInputs(box, { ...before, adopt: "b1" }, before)).toEqual([]);
    expect(diffInputs(box, { ...before, adopt: "b1" }, { ...before, adopt: UNKNOWN })).toEqual([]);
  });

  test("what state holds beside the inputs", () => {
    expect(diffInputs(box, { ...before, boxId: "b1", stateVersion: 1, old: 1 }, before)).toEqual([]);
  });
});

describe("a write-only value", () => {
  const held = { ...before, password: "old" };

  test("is compared with the one in state", () => {
    expect(diffInputs(vault, held, held)).toEqual([]);
    expect(diffInputs(vault, held, { ...held, password: "new" })).toEqual([
      { path: "password", kind: "change", effect: "update", secret: true, reason: "the secret value changed" },
    ]);
  });

  test.each([
    [true, []],
    [undefined, []],
    [false, [{ path: "password", kind: "add", effect: "update", secret: true, reason: "the secret value changed" }]],
  ])("that state lacks is a change when its fingerprint says %s", (verdict, changes) => {
    const asked: unknown[] = [];
    const compare = (field: string, value: unknown): boolean | undefined => {
      asked.push([field, value]);
      return verdict;
    };
    expect(diffInputs(vault, before, { ...before, password: "new" }, compare)).toEqual(changes);
    expect(asked).toEqual([["password", "new"]]);
  });
});

describe("a field that is changed in place", () => {
  const moved = fakeBox({
    inputs: {
      place: field(z.strictObject({ kind: z.string(), room: z.number() }), {
        doc: "Place.",
        onChange: replaceIfOther((place) => (place as { readonly kind: unknown }).kind),
      }),
    },
  });
  const state = { ...before, place: { kind: "air", room: 1 } };
  const effectOf = (place: unknown): unknown => diffInputs(moved, state, { ...before, place })[0]?.effect;

  test("replaces where its declaration says so, and never for what is not known yet", () => {
    expect(effectOf({ kind: "air", room: 2 })).toBe("update");
    expect(effectOf({ kind: "sea", room: 1 })).toBe("replace");
    expect(effectOf({ kind: UNKNOWN, room: 1 })).toBe("update");
    // What leaves is of no kind any more.
    expect(effectOf(undefined)).toBe("replace");
  });
});

test("what is decided once stays when it leaves the program, and replaces when it is another", () => {
  const numbered = fakeBox({ inputs: { shelf: field(z.number().optional(), { doc: "Shelf.", onChange: "replace" }) } });
  const state = { ...before, shelf: 4 };
  expect(diffInputs(numbered, state, before)).toEqual([]);
  expect(diffInputs(numbered, state, { ...before, shelf: 5 }).map(({ effect }) => effect)).toEqual(["replace"]);
});
