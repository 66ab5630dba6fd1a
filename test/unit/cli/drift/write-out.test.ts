import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { writeWhole } from "../../../../src/cli/drift/write-out.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-out-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a file is replaced as a whole, and nothing else is left", () => {
  const file = join(folder, "report");
  writeFileSync(file, "old");
  writeWhole(file, "new");
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(readdirSync(folder)).toEqual(["report"]);
});

test.each(["to a file", "to nothing"])("a link %s is not followed", (where) => {
  const [file, link] = [join(folder, "secret"), join(folder, "link")];
  if (where === "to a file") writeFileSync(file, "old");
  symlinkSync(file, link);
  expect(() => writeWhole(link, "new")).toThrow(
    `--out ${link} is a symbolic link, which is not followed. Give the path of the file itself.`,
  );
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(existsSync(file) ? readFileSync(file, "utf8") : "nothing").toBe(where === "to a file" ? "old" : "nothing");
});

test("a link to a device leads to it", () => {
  const link = join(folder, "out");
  symlinkSync("/dev/null", link);
  writeWhole(link, "new");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
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

test("what can't be written is told by its flag, in whole words", () => {
  const file = join(folder, "report");
  writeFileSync(file, "old");
  const [absent, below] = [join(folder, "no", "é"), join(file, "é")];
  const end = "No part of it was left there.";
  expect(() => writeWhole(absent, "x", "--page")).toThrow(
    new UsageError(`--page ${absent} could not be written: ENOENT (its folder does not exist). ${end}`),
  );
  expect(() => writeWhole(below, "x")).toThrow(
    new UsageError(`--out ${below} could not be written: ENOTDIR (a folder in its path is a file). ${end}`),
  );
  expect(() => writeWhole("/dev/full", "x", "--report")).toThrow(
    new UsageError(`--report /dev/full could not be written: ENOSPC (the disk is full). ${end}`),
  );
  expect([readdirSync(folder), readFileSync(file, "utf8")]).toEqual([["report"], "old"]);
});

test("bytes are for their writer alone, since they hold a plan, and a text is for everybody as usual", () => {
  const [bytes, text, usual] = ["bytes", "text", "usual"].map((name) => join(folder, name));
  writeWhole(bytes ?? "", new Uint8Array([0, 255]));
  writeWhole(text ?? "", "é");
  writeFileSync(usual ?? "", "é");
  const modeOf = (path = ""): number => statSync(path).mode % 0o1000;
  expect([bytes, text].map(modeOf)).toEqual([0o600, modeOf(usual)]);
  expect([...readFileSync(bytes ?? "")]).toEqual([0, 255]);
});
