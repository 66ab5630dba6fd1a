import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { partialRows } from "../../../../src/capabilities/partial-rows.ts";
import { noteAbsentKeys } from "../../../../src/client/absent-keys.ts";
import { RowsInPart } from "../../../../src/driver/session/rows-in-part.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import { field } from "../../../../src/model/field.ts";
import { box, failureOf, fakeBox, plain } from "../../../support/fake-resources.ts";

const at = { organizationId: "o1", boxId: "b1" };

/** A row of a box that lacks these keys, with the values that are read instead. */
function rowWithout(absent: readonly string[], values: Readonly<Record<string, unknown>> = {}) {
  const shown = { id: "b1", name: "a", color: "grey", weight: null };
  const answer = Object.fromEntries(Object.entries(shown).filter(([key]) => !absent.includes(key)));
  const wire = { ...shown, ...values };
  noteAbsentKeys(
    z.object({ id: z.string(), name: z.string(), color: z.string(), weight: z.number().nullable() }),
    answer,
    wire,
  );
  return { wire, at };
}

const { combination: _combination, ...inputs } = box.inputs as typeof plain.inputs;
/** A box each of whose inputs has a key. */
const open: AnyResource = { ...box, inputs };

const listed = (changes: object) => fakeBox({ collection: { ...plain.collection!, ...changes } });

describe("a row that lacks a key", () => {
  test.each<[string, AnyResource, string[], Readonly<Record<string, unknown>>, string[]]>([
    ["shows nothing of its field while it is like the default", open, ["color"], {}, ["color"]],
    ["shows its field by another value", open, ["color"], { color: "red" }, []],
    [
      "shows nothing of each field that it lacks, in order",
      open,
      ["weight", "color", "name"],
      { name: "" },
      ["name", "color", "weight"],
    ],
    ["shows nothing of an empty list", open, ["name"], { name: [] }, ["name"]],
    ["shows a number", open, ["weight"], { weight: 7 }, []],
    ["shows a list with something in it", open, ["name"], { name: ["x"] }, []],
    ["might show nothing of an input without a key of its own", box, ["color"], { color: "red" }, ["combination"]],
    ["shows all of a whole object", box, [], {}, []],
    ["is all that there is, where objects can't be read by themselves", { ...open, ops: {} }, ["color"], {}, []],
  ])("%s", (_title, definition, absent, values, unshown) => {
    expect(new RowsInPart().unshown(definition, rowWithout(absent, values))).toEqual(unshown);
  });

  test("shows every output without a key, and none whose key it lacks", () => {
    const text = field(z.string().nullable(), { doc: "A text." });
    const definition = { ...open, outputs: { ...plain.outputs, name: text, other: text } };
    expect(new RowsInPart().unshown(definition, rowWithout(["name"], { name: "" }))).toEqual(["name", "name"]);
  });

  test("needn't show what the service never returns, or what only Orgform uses", () => {
    const hidden = field(z.string().optional(), { doc: "Hidden.", returned: "never" });
    const definition = { ...open, inputs: { ...inputs, color: hidden, name: hidden } };
    expect(new RowsInPart().unshown(definition, rowWithout(["color", "name"], { color: "", name: "" }))).toEqual([]);
  });
});

test("of objects without a list, nothing is learned from a separate read", async () => {
  const rows = new RowsInPart();
  const { collection: _none, ...unlisted } = open;
  rows.learn(unlisted, rowWithout(["color"]).wire);
  expect(rows.unshown(unlisted, rowWithout(["color"]))).toEqual(["color"]);
  const asked: string[] = [];
  await rows.first(unlisted, async () => void asked.push("read"));
  expect(asked).toEqual(["read"]);
});

describe("of the fields that a row lacks, one is missed", () => {
  const row = rowWithout(["color", "weight"]);

  test.each([
    ["where the state has another value", { color: "red", weight: 7 }, ["color", "weight"]],
    ["but not where it has the same", { color: "grey", weight: 7 }, ["weight"]],
    ["but not where it has none", { name: "b" }, []],
  ])("%s", (_title, held, missed) => {
    expect(new RowsInPart().missed(open, row, held)).toEqual(missed);
  });

  test("wherever the list is known to omit it, and no other", () => {
    const definition = {
      ...listed({ capabilities: [partialRows({ omits: [], mayOmit: ["weight", "name"] })] }),
      inputs,
    };
    expect(new RowsInPart().missed(definition, row, {})).toEqual(["weight"]);
    expect(new RowsInPart().missed(definition, row, { color: "red" })).toEqual(["color", "weight"]);
    expect(new RowsInPart().missed(definition, rowWithout([]), { color: "red" })).toEqual([]);
  });

  test("compared as the object is read for the declaration; for the state without one", () => {
    const declarations: unknown[] = [];
    const definition = fakeBox({
      fromWire: (wire, where, declared) => {
        declarations.push(declared);
        return plain.fromWire(wire, where);
      },
    });
    new RowsInPart().missed(definition, row, { color: "red" }, { color: "blue" });
    new RowsInPart().missed(definition, row, { color: "red" });
    expect(declarations).toEqual([{ color: "blue" }, { color: "red" }]);
  });
});

describe("a key that an object lacks, even if it is read by itself,", () => {
  test("is missed in no row of the list any longer, and every other is", () => {
    const rows = new RowsInPart();
    rows.learn(open, rowWithout(["color"]).wire);
    expect(rows.unshown(open, rowWithout(["color"]))).toEqual([]);
    expect(rows.unshown(open, rowWithout(["color", "weight"]))).toEqual(["weight"]);
    expect(rows.missed(open, rowWithout(["color"]), { color: "red" })).toEqual([]);
    const other = { ...listed({ name: "others" }), inputs };
    expect(rows.unshown(other, rowWithout(["color"]))).toEqual(["color"]);
  });

  test("is missed again after an object that has it", () => {
    const rows = new RowsInPart();
    rows.learn(open, rowWithout(["color"]).wire);
    rows.learn(open, rowWithout([]).wire);
    expect(rows.unshown(open, rowWithout(["color"]))).toEqual(["color"]);
  });
});

describe("the first separate read of an object", () => {
  test("is the only one until it is over, however many ask, and none follows what was learned", async () => {
    const rows = new RowsInPart();
    const asked: string[] = [];
    const read = (name: string) => async () => {
      asked.push(name);
      await Promise.resolve();
      rows.learn(open, rowWithout([]).wire);
    };
    await Promise.all([rows.first(open, read("a")), rows.first(open, read("b"))]);
    await rows.first(open, read("c"));
    expect(asked).toEqual(["a"]);
    await rows.first({ ...listed({ name: "others" }), inputs }, read("of another list"));
    expect(asked).toEqual(["a", "of another list"]);
  });

  test("that fails lets the next one be read", async () => {
    const rows = new RowsInPart();
    const asked: string[] = [];
    const failing = rows.first(open, () => Promise.reject(new Error("refused")));
    expect((await failureOf(failing)).message).toBe("refused");
    await rows.first(open, async () => void asked.push("again"));
    expect(asked).toEqual(["again"]);
  });
});
