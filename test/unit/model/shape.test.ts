import { expect, test } from "@jest/globals";
import { z } from "zod";

import { fieldRef, Message, message, printed, type Text } from "../../../src/model/messages.ts";
import { asLookedUp, lookedUpShapeOf, type Shape, shapeOf } from "../../../src/model/shape.ts";

const place = (secret: boolean) =>
  z.object({
    region: z.string().meta({ doc: message`Region of ${fieldRef("boxId")}.` }),
    inner: z.object({
      key: z.string().meta({ doc: message`Key of ${fieldRef("lidColor")}.`, ...(secret ? { secret } : {}) }),
      note: z.string().optional().meta({ doc: "Note." }),
    }),
  });

/** The docs of all members, by path. */
function docsOf({ properties = {} }: Shape, path = ""): [string, Text | undefined][] {
  return Object.entries(properties).flatMap(([name, inner]) => [
    [`${path}${name}`, inner.doc] as [string, Text | undefined],
    ...docsOf(inner, `${path}${name}.`),
  ]);
}

test("a type says of each member what it is, also where that names a field, which each engine spells", () => {
  const docs = docsOf(shapeOf({ schema: place(false) }));
  expect(docs.map(([name, doc]) => [name, doc === undefined ? undefined : printed(doc)])).toEqual([
    ["region", "Region of `boxId`."],
    ["inner", undefined],
    ["inner.key", "Key of `lidColor`."],
    ["inner.note", "Note."],
  ]);
  expect(docs.filter(([, doc]) => doc instanceof Message).map(([name]) => name)).toEqual(["region", "inner.key"]);
});

test("a look-up shows no secret member, nor asks for one, and the type itself keeps it", () => {
  const names = (shape: Shape) => docsOf(shape).map(([name]) => name);
  const all = ["region", "inner", "inner.key", "inner.note"];
  const shown = ["region", "inner", "inner.note"];
  const schema = place(true);
  expect([names(lookedUpShapeOf({ schema })), names(shapeOf({ schema }))]).toEqual([shown, all]);
  expect(lookedUpShapeOf({ schema }).properties?.["inner"]?.required).toEqual([]);
  expect(shapeOf({ schema }).properties?.["inner"]?.required).toEqual(["key"]);
  const marked = asLookedUp(place(true));
  expect(names(shapeOf({ schema: marked }))).toEqual(shown);
  const open = z.object({ note: z.string().optional() });
  expect(lookedUpShapeOf({ schema: open })).toEqual(shapeOf({ schema: open }));
});
