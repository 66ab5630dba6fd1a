import { describe, expect, test } from "@jest/globals";

import { SETTINGS } from "../../../../../src/app/settings.ts";
import {
  attributePath,
  errorFrom,
  problemDiagnostics,
  warningFrom,
} from "../../../../../src/engines/terraform/provider/diagnostics.ts";
import { OnDemand } from "../../../../../src/engines/terraform/provider/on-demand.ts";
import { terraformSpelling } from "../../../../../src/engines/terraform/provider/spelling.ts";
import { fieldName, message } from "../../../../../src/model/messages.ts";
import { snakeName } from "../../../../../src/model/names.ts";

describe("a setting of the provider that an error of the client names", () => {
  test.each(SETTINGS.map(({ name }) => [name, snakeName(name)] as const))("%s is spelled %s", (name, own) => {
    const text = `Could not read it\nRaise the limit (${name}).`;
    expect(errorFrom(text)).toMatchObject({ summary: "Could not read it", detail: `Raise the limit (${own}).` });
    expect(warningFrom(text)).toMatchObject({ summary: "Could not read it", detail: `Raise the limit (${own}).` });
  });

  test("is no other word in parentheses, and no part of one", () => {
    const text = "Not found\nThe role (myRole) of retryBudgetSeconds, (xretryBudgetSeconds).";
    expect(errorFrom(text).detail).toBe(text.slice("Not found\n".length));
  });
});

test("an error has its first line as its summary, and is shown at the attribute that it names", () => {
  expect(errorFrom("It | failed")).toEqual({ severity: 1, summary: "It | failed", detail: "" });
  expect(errorFrom("It failed\n\nTry é.\nThen run again.", "samlX509Cert")).toEqual({
    severity: 1,
    summary: "It failed",
    detail: "\nTry é.\nThen run again.",
    attribute: { steps: [{ attributeName: "saml_x509_cert" }] },
  });
  expect(attributePath("name")).toEqual({ steps: [{ attributeName: "name" }] });
});

describe("a warning", () => {
  const LONG = "x".repeat(81);

  test.each([
    ["It was | skipped", "It was | skipped", ""],
    ["It was skipped\nSet é.\nThen run again.", "It was skipped", "Set é.\nThen run again."],
    [LONG.slice(1), LONG.slice(1), ""],
    [`${LONG.slice(1)}\nmore`, LONG.slice(1), "more"],
    [LONG, `${LONG.slice(0, 77)}...`, LONG],
    [`Short: ${LONG}`, "Short", `Short: ${LONG}`],
    [`Short: of it: ${LONG}\nmore`, "Short", `Short: of it: ${LONG}\nmore`],
    [`${LONG.slice(1)}: more`, LONG.slice(1), `${LONG.slice(1)}: more`],
    [`${LONG}: more`, `${LONG.slice(0, 77)}...`, `${LONG}: more`],
  ])("%j has a summary of eighty characters at most, and loses no word", (text, summary, detail) => {
    expect(warningFrom(text)).toEqual({ severity: 2, summary, detail });
  });
});

test("each problem of a configuration is told at its attribute, as one sentence", () => {
  const list = {
    kind: "list",
    of: { kind: "object", members: { hostName: { type: { kind: "string" }, required: true } } },
  } as const;
  const spelling = terraformSpelling([{ name: "hubList", type: list }]);
  const told = (path: string, reason: Parameters<typeof problemDiagnostics>[1][number]["reason"]) =>
    problemDiagnostics("It isn't right", [{ path, reason }], spelling)[0];
  const at = (name: string, detail: string) => ({
    severity: 1,
    summary: "It isn't right",
    detail,
    attribute: { steps: [{ attributeName: name }] },
  });
  expect(told("hubList[2].hostName", "is too long")).toEqual(at("hub_list", "hub_list[2].host_name is too long."));
  for (const end of [".", "?", "!"]) expect(told("name", `is it${end}`)).toEqual(at("name", `name is it${end}`));
  expect(told("name", "is a. b")).toEqual(at("name", "name is a. b."));
  expect(told("name", message`differs from ${fieldName("hubList")}`)).toEqual(
    at("name", "name differs from hub_list."),
  );
  expect(told("", "is wrong")).not.toHaveProperty("attribute");
  const both = [
    { path: "b", reason: "is wrong" },
    { path: "a", reason: "is wrong" },
  ];
  expect(problemDiagnostics("x", both, spelling).map(({ detail }) => detail)).toEqual(["b is wrong.", "a is wrong."]);
});

test("things on demand are made once, when they are asked for, and keep their order", () => {
  const made: string[] = [];
  const maker = (name: string) => [name, () => made.push(name) > 0 && { name }] as const;
  const things = new OnDemand(["b", "a", "c"].map(maker));
  expect([things.get("none"), made]).toEqual([undefined, []]);
  const first = things.get("a");
  expect([things.get("a") === first, made]).toEqual([true, ["a"]]);
  expect([...things.all().keys()]).toEqual(["b", "a", "c"]);
  expect([things.all().get("a") === first, made]).toEqual([true, ["a", "b", "c"]]);
});
