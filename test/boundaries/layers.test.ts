import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { LAYERS } from "../../scripts/gates/layers.ts";
import { isInFull, testInFull } from "../support/extent.ts";
import { runScript, runTool } from "../support/run-tool.ts";

// Each test starts a tool, which takes a second alone and several beside other work.
jest.setTimeout(60_000);

const ROOT = join(__dirname, "../..");
const PLANTED = join(__dirname, "planted");

/** The files of the planted tree, and how many imports each has; in a planted file each of them is forbidden. */
const files = [
  "src",
  "packages/fleet/src",
  "packages/mcp/src",
  "packages/policy/src",
  "packages/sandbox/src",
  "packages/watch/src",
]
  .flatMap((root) =>
    readdirSync(join(PLANTED, root), { recursive: true, encoding: "utf8" }).map(
      (name) => `${root}/${name.replaceAll("\\", "/")}`,
    ),
  )
  .filter((name) => /\.(?:ts|cjs)$/.test(name))
  .map((name) => ({
    name,
    imports: readFileSync(join(PLANTED, name), "utf8").match(/(?:from |import\()"/g)?.length ?? 0,
  }));
const isPlanted = (name: string): boolean =>
  /planted\.(?:ts|cjs)$|^src\/(?:index|pulumi|pulumi-plugin|sandbox)\.ts$/.test(name) ||
  /^src\/engines\/(?:(?:pulumi|terraform)\/index|\w+)\.ts$/.test(name);

/** The gate's own lines about a folder. */
async function complaints(
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly status: number | undefined; readonly lines: string[] }> {
  const { status, output } = await runScript("scripts/gates/boundaries.ts", [folder], ROOT, env);
  return { status, lines: output.split("\n").filter((line) => line !== "") };
}

describe("the cruiser", () => {
  let violations: readonly string[];
  beforeAll(async () => {
    violations = (await complaints(PLANTED)).lines;
  });
  const layerViolations = (name: string): string[] =>
    violations.filter((line) => line.startsWith("layer ") && line.includes(`: ${name} ->`));

  // By day, `npm run check` covers this.
  testInFull("finds nothing wrong in src/ and has looked at every file of it", async () => {
    const { status, output } = await runScript("scripts/gates/boundaries.ts", ["--json"], ROOT);
    const report = JSON.parse(output) as { violations: string[]; modules: number; files: number };
    expect({ status, violations: report.violations }).toEqual({ status: 0, violations: [] });
    expect(report.modules).toBeGreaterThanOrEqual(report.files);
    expect(report.files).toBeGreaterThan(20);
  });

  test("reports a planted violation of every layer's rule", () => {
    const seen = violations.map((line) => /^layer (.*): (?:src|packages)\//.exec(line)?.[1]);
    for (const layer of LAYERS) expect(seen).toContain(layer.path);
  });

  test.each(files.filter((file) => isPlanted(file.name) && file.imports > 0))(
    "reports each of the $imports forbidden imports of $name",
    ({ name, imports }) => expect(layerViolations(name)).toHaveLength(imports),
  );

  test.each(files.filter((file) => file.name.includes("fine.")))("reports nothing in $name", ({ name }) => {
    expect(violations.filter((line) => line.includes(`: ${name}`))).toEqual([]);
  });

  test("reports cycles, those of types too, a lost import, a development dependency and a file outside every layer", () => {
    expect(violations).toContain("cycle: src/model/cycle-a.ts -> src/model/cycle-b.ts");
    expect(violations).toContain("cycle of types: src/app/type-cycle-a.ts -> src/app/type-cycle-b.ts");
    expect(violations.join("\n")).toContain(
      "cycle of types: packages/sandbox/src/type-cycle-a.ts -> packages/sandbox/src/type-cycle-b.ts",
    );
    expect(violations).toContain("not found: src/model/lost.ts -> ./not-there.ts");
    expect(violations.join("\n")).toMatch(/not a dependency: packages\/sandbox\/src\/dev-only\.ts -> .*fast-check/);
    expect(violations).toContain("no layer: src/stray/planted.ts");
  });
});

describe("the count of modules", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "orgform-cruise-"));
    mkdirSync(join(folder, "src/model"), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  testInFull("complains when the cruiser finds no compiler that it can use and so looks at nothing", async () => {
    writeFileSync(join(folder, "src/model/unseen.ts"), 'export { here } from "../transport/index.ts";\n');
    const preload = join(folder, "no-compilers.cjs");
    const text = `const { Module } = require("node:module");
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (/^(?:typescript|@swc\\/core|@babel\\/core)(?:\\/|$)/.test(request)) throw new Error("taken away");
  return resolve.call(this, request, ...rest);
};`;
    writeFileSync(preload, text);
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` };
    expect(await complaints(folder, env)).toEqual({
      status: 1,
      lines: ["0 modules were looked at, but src/ holds 1 files"],
    });
  });

  testInFull("complains when there is nothing to look at", async () => {
    expect(await complaints(folder)).toEqual({
      status: 1,
      lines: ["0 modules were looked at, but src/ holds 0 files"],
    });
  });
});

// By day, `npm run check` covers the configuration, and the cruiser reads the same table.
if (isInFull()) {
  describe("the linter", () => {
    let reported: string;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "orgform-lint-"));
      cpSync(PLANTED, folder, { recursive: true });
      for (const file of [".oxlintrc.json", "scripts/gates/layers.lint.json", "tsconfig.json"])
        cpSync(join(ROOT, file), join(folder, file));
      symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
      reported = (await runTool("oxlint", ["-f", "unix", "src", "packages"], folder)).output;
      rmSync(folder, { recursive: true, force: true });
    });
    const restricted = (name: string): string[] =>
      reported.split("\n").filter((line) => line.startsWith(`${name}:`) && line.includes("no-restricted-imports"));

    test("has a configuration that is made from the same table", async () => {
      expect(await runScript("scripts/gates/layers-lint.ts", [], ROOT)).toMatchObject({ status: 0, output: "" });
    });

    // It checks import statements. Only the cruiser checks dynamic imports.
    test.each(files.filter((file) => isPlanted(file.name) && file.imports > 0 && file.name.endsWith(".ts")))(
      "reports each of the $imports forbidden imports of $name",
      ({ name, imports }) => expect(restricted(name)).toHaveLength(imports),
    );

    test.each(files.filter((file) => file.name.includes("fine.")))("reports no import of $name", ({ name }) => {
      expect(restricted(name)).toEqual([]);
    });
  });
}
