import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
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
