import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { buildSync } from "esbuild";

import { SOURCES, builtPaths, ensureGenerated } from "../../scripts/set-up/generated.cjs";
import { REPOSITORY } from "../support/doc-pages.ts";

test("a change of any module that generated files follow from makes them stale", () => {
  const { metafile } = buildSync({
    absWorkingDir: REPOSITORY,
    entryPoints: ["scripts/gen/built.ts", "scripts/gen/registries.ts", "src/app/served.ts"],
    bundle: true,
    write: false,
    metafile: true,
    outdir: "bundled",
    platform: "node",
    format: "esm",
    packages: "external",
  });
  const modules = Object.keys(metafile.inputs).filter((path) => !path.startsWith("scripts/set-up/"));
  expect(modules.length).toBeGreaterThan(200);
  expect(modules.filter((path) => !SOURCES.some((source) => `${path}/`.startsWith(`${source}/`)))).toEqual([]);
});

describe("what git does not keep", () => {
  const root = mkdtempSync(join(tmpdir(), "orgform-generated-"));
  const path = (name: string): string => join(root, name);
  const made = (): string => readFileSync(path("src/names.generated.ts"), "utf8");
  const runs = (): number => readFileSync(path("runs"), "utf8").length;

  beforeAll(() => {
    for (const folder of ["scripts", "src/model", "src/catalog"]) mkdirSync(path(folder), { recursive: true });
    symlinkSync(join(REPOSITORY, "node_modules"), path("node_modules"), "junction");
    // A generator in small: it lists the files of a folder, and counts how often it ran.
    const stamp = join(REPOSITORY, "scripts/set-up/generated.cjs");
    writeFileSync(
      path("scripts/gen.ts"),
      `import { appendFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { stampBuilt } from ${JSON.stringify(stamp)};
appendFileSync("runs", ".");
writeFileSync("src/names.generated.ts", readdirSync("src/model").join());
if (existsSync("killed")) process.exit(1);
stampBuilt(process.cwd(), ["src/names.generated.ts"]);
`,
    );
  });
  beforeEach(() => {
    writeFileSync(path("src/model/one.ts"), "1");
    rmSync(path("src/model/two.ts"), { force: true });
    rmSync(path("killed"), { force: true });
    ensureGenerated(root);
    writeFileSync(path("runs"), "");
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test("is left alone while its sources are the same", () => {
    expect([ensureGenerated(root), runs(), made()]).toEqual([0, 0, "one.ts"]);
    expect(builtPaths(root)).toEqual([".generated-from.json", "src/names.generated.ts"]);
  });

  test.each<[string, () => void]>([
    ["a source has changed", () => writeFileSync(path("src/model/one.ts"), "2")],
    ["it is missing", () => rmSync(path("src/names.generated.ts"))],
    ["somebody edited it", () => writeFileSync(path("src/names.generated.ts"), "edited")],
    ["its stamp is half written", () => writeFileSync(path(".generated-from.json"), '{"sources":')],
    ["a module is renamed, with the same text", () => writeFileSync(path("src/catalog/one.ts"), "1")],
  ])("is written again when %s", (_, change) => {
    change();
    expect([ensureGenerated(root), runs(), made()]).toEqual([0, 1, "one.ts"]);
  });

  test("is written again after a run that was killed, though the sources are what they were before it", () => {
    writeFileSync(path("src/model/two.ts"), "2");
    writeFileSync(path("killed"), "");
    expect([ensureGenerated(root), made()]).toEqual([1, "one.ts,two.ts"]);
    rmSync(path("src/model/two.ts"));
    rmSync(path("killed"));
    expect([ensureGenerated(root), runs(), made()]).toEqual([0, 2, "one.ts"]);
    expect(existsSync(path("src/names.generated.ts"))).toBe(true);
  });
});
