import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { runScript, runTool } from "../../support/run-tool.ts";

const ROOT = join(__dirname, "../../..");
const PLANTED = join(__dirname, "../planted");

// Each test starts a tool, which takes a second alone and several beside other work.
jest.setTimeout(60_000);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-gates-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A small project of planted files that is judged by this project's own configuration. */
function projectOf(planted: string, configuration: readonly string[]): string {
  const project = join(folder, planted);
  cpSync(join(PLANTED, planted), project, { recursive: true });
  for (const file of configuration) cpSync(join(ROOT, file), join(project, file));
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"), "junction");
  return project;
}

describe("the linter", () => {
  const files = ["src/driver/bad.ts", "test/bad.test.ts"];
  const expected = files.flatMap((file) =>
    readFileSync(join(PLANTED, "lint", file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const rule = /\/\/ rule: (.+)$/.exec(line)?.[1];
        return rule === undefined ? [] : [{ rule, place: `${file}:${index + 1}` }];
      }),
  );
  let lines: readonly string[];
  beforeAll(async () => {
    const project = projectOf("lint", [".oxlintrc.json", "scripts/gates/layers.lint.json", "tsconfig.json"]);
    const { output } = await runTool("oxlint", ["-f", "unix", "src", "test"], project);
    lines = output.split("\n");
  });
  const reports = (place: string): string[] => lines.filter((line) => line.startsWith(`${place}:`));

  test.each(expected)("reports $rule at $place", ({ rule, place }) => {
    const words = rule === "unused directive" ? "Unused eslint-disable directive" : rule;
    expect(reports(place).join("\n")).toContain(words);
  });

  test("reports a function over 50 lines and a file name that is not in kebab-case", () => {
    expect(reports("src/driver/long-function.ts").join()).toContain("max-lines-per-function");
    expect(reports("src/driver/BadName.ts").join()).toContain("filename-case");
  });
});

test("the formatter reports the badly formatted file and no other", async () => {
  const project = projectOf("format", [".oxfmtrc.json"]);
  const { status, output } = await runTool("oxfmt", ["--check", "bad.ts", "good.ts"], project);
  expect(status).toBe(1);
  expect(output).toContain("bad.ts");
  expect(output).not.toContain("good.ts");
});

test("the compiler reports every planted mistake, under the project's own settings", async () => {
  const project = projectOf("types", ["tsconfig.json"]);
  const { status, output } = await runTool("@typescript/native:tsc", ["--noEmit", "--pretty", "false"], project);
  expect(status).not.toBe(0);
  const source = readFileSync(join(PLANTED, "types/src/bad.ts"), "utf8").split("\n");
  const wanted = source.flatMap((line, index) => {
    const code = /\/\/ (TS\d+)$/.exec(line)?.[1];
    return code === undefined ? [] : [`${index + 1} ${code}`];
  });
  const found = [...output.matchAll(/^src\/bad\.ts\((\d+),\d+\): error (TS\d+)/gm)].map((hit) => `${hit[1]} ${hit[2]}`);
  expect(found).toEqual(wanted);
});

test("knip reports the orphan, the dead exports and both wrong dependencies, under the project's own settings", async () => {
  const project = projectOf("knip", ["knip.json", "tsconfig.json"]);
  rmSync(join(project, "node_modules"));
  const { output, status } = await runTool("knip", ["--reporter", "json"], project);
  expect(status).toBe(1);
  const { issues } = JSON.parse(output.slice(output.indexOf("{"))) as { issues: Record<string, { name: string }[]>[] };
  const found = (kind: string): string[] => issues.flatMap((issue) => issue[kind] ?? []).map(({ name }) => name);
  expect({
    files: found("files"),
    exports: found("exports"),
    types: found("types"),
    dependencies: found("dependencies"),
    unlisted: found("unlisted"),
  }).toEqual({
    files: ["src/orphan.ts"],
    exports: ["deadExport"],
    types: ["DeadType"],
    dependencies: ["never-imported"],
    unlisted: ["not-listed"],
  });
});

