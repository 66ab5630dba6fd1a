import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "@jest/globals";

import {
  blocksIn,
  moduleFolders,
  placedBlockLines,
  PROGRAM_FILE,
  programFiles,
  programTests,
} from "../../../../../../src/engines/terraform/provider/configuration/configuration.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "orgform-configuration-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const putModules = (...folders: readonly unknown[]): void =>
  put(".terraform/modules/modules.json", JSON.stringify({ Modules: folders.map((Dir) => ({ Key: "k", Dir })) }));

const hcl = (name: string): string => `# first\nresource "orgform_role" "${name}" {\n  name = "é"\n}\n`;
const json = (name: string): string => JSON.stringify({ resource: { orgform_role: { [name]: { name: "é" } } } });

const OTHERS = ["z.tfvars", "z.tf.bak", "z.tfstate", "z.json", "tf", "z.tfx", "z.tf.jsonx", "z.hcl"];

/** A program with two modules of its own, and files that are none of it. */
function putProgram(): void {
  putModules("", ".", "b", "a/é", "b", ".terraform/modules/fetched", 7, null);
  put("z.tf", hcl("z"));
  put("a.tofu", hcl("a"));
  put("m.tf.json", json("m"));
  put("n.tofu.json", json("n"));
  put("b/main.tf", hcl("in_b"));
  put("a/é/main.tf", hcl("in_a"));
  put("c/main.tf", hcl("of_nobody"));
  put(".terraform/modules/fetched/main.tf", hcl("fetched"));
  for (const name of OTHERS) put(name, hcl("other"));
}

const FILES = ["a.tofu", "m.tf.json", "n.tofu.json", "z.tf", "b/main.tf", "a/é/main.tf"];

test("a program has the files of its folder in their order, then those of its own modules", () => {
  putProgram();
  expect(moduleFolders(folder)).toEqual(["b", "a/é"]);
  expect(programFiles(folder).map(({ file }) => file)).toEqual(FILES);
  expect(programFiles(folder).at(-1)).toEqual({ file: "a/é/main.tf", text: hcl("in_a") });
  expect([...FILES, ...OTHERS].filter((name) => PROGRAM_FILE.test(name))).toEqual(FILES);
});

test("its blocks have their files; those with all lines are in HCL", () => {
  putProgram();
  const found = blocksIn(folder).map(({ file, type, name }) => [file, type, name]);
  const names = ["a", "m", "n", "z", "in_b", "in_a"];
  expect(found).toEqual(FILES.map((file, index) => [file, "orgform_role", names[index]]));
  expect(blocksIn(folder)[0]?.line).toBe(2);
  const whole = placedBlockLines(folder).map(({ file, name, lines }) => [file, name, lines.first, lines.last]);
  expect(whole).toEqual([
    ["a.tofu", "a", 2, 4],
    ["z.tf", "z", 2, 4],
    ["b/main.tf", "in_b", 2, 4],
    ["a/é/main.tf", "in_a", 2, 4],
  ]);
});

test("tests of the engine are beside a module or in its folder of tests, and know their module", () => {
  putProgram();
  const tests = ["b.tftest.hcl", "a.tofutest.json", "tests/x.tftest.json", "b/tests/y.tofutest.hcl", "b/x.tftest.hcl"];
  for (const file of tests) put(file, `run "${file}" {}`);
  for (const file of [
    "x.tftest",
    "x.tftest.hcl.bak",
    "xtftest.hcl",
    "tests/z.tf",
    "c/x.tftest.hcl",
    "tests/deep/x.tftest.hcl",
  ])
    put(file, "");
  expect(programTests(folder)).toEqual(
    [
      ["a.tofutest.json", "."],
      ["b.tftest.hcl", "."],
      ["tests/x.tftest.json", "."],
      ["b/x.tftest.hcl", "b"],
      ["b/tests/y.tofutest.hcl", "b"],
    ].map(([file = "", module]) => ({ file, text: `run "${file}" {}`, folder: module })),
  );
  // None of them is a part of the program.
  expect(programFiles(folder).map(({ file }) => file)).toEqual(FILES);
});

test("what can't be read has nothing in it, and the rest counts", () => {
  expect([blocksIn(join(folder, "none")), programTests(join(folder, "none"))]).toEqual([[], []]);
  putModules("gone");
  mkdirSync(join(folder, "folder.tf"));
  put("main.tf", hcl("x"));
  expect(programFiles(folder)).toEqual([
    { file: "folder.tf", text: "" },
    { file: "main.tf", text: hcl("x") },
  ]);
  expect(blocksIn(folder).map(({ name }) => name)).toEqual(["x"]);
  for (const text of ["no JSON", "[]", "null", "{}", '{"Modules":{"Dir":"a"}}', '{"Modules":["a",null,[]]}']) {
    put(".terraform/modules/modules.json", text);
    expect([text, moduleFolders(folder)]).toEqual([text, []]);
  }
});
