import { describe, expect, test } from "@jest/globals";

import { createRedactor } from "../../../../src/client/transport/redact.ts";

const hidden = (secret: string, text: string): string => createRedactor([secret]).text(text);
const hexOf = (text: string): string => Buffer.from(text).toString("hex");

test.each([
  ["Secret_8", "secret_8 SECRET_8", "[redacted] [redacted]"],
  // Shorter ones occur by chance in another case.
  ["Secret7", "secret7 Secret7", "secret7 [redacted]"],
  ["Prod", String.raw`prod \u0050rod 50726f64`, String.raw`prod \u0050rod [redacted]`],
])("a secret of 8 characters is known in any case: %s in %j", (secret, text, left) => {
  expect(hidden(secret, text)).toBe(left);
});

test.each([
  ["Ab".repeat(500), "[redacted]"],
  [`${"Ab".repeat(500)}c`, `${"ab".repeat(500)}c`],
])("one of up to a thousand characters is known in any case (%#)", (secret, left) => {
  expect([hidden(secret, secret.toLowerCase()), hidden(secret, secret)]).toEqual([left, "[redacted]"]);
});

test("one of up to ten thousand characters is known in hexadecimal, in either case", () => {
  for (const length of [600, 10_000]) {
    const secret = "kO".repeat(length / 2);
    expect(hidden(secret, hexOf(secret))).toBe("[redacted]");
    expect(hidden(secret, hexOf(secret).toUpperCase())).toBe("[redacted]");
  }
  const longer = `${"kO".repeat(5_000)}!`;
  expect(hidden(longer, hexOf(longer))).toBe(hexOf(longer));
});

test.each([
  ["a b&c=d", "?x=a+b%26c%3Dd&y=1", "?x=[redacted]&y=1"],
  ["a b&c=d", "/a%20b%26c%3Dd/", "/[redacted]/"],
  ['a "b"', String.raw`{"x":"a \"b\""}`, '{"x":"[redacted]"}'],
  ['a "b"', String.raw`?x=a+%5C%22b%5C%22`, "?x=[redacted]"],
])("one of any length is known as it is written in a query, a path, and JSON: %s in %j", (secret, text, left) => {
  expect(hidden(secret, text)).toBe(left);
});

test.each([
  ["abcdefg", "x", true],
  ["abcdef", "x", false],
])("a piece of base64 is known from 8 characters on: of %s after %s: %s", (secret, before, isKnown) => {
  const written = Buffer.from(`${before}${secret}`).toString("base64");
  expect(hidden(secret, written).includes("[redacted]")).toBe(isKnown);
});

describe("a secret with any of its characters escaped", () => {
  test.each([
    ["key🔑door!", String.raw`key\ud83d\udd11door! \uD83D`, String.raw`[redacted] \uD83D`],
    ["key🔑door!", String.raw`\u006bey\u{1f511}door!`, "[redacted]"],
    ["key🔑door!", "%6Bey%F0%9F%94%91door!", "[redacted]"],
    ["key é door", String.raw`\x6bey+\xe9 door`, "[redacted]"],
    ["line\nbreak", String.raw`\u006cine\nbreak`, "[redacted]"],
    ["line\nbreak", String.raw`\u006cine\\\\nbreak`, "[redacted]"],
  ])("is known: %j in %j", (secret, text, left) => {
    expect(hidden(secret, text)).toBe(left);
  });

  test.each([
    ["abcdefgh", String.raw`\\\\\\\\\\\\\\\\ \u0041`],
    ["abcdefgh", "++++++++ %41"],
    ["abcdefgh", "100 %4 abcdefg"],
  ])("isn't seen in what only looks like escapes: %j in %j", (secret, text) => {
    expect(hidden(secret, text)).toBe(text);
  });
});

test("a redactor without secrets changes nothing, and learns them later", () => {
  const redactor = createRedactor();
  expect(redactor.text("Stryker was here! secret")).toBe("Stryker was here! secret");
  redactor.add("secret");
  redactor.add("secret of more words");
  expect(redactor.text("a secret of more words, a secret")).toBe("a [redacted], a [redacted]");
});

test("a cause shows its name and message as its stack, and nothing of its own place", () => {
  const cause = createRedactor(["secret"]).cause(Object.assign(new TypeError("a secret"), { code: "E_secret" }));
  expect([cause.name, cause.message, cause.stack, cause.code]).toEqual([
    "TypeError",
    "a [redacted]",
    "TypeError: a [redacted]",
    "E_[redacted]",
  ]);
  expect(Object.keys(cause)).toEqual(["code"]);
});
