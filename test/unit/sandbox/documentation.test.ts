import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { FAULT_KINDS, QUIRKS } from "../../../packages/sandbox/src/index.ts";

/** The contents of the first cells in a page's tables. */
function firstCells(page: string): (string | undefined)[] {
  const text = readFileSync(join(__dirname, "../../../docs", page), "utf8");
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
}

describe("sandboxOnly: the documentation", () => {
  test.each([
    ["sandbox.md", "fault", Object.keys(FAULT_KINDS)],
    ["reference/dialects.md", "difference between the dialects", Object.keys(QUIRKS)],
  ])("%s has a row for every %s", (page, _what, names) => {
    const cells = firstCells(page);
    expect(names.filter((name) => !cells.includes(name))).toEqual([]);
  });
});
