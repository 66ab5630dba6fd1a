import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { writeWhole } from "../../../../src/cli/drift/write-out.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-out-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a file is replaced as a whole, also behind a link, and nothing else is left", () => {
  const [file, link] = [join(folder, "report"), join(folder, "link")];
  writeFileSync(file, "old");
  symlinkSync(file, link);
  writeWhole(link, "new");
  expect([readFileSync(file, "utf8"), lstatSync(link).isSymbolicLink()]).toEqual(["new", true]);
  expect(readdirSync(folder).toSorted()).toEqual(["link", "report"]);
});

test("a folder, a folder that is not there and a full disk are refused in words", () => {
  expect(() => writeWhole(folder, "x")).toThrow(`--out ${folder} is a folder. Give the path of a file in it.`);
  expect(() => writeWhole(join(folder, "no", "report"), "x")).toThrow(/ENOENT \(its folder does not exist\)/u);
  expect(readdirSync(folder)).toEqual([]);
});

test("a device that is full stays a device", () => {
  expect(() => writeWhole("/dev/full", "x")).toThrow(/ENOSPC \(the disk is full\)/u);
  expect(lstatSync("/dev/full").isCharacterDevice()).toBe(true);
});
