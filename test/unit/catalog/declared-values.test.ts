import { expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { check } from "../../../src/model/check.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Fields } from "../../../src/model/field.ts";
import { printed, type Text } from "../../../src/model/messages.ts";
import { type Shape, shapeOf } from "../../../src/model/shape.ts";

const SETTINGS = { howToSet: String };

/** The sentences about the members of a shape, at any depth, by path. */
function docsIn(shape: Shape, path: string): ReadonlyMap<string, Text | undefined> {
  const members = Object.entries(shape.properties ?? {}).map(([name, inner]) => [`${path}.${name}`, inner] as const);
  return new Map(
    members.flatMap(([name, inner]): (readonly [string, Text | undefined])[] => [
      [name, inner.doc],
      ...docsIn(inner, name),
    ]),
  );
}

function undocumented(groups: readonly Fields[]): string[] {
  const fields = groups.flatMap((group) => Object.entries(group));
  const docs = fields.flatMap(([name, rules]) => [...docsIn(shapeOf(rules), name)]);
  return docs.filter(([, doc]) => !/^[A-Z`].*\.$/su.test(printed(doc ?? ""))).map(([path]) => path);
}

const declared = [
  ...resources.map(({ name, inputs, outputs }) => ({ name, groups: [inputs, outputs] })),
  ...functions.map(({ name, arguments: asked, result }) => ({ name, groups: [asked, result] })),
];

test.each(declared)("$name documents every member of a block in sentences", ({ groups }) => {
  expect(undocumented(groups)).toEqual([]);
});

/** Strings that aren't addresses, and addresses. Surrounding spaces make no difference. */
const NO_ADDRESSES = [
  "",
  "ann",
  "@acme.example",
  "ann@",
  "ann@acme",
  "ann b@acme.example",
  "ann@ac me.example",
  "a@b@acme.example",
  "ann@acme.example bob",
];
const ADDRESSES = ["ann@acme.example", " Ann.B+c@acme.co.uk ", "ü@acme.example", "ann@acme.example\n"];

/** The example with another address in one place; undefined for a resource without one. */
function withAddress({ inputs, example = {} }: AnyResource, address: string): object | undefined {
  const { email } = inputs;
  if (email !== undefined && shapeOf(email).properties === undefined) return { ...example, email: address };
  return inputs["members"] === undefined ? undefined : { ...example, members: { [address]: "member" } };
}

const addressed = resources.filter((one) => withAddress(one, "") !== undefined && one.example !== undefined);

test.each(addressed)("$name takes addresses, and nothing else for one", (definition) => {
  const refused = (text: string): boolean =>
    check(definition, { ...withAddress(definition, text) }, SETTINGS).problems.length > 0;
  expect(ADDRESSES.filter(refused)).toEqual([]);
  expect(NO_ADDRESSES.filter((text) => !refused(text))).toEqual([]);
});

test("the addresses are of several resources", () => {
  expect(addressed.length).toBeGreaterThan(3);
});

test.each(resources)("$name has an example that its check accepts as it is", (definition) => {
  expect(check(definition, definition.example ?? {}, SETTINGS).problems).toEqual([]);
});
