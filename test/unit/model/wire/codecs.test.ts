import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { codecsOf } from "../../../../src/model/wire/codecs.ts";

interface Row {
  readonly title: string | null;
  readonly size?: number | undefined;
  readonly made_at: string | null;
}

interface Body {
  readonly title?: string | null | undefined;
  readonly size?: number | undefined;
}

const { same, mapped, custom, shown } = codecsOf<Row, Body>();
const SIZES = { small: 1, large: 2 } as const;
const row: Row = { title: null, made_at: null };
const reading = { at: {}, declared: undefined };
const sending = { inputs: {}, before: undefined };

describe("the same value", () => {
  test("is read as it was written, null included", () => {
    const codec = same("title");
    fc.assert(
      fc.property(fc.option(fc.string()), (value) => {
        expect(codec.read({ ...row, ...codec.write(value, sending) } as Row, reading)).toBe(value);
      }),
    );
  });

  test("is absent where the row doesn't have it", () => {
    expect(same("size").read(row, reading)).toBe(undefined);
  });
});

describe("a mapped value", () => {
  const codec = mapped("size", SIZES);

  test("is read as the word that was written", () => {
    fc.assert(
      fc.property(fc.constantFrom("small" as const, "large" as const), (word) => {
        expect(codec.write(word, sending)).toEqual({ size: SIZES[word] });
        expect(codec.read({ ...row, ...codec.write(word, sending) } as Row, reading)).toBe(word);
      }),
    );
  });

  test("is shown as text when it has no word, and is absent where the row doesn't have it", () => {
    expect([codec.read({ ...row, size: 3 }, reading), codec.read(row, reading)]).toEqual(["3", undefined]);
  });
});

describe("a value with functions of its own", () => {
  const codec = custom(
    ({ size }, { declared }) => size ?? declared?.["size"],
    (size: number, { before }) => ({ size, title: before?.wire.title }),
  );

  test("is read with what is declared, and written with what the object has", () => {
    expect(codec.read(row, { at: {}, declared: { size: 4 } })).toBe(4);
    const before = { wire: { ...row, title: "a" }, state: {}, desired: {} };
    expect(codec.write(5, { inputs: { size: 5 }, before })).toEqual({ size: 5, title: "a" });
  });
});

describe("a value that is only shown", () => {
  test("is absent when it is null, and is never written", () => {
    const codec = shown("made_at");
    expect([codec.read(row, reading), codec.read({ ...row, made_at: "now" }, reading)]).toEqual([undefined, "now"]);
    expect(codec.write).toBe(undefined);
  });

  test("is what is made of it", () => {
    expect(shown("title", (title) => title === null).read(row, reading)).toBe(true);
    expect(shown(({ title, size }) => `${title} ${size}`).read({ ...row, size: 2 }, reading)).toBe("null 2");
  });
});
