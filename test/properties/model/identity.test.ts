import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { formatId, parseId, readNamedId } from "../../../src/model/identity.ts";

const part = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.string({ unit: fc.constantFrom("/", "%", ".", "2", "F", "ü", "😀", "@"), minLength: 1 }),
);

test("parsing an ID returns the parts that it was created from", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (values) => {
      const order = values.map((_value, index) => `part${index}`);
      const parts = Object.fromEntries(values.map((value, index) => [`part${index}`, value]));
      expect(parseId(order, formatId(order, parts))).toEqual(parts);
    }),
  );
});

test("an ID contains only plain characters, and no path step", () => {
  fc.assert(
    fc.property(part, part, (left, right) => {
      const pieces = formatId(["a", "b"], { a: left, b: right }).split("/");
      expect(pieces).toHaveLength(2);
      for (const piece of pieces) {
        expect(piece).toMatch(/^[A-Za-z0-9_.@+:~%-]+$/u);
        expect([".", ".."]).not.toContain(piece);
      }
    }),
  );
});

test("two identities have the same ID only if they are equal", () => {
  fc.assert(
    fc.property(part, part, part, part, (a, b, c, d) => {
      const isSame = a === c && b === d;
      expect(formatId(["x", "y"], { x: a, y: b }) === formatId(["x", "y"], { x: c, y: d })).toBe(isSame);
    }),
  );
});

test("the last part of an ID can be a name, escaped or not", () => {
  fc.assert(
    fc.property(part, part, (scope, name) => {
      const before = formatId(["scope"], { scope });
      for (const text of [`${before}/${name}`, formatId(["scope", "id"], { scope, id: name })]) {
        const read = readNamedId(["scope", "id"], text);
        expect(read.scope).toEqual({ scope });
        expect(read.names).toContain(name);
      }
    }),
  );
});
