import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { FAULT_KINDS, QUIRKS } from "../../../src/sandbox/index.ts";

const text = readFileSync(join(__dirname, "../../../docs/sandbox.md"), "utf8");
const firstCells = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);

describe("sandboxOnly: docs/sandbox.md", () => {
  test("has a row for every fault and every quirk", () => {
    const expected = [...Object.keys(FAULT_KINDS), ...Object.keys(QUIRKS)];
    expect(expected.filter((name) => !firstCells.includes(name))).toEqual([]);
  });

  test("names the number of replayed rows", () => {
    const folder = join(__dirname, "../../contract/sandbox/recordings");
    const files = ["flow-01-organization", "flow-02-domain", "flow-11-authentication", "flow-12-throttling"];
    const rows = files.map(
      (name) => (JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as { rows: [] }).rows,
    );
    expect(text).toContain(`${rows.flat().length} rows`);
  });
});
