import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";

import { writeWhole } from "../../../../src/cli/drift/write-out.ts";

test("a file that cannot take its place leaves what was there, and nothing beside it", () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "orgform-out-"));
  const file = join(folder, "report");
  fs.writeFileSync(file, "old");
  const refused = jest.spyOn(fs, "renameSync").mockImplementation(() => {
    throw Object.assign(new Error("refused"), { code: "EACCES" });
  });
  expect(() => writeWhole(file, "new")).toThrow("EACCES (not allowed). No part of it was left there.");
  refused.mockRestore();
  expect([fs.readdirSync(folder), fs.readFileSync(file, "utf8")]).toEqual([["report"], "old"]);
  fs.rmSync(folder, { recursive: true });
});
