import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { openRecordDatabase } from "../../../packages/fleet/src/record/database.ts";

test.each(["new", "left open to others by an older version"])("a record that is %s is its owner's alone", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-record-"));
  const path = join(folder, "record.db");
  if (kind !== "new") {
    writeFileSync(path, "");
    chmodSync(path, 0o644);
  }
  const database = openRecordDatabase(path);
  try {
    const modes = [path, `${path}-wal`, `${path}-shm`].map((file) => (statSync(file).mode & 0o777).toString(8));
    expect(modes).toEqual(["600", "600", "600"]);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
});

test("a folder that is made for a record isn't committed, and one that was there before is left alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-record-"));
  try {
    for (const path of ["new/of/record.db", "new/of/another.db", "record.db"])
      openRecordDatabase(join(folder, path)).close();
    const ignored = ["new/of", "new", ""].map((path) => join(folder, path, ".gitignore"));
    expect(ignored.map((file) => existsSync(file) && readFileSync(file, "utf8"))).toEqual(["*\n", false, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
