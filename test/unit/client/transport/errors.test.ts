import { expect, test } from "@jest/globals";

import {
  brand,
  ConfigError,
  hasBrand,
  HostError,
  isConfigError,
  isOrgformError,
  isTransportError,
  OrgformError,
  TransportError,
} from "../../../../src/client/transport/index.ts";

const lost = { phase: "headers", requestMayHaveBeenApplied: true, method: "POST", route: "/a/", attempts: 2 } as const;

type Row = [name: string, value: unknown, config: boolean, transport: boolean, own: boolean];

const ERRORS: readonly Row[] = [
  ["OrgformError", new OrgformError("x", "X."), false, false, true],
  ["ConfigError", new ConfigError("x", "host", "X."), true, false, true],
  ["HostError", new HostError("X."), true, false, true],
  ["TransportError", new TransportError({ code: "timeout", message: "X.", ...lost }), false, true, true],
  ["Error", new Error("X."), false, false, false],
  ["Error", Object.assign(new Error("X."), { code: "timeout" }), false, false, false],
  ...[{ [Symbol.for("orgform.error")]: "ConfigError" }, undefined, null, "ConfigError", 7, () => undefined].map(
    (value): Row => ["", value, false, false, false],
  ),
];

test.each(ERRORS)("%s is known for what it is, by a mark that two copies of the package share (%#)", (...row) => {
  const [name, value, config, transport, own] = row;
  expect([isConfigError(value), isTransportError(value), isOrgformError(value)]).toEqual([config, transport, own]);
  expect(value instanceof Error ? value.name : "").toBe(name);
});

test("the mark shows in no log and no JSON, and a later one comes on top", () => {
  const error = new ConfigError("x", "host", "X.");
  expect(Object.keys(error)).toEqual(["code", "option"]);
  expect(
    Object.getOwnPropertySymbols(error).filter((one) => Object.prototype.propertyIsEnumerable.call(error, one)),
  ).toEqual([]);
  brand(error, "OwnError");
  expect([error.name, hasBrand(error, "OwnError"), isConfigError(error), Object.keys(error)]).toEqual([
    "OwnError",
    true,
    true,
    ["code", "option"],
  ]);
});

test("an error of the wire tells all of its parts, and isn't repeated unless it says so", () => {
  const cause = new Error("reset");
  const error = new TransportError({
    code: "timeout",
    message: "X.",
    ...lost,
    retryAfterMs: 7,
    retryable: true,
    cause,
  });
  expect({ ...error, message: error.message, cause: error.cause }).toEqual({
    ...lost,
    code: "timeout",
    message: "X.",
    retryAfterMs: 7,
    retryable: true,
    cause,
  });
  const bare = new TransportError({ code: "timeout", message: "X.", ...lost });
  expect([bare.retryable, bare.retryAfterMs, "cause" in bare]).toEqual([false, undefined, false]);
});
