import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { openRecordDatabase, RecordError } from "../../../packages/fleet/src/record/database.ts";
import { failureOf } from "../../support/fake-resources.ts";

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

test("a record has the format of this version, and one of another version isn't touched", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-record-"));
  const path = join(folder, "größe.db");
  try {
    for (const _time of ["new", "again"]) {
      const database = openRecordDatabase(path);
      expect(database.prepare("PRAGMA user_version").pluck().all()).toEqual([1]);
      database.close();
    }
    const database = openRecordDatabase(path);
    database.exec("PRAGMA user_version = 2; DROP TABLE paused");
    database.close();
    const files = (): Buffer[] =>
      [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file));
    const before = files();
    const refused = await failureOf(Promise.resolve().then(() => openRecordDatabase(path)));
    expect([refused, refused.message, refused.cause]).toEqual([
      expect.any(RecordError),
      `The record ${path} cannot be used: it has the format 2 of another version, not 1. Name another one with --record.`,
      expect.any(Error),
    ]);
    expect(files()).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a record at the place of a folder, or below a file, is refused with its path", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-record-"));
  writeFileSync(join(folder, "file"), "");
  try {
    for (const [path, reason] of [
      [folder, `EISDIR: illegal operation on a directory, open '${folder}'`],
      [join(folder, "file/runs.db"), `EEXIST: file already exists, mkdir '${join(folder, "file")}'`],
    ] as const) {
      const refused = await failureOf(Promise.resolve().then(() => openRecordDatabase(path)));
      const says = `The record ${path} cannot be used: ${reason}. Name another one with --record.`;
      // Node's errors aren't instances of the Error that tests have.
      const message = refused.message.replace("used: Error: ", "used: ");
      expect([refused, message]).toEqual([expect.any(RecordError), says]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
