import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
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
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { missingTargets } from "../../scripts/package-targets.ts";
import { testInFull } from "../support/extent.ts";
import { runTool } from "../support/run-tool.ts";

const ROOT = join(__dirname, "../..");

jest.setTimeout(60_000);

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "orgform-build-"));
  for (const name of ["tsconfig.json", "tsconfig.build.json"]) cpSync(join(ROOT, name), join(project, name));
  mkdirSync(join(project, "scripts"));
  for (const name of [
    "build.ts",
    "bundle.ts",
    "declarations.ts",
    "package-targets.ts",
    "is-main.ts",
    "undici-pool.mjs",
  ]) {
    cpSync(join(ROOT, "scripts", name), join(project, "scripts", name));
  }
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"), "junction");
  write(
    "package.json",
    JSON.stringify({ type: "module", bin: { it: "./dist/main.js" }, exports: { "./dyn/*.cjs": "./dist/dyn/*.cjs" } }),
  );
  write("src/main.ts", '#!/usr/bin/env node\nimport { one } from "./one.ts";\n\nconsole.log(one);\n');
  write("src/one.ts", "export const one = 1;\n");
  write("src/dyn/thing.cjs", "exports.thing = 1;\n");
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), text);
}
const build = (): ReturnType<typeof runTool> => runTool("tsx", [join(project, "scripts/build.ts")], project);
const read = (path: string): string => readFileSync(join(project, path), "utf8");
const said = (path: string): string => spawnSync(process.execPath, [join(project, path)], { encoding: "utf8" }).stdout;

test("emits commands and entries with what they import, and types, copies the stored modules, and makes the command executable", async () => {
  expect(await build()).toMatchObject({ status: 0, output: "build: dist is new\n" });
  expect(read("dist/main.js")).toMatch(/^#!\/usr\/bin\/env node\n/u);
  expect(said("dist/main.js")).toBe("1\n");
  expect(read("dist/one.d.ts")).toContain("export declare const one = 1;");
  expect(read("dist/dyn/thing.cjs")).toBe("exports.thing = 1;\n");
  expect(statSync(join(project, "dist/main.js")).mode & 0o111).toBe(0o111);
});

testInFull(
  "bundles each entry of an engine's process into one file, and creates no file for other modules",
  async () => {
    write("src/engines/some/runtime.ts", 'import { one } from "../../one.ts";\n\nconsole.log(one + 1);\n');
    write("src/engines/some/other.ts", 'import "./runtime.ts";\n');
    expect((await build()).output).toBe("build: dist is new\n");
    expect(existsSync(join(project, "dist/one.js"))).toBe(false);
    expect(said("dist/engines/some/runtime.js")).toBe("2\n");
    expect(existsSync(join(project, "dist/engines/some/other.js"))).toBe(false);
  },
);

test("keeps dist if nothing has changed, and otherwise replaces all of it", async () => {
  await build();
  const before = statSync(join(project, "dist")).ino;
  expect((await build()).output).toBe("build: dist is up to date\n");
  expect(statSync(join(project, "dist")).ino).toBe(before);
  rmSync(join(project, "src/one.ts"));
  write("src/main.ts", "console.log(2);\n");
  await build();
  expect(readdirSync(join(project, "dist")).filter((name) => name.startsWith("one"))).toEqual([]);
});

test("keeps the old dist when the compiler refuses, and leaves no folder behind", async () => {
  await build();
  write("src/one.ts", "export const one: = 1;\n");
  const { status, output } = await build();
  expect(status).toBe(1);
  expect(output).toContain("src/one.ts(1,19): error TS1110");
  expect(said("dist/main.js")).toBe("1\n");
  expect(readdirSync(project).filter((name) => name.startsWith("dist"))).toEqual(["dist"]);
});

test("fails if package.json lists a file that isn't built", async () => {
  write("package.json", JSON.stringify({ type: "module", exports: { ".": { default: "./dist/gone.js" } } }));
  const { status, output } = await build();
  expect(status).toBe(1);
  expect(output).toBe("build: package.json promises paths that the build does not make:\n  ./dist/gone.js\n");
});

testInFull("two builds at once both succeed and leave one whole dist", async () => {
  const runs = await Promise.all([build(), build(), build()]);
  expect(runs.map((run) => run.status)).toEqual([0, 0, 0]);
  expect(said("dist/main.js")).toBe("1\n");
  expect(readdirSync(project).filter((name) => name.startsWith("dist"))).toEqual(["dist"]);
});

test("a listed pattern needs a matching file", () => {
  const manifest = { exports: { "./dyn/*.cjs": "./dist/dyn/*.cjs" }, bin: { it: "./dist/main.js" } };
  expect(missingTargets(manifest, ["./dist/dyn/a.cjs", "./dist/main.js"])).toEqual([]);
  expect(missingTargets(manifest, ["./dist/dyn/.cjs", "./dist/dyn/a.js"])).toEqual([
    "./dist/main.js",
    "./dist/dyn/*.cjs",
  ]);
});
