import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { FAULT_KINDS, QUIRKS } from "../../../packages/sandbox/src/index.ts";

const text = readFileSync(join(__dirname, "../../../docs/sandbox.md"), "utf8");
const firstCells = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);

describe("sandboxOnly: docs/sandbox.md", () => {
  test("has a row for every fault and every quirk", () => {
    const expected = [...Object.keys(FAULT_KINDS), ...Object.keys(QUIRKS)];
    expect(expected.filter((name) => !firstCells.includes(name))).toEqual([]);
  });
});