describe("the review table", () => {
  let output: string;
  beforeAll(async () => {
    output = (await runScript("scripts/gates/review.ts", [join(PLANTED, "review")], ROOT)).output;
  });

  test.each([
    ["environment", ["src/catalog/resources/environment.ts:1", "src/catalog/resources/environment.ts:4"]],
    ["clock and chance", [2, 3, 4, 5].map((line) => `src/catalog/resources/clock.ts:${line}`)],
    ["cast", ["src/catalog/resources/cast.ts:2", "src/catalog/resources/cast.ts:3"]],
    ["suppression", [1, 3, 5, 11].map((line) => `src/catalog/resources/suppression.ts:${line}`)],
    ["message matching", [1, 2, 3].map((line) => `src/catalog/resources/message.ts:${line}`)],
    [
      "engine's word",
      [
        ...[3, 4].map((line) => `packages/fleet/src/run/engine-word.ts:${line}`),
        ...[2, 3].map((line) => `src/catalog/resources/engine-word.ts:${line}`),
      ],
    ],
    ["whole zod", ["src/catalog/resources/whole-zod.ts:1"]],
    ["assertion that accepts anything", [1, 2, 3].map((line) => `test/anything.test.ts:${line}`)],
    ["file name", ["src/catalog/resources/utils.ts", "src/common/thing.ts"]],
    ["path of one machine", ["scripts/places.ts:1"]],
    ["registry in the lock file", ["package-lock.json:1"]],
  ])("counts what is planted against %s, and nothing else", (rule, places) => {
    const block = new RegExp(`^${rule}: ${places.length} found, 0 expected\\..*\\n((?: {2}.*\\n)*)`, "m").exec(output);
    expect(block?.[1]?.trim().split(/\n\s*/)).toEqual(places);
  });

  test("has a planted case for every rule", () => {
    const rules = readFileSync(join(ROOT, "scripts/gates/review.ts"), "utf8").match(/^ {4}name: "/gm)?.length;
    expect(output.match(/ found, 0 expected\./g)).toHaveLength(rules ?? 0);
  });
});

describe("the style of texts", () => {
  let output: string;
  beforeAll(async () => {
    const project = projectOf("style", []);
    rmSync(join(project, "node_modules"));
    execFileSync("git", ["init", "-q"], { cwd: project });
    output = (await runScript("scripts/gates/style.ts", [project], ROOT)).output;
  });

  test.each([
    ["heading without a verb", [1]],
    ["banned turn", [3, 5, 17]],
    ["long sentence", [5]],
    ["speech without a speaker", [7]],
    ["doubled stop", [9]],
  ])("finds what is planted against %s, and nothing else", (rule, lines) => {
    const found = output.split("\n").filter((line) => line.includes(`: ${rule}: `));
    expect(found.map((line) => line.split(": ")[0])).toEqual(lines.map((line) => `docs/guides/bad.md:${line}`));
  });

  test("has a planted case for every rule", () => {
    const rules = readFileSync(join(ROOT, "scripts/gates/style/rules.ts"), "utf8").match(/^ {2}ruleOf\("/gm)?.length;
    expect(new Set([...output.matchAll(/^docs\/\S+: ([^:]+): /gm)].map(([, rule]) => rule)).size).toBe(rules);
  });

  test("reads the texts of declarations, and knows no more debt than there is", async () => {
    const { status, output } = await runScript("scripts/gates/style.ts", ["--all"], ROOT);
    const debt = JSON.parse(readFileSync(join(ROOT, "scripts/gates/style-debt.json"), "utf8")) as object;
    const named = new Set([...output.matchAll(/^(.+?):\d+: /gm)].map(([, name]) => name));
    expect([...named].filter((name) => !(String(name) in debt))).toEqual([]);
    expect(Object.keys(debt).filter((name) => !named.has(name))).toEqual([]);
    expect(status).toBe(named.size === 0 ? 0 : 1);
  });
});

describe("the shape of the package", () => {
  function packageWith(name: string, manifest: object, files: Readonly<Record<string, string>>): string {
    const project = join(folder, name);
    mkdirSync(project);
    const full = {
      name: "@orgform/mcp",
      version: "1.0.0",
      license: "MIT",
      type: "module",
      files: ["*"],
      ...manifest,
    };
    writeFileSync(join(project, "package.json"), JSON.stringify(full));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
    return project;
  }
  const shape = (project: string): ReturnType<typeof runScript> =>
    runScript("scripts/gates/package-shape.ts", [project], ROOT);
  const entry = { types: "./index.d.ts", default: "./index.js" };
  const files = { "index.js": "export const one = 1;\n", "index.d.ts": "export declare const one: number;\n" };

  test("passes a package that is well", async () => {
    const project = packageWith("well", { exports: { ".": entry }, main: "./index.js", types: "./index.d.ts" }, files);
    expect(await shape(project)).toEqual({ status: 0, output: "", timedOut: false });
  });

  test("reports an export that is not in the tarball, and an entry without types for the older way to resolve modules", async () => {
    const gone = { types: "./index.d.ts", default: "./gone.js" };
    const exports = { ".": entry, "./gone": gone, "./pulumi": entry };
    const project = packageWith("hollow", { exports, main: "./index.js", types: "./index.d.ts" }, files);
    const { status, output } = await shape(project);
    expect(status).toBe(1);
    expect(output).toMatch(/publint complains:[^]*gone\.js but the file does not exist/);
    expect(output).toContain("attw complains: Resolution failed: ./pulumi (node10)\n");
    expect(output).not.toContain(": . (");
  });

  test("reports a package that is larger than it may be, and links that lead neither into it nor to the site", async () => {
    const { homepage } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { homepage: string };
    const page = `[one](index.js) [two](docs/gone.md#here) [three](${homepage}guides/drift/#top) [four](${homepage}guides/gone/)\n`;
    const manifest = { exports: { ".": entry }, main: "./index.js", types: "./index.d.ts" };
    const load = { ...files, "README.md": page, "load.txt": randomBytes(20_000).toString("base64") };
    const { status, output } = await shape(packageWith("heavy", manifest, load));
    const dead = ["docs/gone.md#here", `${homepage}guides/gone/`];
    expect([status, output.trim().split("\n")]).toEqual([
      1,
      [
        expect.stringMatching(/^@orgform\/mcp is \d\d kB as packed, more than its 15 in scripts\/budgets\.json$/u),
        ...dead.map((link) => `a packed page has a link that leads nowhere: README.md: ${link}`),
      ],
    ]);
  });

  test("reports a package that nobody gave a budget", async () => {
    const manifest = { name: "orgform-new", exports: { ".": entry }, main: "./index.js", types: "./index.d.ts" };
    expect(await shape(packageWith("new", manifest, files))).toMatchObject({
      status: 1,
      output: "orgform-new has no packedKb in scripts/budgets.json\n",
    });
  });
});

test("the budgets gate reports packages and generated lines above what is allowed, and a package without a budget", async () => {
  const project = join(folder, "budgets");
  mkdirSync(join(project, "scripts"), { recursive: true });
  const write = (file: string, text: string): void => writeFileSync(join(project, file), text);
  const packages = {
    "": { name: "planted", dependencies: { one: "1.0.0" }, devDependencies: { three: "1.0.0" } },
    "packages/new": { name: "planted-new" },
    "node_modules/one": { version: "1.0.0", optionalDependencies: { two: "1.0.0" } },
    "node_modules/two": { version: "1.0.0", optional: true },
    "node_modules/three": { version: "1.0.0", dev: true },
  };
  write("package-lock.json", JSON.stringify({ packages }));
  write("scripts/budgets.json", JSON.stringify({ productionPackages: { planted: 1 }, generatedLines: 2 }));
  write(".gitattributes", "*.generated.* linguist-generated=true\ngo.sum linguist-generated=true\n");
  for (const file of ["made.generated.ts", "go.sum"]) write(file, "1\n2\n3\n");
  for (const args of [
    ["init", "-q"],
    ["add", "."],
  ])
    execFileSync("git", args, { cwd: project });
  expect(await runScript("scripts/gates/budgets.ts", [project], ROOT)).toMatchObject({
    status: 1,
    output: `planted brings 2 packages, more than its 1
planted-new has no budget of packages
git keeps 3 generated lines, more than its 2
Find what grew; a budget in scripts/budgets.json is raised for a reason alone, in DECISIONS.md.
`,
  });
});

test("the lock file gate reports a hole, a registry's address and a stale list, and mends what it can", async () => {
  const project = join(folder, "lock");
  mkdirSync(project);
  const manifest = { dependencies: { native: "1.0.0" } };
  const lock = {
    packages: {
      "": { dependencies: { native: "^1.0.0" } },
      "node_modules/native": {
        version: "1.0.0",
        resolved: "somewhere",
        dev: true,
        optionalDependencies: { "native-linux-arm64-musl": "1.0.0", "native-darwin-x64": "1.0.0" },
      },
      "node_modules/native/node_modules/native-darwin-x64": { version: "1.0.0", optional: true },
    },
  };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "package-lock.json"), JSON.stringify(lock));
  const gate = (args: readonly string[]): ReturnType<typeof runScript> =>
    runScript("scripts/gates/lock-file.ts", [...args, project], ROOT);
  expect(await gate([])).toMatchObject({
    status: 1,
    output: `native-linux-arm64-musl@1.0.0 of node_modules/native is missing
node_modules/native names the registry it came from
dependencies differ from those of package.json
Run: npx tsx scripts/gates/lock-file.ts --write
`,
  });
  await gate(["--write"]);
  const mended = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as typeof lock;
  expect(mended.packages).toMatchObject({
    "": manifest,
    "node_modules/native-linux-arm64-musl": {
      version: "1.0.0",
      cpu: ["arm64"],
      os: ["linux"],
      libc: ["musl"],
      dev: true,
      optional: true,
    },
  });
});

describe("the check runner", () => {
  test("refuses a gate that there is not", async () => {
    const { status, output } = await runScript("scripts/check.ts", ["lint", "nonsense"], ROOT);
    expect(status).toBe(1);
    expect(output).toContain("No such gate: nonsense. There are: package shape, layers,");
  });

  test("says which gate failed, shows its output, and counts", async () => {
    const project = join(folder, "runner");
    for (const name of ["scripts", "tsconfig.json", ".oxfmtrc.json", "package.json"]) {
      cpSync(join(ROOT, name), join(project, name), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"), "junction");
    writeFileSync(join(project, ".gitignore"), "node_modules\n");
    mkdirSync(join(project, "src"));
    writeFileSync(join(project, "src/bad.ts"), "export const   bad = 1\n");
    const script = join(project, "scripts/check.ts");
    const { status, output } = await runTool("tsx", [script, "format", "layer lint"], project);
    expect(status).toBe(1);
    expect(output).toMatch(/^FAILED {2}format \(\d+\.\d s\): a file that the formatter would write differently$/m);
    expect(output).toMatch(/--- format\n[^]*src\/bad\.ts/);
    expect(output.trimEnd().split("\n").at(-1)).toMatch(/^check: \d passed, \d failed$/);
  });
});
