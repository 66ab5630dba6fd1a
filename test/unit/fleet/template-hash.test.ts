import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { templateHash } from "../../../packages/fleet/src/expansion/template-hash.ts";
import { fleetEngines } from "../../../src/engines/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-hash-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const hash = (name = "program"): string => templateHash(join(folder, name), fleetEngines);

const PROGRAM = { "program/main.tf": 'module "own" {\n  source = "../own"\n}\n', "own/main.tf": "# own\n" };

describe("the hash of a template", () => {
  test.each([
    ["a file of its own", "program/other.tf"],
    ["a file in a folder of its own", "program/inner/deep/main.tf"],
    ["a file of a module that it names", "own/variables.tf"],
    ["a file whose name only looks like a log's", "program/log.txt"],
    ["a file whose name is that of a left-out folder", "program/build.txt"],
    ["a text beside the program", "program/readme.md"],
  ])("changes with %s", (_what, path) => {
    write(PROGRAM);
    const before = hash();
    write({ [path]: "one" });
    const added = hash();
    write({ [path]: "two" });
    expect(new Set([before, added, hash()]).size).toBe(3);
  });

  test.each([
    "program/.terraform/modules/a.tf",
    "program/.hidden",
    "program/debug.log",
    ...["node_modules", "dist", "build", "bin", "obj", "target", "venv", "vendor", "__pycache__"].map(
      (name) => `program/${name}/file.txt`,
    ),
    "program/terraform.tfstate",
    "program/Pulumi.acme.yaml",
    "beside/main.tf",
  ])("doesn't change with %s, which is no part of it", (path) => {
    write(PROGRAM);
    const before = hash();
    write({ [path]: "one" });
    expect(hash()).toBe(before);
  });

  test("is of names and contents, wherever the folder is, and of each module once", () => {
    write({ "program/main.tf": "a", "copy/main.tf": "a", "renamed/other.tf": "a", "split/main.tf": "", "split/a": "" });
    expect(hash("copy")).toBe(hash());
    expect(new Set([hash(), hash("renamed"), hash("split")]).size).toBe(3);
    const round = (name: string): string => `module "m" {\n  source = "../${name}"\n}\n`;
    write({ "one/main.tf": round("two"), "two/main.tf": round("one") });
    expect(hash("one")).toMatch(/^[\da-f]{32}$/u);
    expect(hash("one")).not.toBe(hash("two"));
  });

  test("is empty without a folder, and without a file that counts", () => {
    write({ "empty/.hidden": "a" });
    expect([hash("none"), hash("empty")]).toEqual(["", ""]);
  });
});

test("the hash of a template is of its files by path, whatever order a system lists them in", () => {
  write({ ...PROGRAM, "program/a/x.tf": "é", "program/a.tf": "", "program/B.tf": "# b\n" });
  const hashed = createHash("sha256");
  for (const [path, text] of [
    ["../own/main.tf", "# own\n"],
    ["B.tf", "# b\n"],
    ["a.tf", ""],
    ["a/x.tf", "é"],
    ["main.tf", PROGRAM["program/main.tf"]],
  ] as const)
    hashed.update(`${path}\n${Buffer.byteLength(text)}\n${text}`);
  expect(hash()).toBe(hashed.digest("hex").slice(0, 32));
});
