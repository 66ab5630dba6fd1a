import { describe, expect, test } from "@jest/globals";

import { functions } from "../../../../src/catalog/functions/index.ts";
import { functionTable } from "../../../../src/cli/call/list.ts";
import type { AnyFunction } from "../../../../src/model/function.ts";

const named = (name: string): AnyFunction => functions.find((one) => one.name === name) as AnyFunction;

/** A made-up function that sends these requests. */
function made(name: string, operations: readonly string[], doc: string, effect: AnyFunction["effect"]): AnyFunction {
  return { ...named("getEvent"), name, operations, doc, effect };
}

describe("the table of functions", () => {
  test("has those of a subject together, in the order of subjects, a line each", () => {
    // The name column is 9 characters wide, so the text has 100 - 2 - 9 - 12.
    const fits = `é|${"x".repeat(75)}`;
    const table = functionTable([
      made("two", ["proxyRecords.list", "events.list"], fits, "destructive"),
      made("one", ["batchExports.get"], `${fits}!`, "read"),
      made("dropIt", ["proxyRecords.list"], "Drops it.", "write"),
      made("none", [], "None.", "read"),
    ]);
    expect(table).toBe(
      [
        "Batch exports:",
        `  one      read        é|${"x".repeat(72)}...`,
        "",
        "Others:",
        "  none     read        None.",
        "",
        "Proxy records:",
        `  two      destructive ${fits}`,
        "  drop-it  write       Drops it.",
        "",
      ].join("\n"),
    );
  });

  test("has a lookup and a list beside the functions of their resource", () => {
    const shown = functionTable([named("verifyDomain"), named("getDomain"), named("listDomains")]);
    const words = shown.split("\n").map((line) => line.trim().split(" ")[0]);
    expect(words).toEqual(["Domains:", "verify-domain", "get-domain", "list-domains", ""]);
  });
});
