import { describe, expect, test } from "@jest/globals";

import { DEFAULT_TIMEOUT_SECONDS } from "../../../src/app/drift/drift-report.ts";
import { timeoutIn } from "../../../src/cli/commands/drift.ts";
import { readChoice, readText, readTexts } from "../../../src/cli/flag-values.ts";
import { isAbsent } from "../../../src/cli/optional-packages.ts";
import { codeOf } from "../../../src/cli/file-error.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { metricsIn } from "../../../src/cli/watch/metrics.ts";

describe("a flag of certain words", () => {
  const words = ["text", "json", "json-lines"] as const;
  const read = (value: Parameters<typeof readChoice>[1]) => readChoice("format", value, words);

  test("is one of them, or absent", () => {
    expect([...words, undefined].map(read)).toEqual([...words, undefined]);
  });

  test.each([
    ["", "--format is empty; it must be text or json or json-lines."],
    ["js", "--format is js; it must be text or json or json-lines."],
    ["JSON", "--format is JSON; it must be text or json or json-lines."],
    [true, "--format is true; it must be text or json or json-lines."],
  ])("isn't %j", (value, said) => {
    expect(() => read(value)).toThrow(new UsageError(said));
  });
});

test.each([
  ["a", "a", []],
  [" ", " ", []],
  ["", undefined, []],
  [true, undefined, []],
  [false, undefined, []],
  [undefined, undefined, []],
  [["", "a", " ", "", "é|"], undefined, ["a", " ", "é|"]],
  [[], undefined, []],
])("the flag %j is the text %j and the texts %j", (value, text, texts) => {
  expect([readText(value), readTexts(value)]).toEqual([text, texts]);
});

describe("the address of metrics", () => {
  test.each([
    ["9464", "127.0.0.1", 9464],
    ["0", "127.0.0.1", 0],
    ["65535", "127.0.0.1", 65_535],
    ["0.0.0.0:9464", "0.0.0.0", 9464],
    ["[::]:9464", "::", 9464],
    ["::1:9464", "::1", 9464],
    ["host-1.example:1", "host-1.example", 1],
  ])("%s is %s and %d", (text, host, port) => {
    expect(metricsIn({ metrics: text })).toEqual({ text, host, port });
  });

  test.each(["65536", "123456", "a", ":9464", "0.0.0.0:", "9464 ", " 9464", "-1", "1.5", "http://a:1/"])(
    "isn't %j",
    (text) => {
      expect(() => metricsIn({ metrics: text })).toThrow(
        new UsageError(
          `--metrics is ${text}; it must be a port such as 9464, or an address and a port such as 0.0.0.0:9464.`,
        ),
      );
    },
  );

  test.each([undefined, ""])("is none for %j", (text) => {
    expect(metricsIn({ metrics: text })).toBeUndefined();
  });
});

test.each([
  [Object.assign(new Error("no such file"), { code: "ENOENT" }), "ENOENT"],
  [{ code: 7 }, "7"],
  [new Error("a fault"), "Error: a fault"],
  ["text |é", "text |é"],
  [null, "null"],
  [undefined, "undefined"],
])("the code of the error %j is %s", (error, code) => {
  expect(codeOf(error)).toBe(code);
});

/** Messages of a failed import, and whether they say that the package itself isn't installed. */
test.each<[unknown, boolean]>([
  [new Error("Cannot find package '@orgform/fleet' imported from /a.js"), true],
  [new Error("No such built-in module: @orgform/fleet"), true],
  // A dependency of the package, or a package of a similar name.
  [new Error("Cannot find package 'yaml' imported from /node_modules/@orgform/fleet/a.js"), false],
  [new Error("Cannot find package '@orgform/fleets' imported from /a.js"), false],
  [new Error("See: Cannot find package '@orgform/fleet'"), false],
  [new Error("No such built-in module: yaml, for @orgform/fleet"), false],
  ["Cannot find package '@orgform/fleet'", false],
  [undefined, false],
])("after %p, the package is absent: %j", (error, expected) => {
  expect(isAbsent(error, "@orgform/fleet")).toBe(expected);
});

describe("the time limit of a comparison", () => {
  test.each([
    [undefined, DEFAULT_TIMEOUT_SECONDS],
    ["1", 1],
    ["86400", 86_400],
  ])("of %j is %d seconds", (text, seconds) => {
    expect(timeoutIn(text)).toBe(seconds);
  });

  test.each(["0", "-1", "86401", "1.5", "soon", "10s", "Infinity"])("isn't %j", (text) => {
    expect(() => timeoutIn(text)).toThrow(
      new UsageError(`--timeout is ${text}; it must be an integer of seconds from 1 to 86400.`),
    );
  });
});
