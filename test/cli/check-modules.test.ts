import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import type { CheckReport } from "../../src/cli/check/check-report.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { pictureOfExample } from "../../scripts/gen/example-picture.ts";
import { makerOf, obtainNode, TARGETS } from "../../scripts/executables/nodes.ts";
import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";
import { testInFull } from "../support/extent.ts";
import { type Finished, runOrgform } from "./spawn-orgform.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-modules-"));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const BAD_MODULE = `
export const one = { id: "one", title: "t", severity: "fatal", why: "w", remedy: "r", needs: [], judge: () => [] };
export const rules = [{ id: "owners-count", title: "t", severity: "note", why: "w", remedy: "r", needs: [], judge: () => [] }, { ...one, severity: "note", id: "Two" }];
`;

const BAD_POLICY = `rules:
  owner-count: error
modules:
  - ./bad.mjs
  - ./missing.mjs
  - ./broken.mjs
  - ./empty.mjs
`;

beforeAll(() => {
  // A module finds its packages as a user's does.
  mkdirSync(join(folder, "node_modules/@orgform"), { recursive: true });
  symlinkSync(join(REPOSITORY, "packages/policy"), join(folder, "node_modules/@orgform/policy"));
  symlinkSync(join(REPOSITORY, "node_modules/zod"), join(folder, "node_modules/zod"));
  file("bad.mjs", BAD_MODULE);
  file("broken.mjs", "export const = 1;");
  file("empty.mjs", "export const judge = () => [];");
  const projects = [{ name: "Website" }, { name: "Website of the shop" }, {}];
  file("picture.json", JSON.stringify(pictureOfExample({ sections: { projects } })));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const checked = (policy: string): Promise<Finished> =>
  runOrgform(["check", "--picture", join(folder, "picture.json"), "--policy", policy, "--format", "json"]);

test("the guide's module judges, with the settings of the guide's policy file", async () => {
  const [module] = blocksOfKind("module of rules");
  const [policy] = blocksOfKind("policy file with modules");
  file("rules.mjs", module?.text ?? "");
  const { stdout, stderr } = await checked(file("orgform.policy.yaml", policy?.text ?? ""));
  expect(stderr).toBe("");
  const { findings, unjudged } = JSON.parse(stdout) as CheckReport;
  const own = [...findings, ...unjudged].filter(({ rule }) => rule === "short-names");
  expect(own).toMatchObject([
    { severity: "error", object: { name: "Website of the shop" }, field: "name", shouldBe: "at most 12 characters" },
    { kind: "unknown", field: "name" },
  ]);
});

test("invalid modules are refused with file, line, field, and export, and nothing is checked", async () => {
  const { code, stdout, stderr } = await checked(file("bad.yaml", BAD_POLICY));
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const at = join(folder, "bad.yaml");
  expect(stderr.replaceAll(at, "bad.yaml").trimEnd().split("\n")).toEqual(
    [
      /^bad\.yaml:4: modules\[0\]: \.\/bad\.mjs: export one: severity: /u,
      /^bad\.yaml:4: modules\[0\]: \.\/bad\.mjs: export rules\[1\]: id: /u,
      /^bad\.yaml:5: modules\[1\]: \.\/missing\.mjs can't be loaded: there is no such file$/u,
      /^bad\.yaml:6: modules\[2\]: \.\/broken\.mjs can't be loaded: Unexpected token '='$/u,
      /^bad\.yaml:7: modules\[3\]: \.\/empty\.mjs exports no rule/u,
      /^bad\.yaml:2: rules\.owner-count: is no field of a policy file here$/u,
    ].map((line): unknown => expect.stringMatching(line)),
  );
});

test("a setting that the module's rule doesn't take is refused, and so is an ID that is taken", async () => {
  file("rules.mjs", blocksOfKind("module of rules")[0]?.text ?? "");
  file("taken.mjs", BAD_MODULE.replace("fatal", "note").replace("Two", "two"));
  const policy = "modules: [./rules.mjs, ./taken.mjs]\nrules:\n  short-names: { most: few }\n  one: { more: 1 }\n";
  const { code, stderr } = await checked(file("settings.yaml", policy));
  expect(code).toBe(1);
  expect(stderr).toContain("settings.yaml:1: modules: owners-count is the ID of two rules");
  expect(stderr).toMatch(/settings\.yaml:3: rules\.short-names\.most: .*number/u);
  expect(stderr).toContain("settings.yaml:4: rules.one.more: the rule has no parameters");
});

/** A module with types, one of which is imported. */
const TYPED = `
import { moduleRule, requires, whereEach, type Picture } from "@orgform/policy";
import * as z from "zod";

const MOST: number = 12;

export const shortNames = moduleRule({
  id: "short-names",
  title: "Names of projects are short",
  severity: "error",
  why: "Long names are cut off in lists.",
  remedy: "Rename the project.",
  needs: ["projects"],
  parameters: z.strictObject({}),
  judge: (picture: Picture) =>
    whereEach(picture, "projects", (project) =>
      requires(project, "name", project.name, (name) => name.length <= MOST, \`at most \${MOST} characters\`),
    ),
});
`;

/** Whether a Node runs TypeScript: from 22.18 on. */
function runsTypes(version: string): boolean {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** What a check says whose rules are a module with types, on a Node. */
async function checkedOn(node: string): Promise<ProgramResult> {
  file("typed.ts", TYPED);
  const policy = file("typed.yaml", "modules: [./typed.ts]\n");
  const main = join(REPOSITORY, "dist/cli/main.js");
  const args = [main, "check", "--picture", join(folder, "picture.json"), "--policy", policy];
  return runProgram(node, args, { env: process.env, cwd: folder });
}

const JUDGED = {
  status: 2,
  output: expect.stringMatching(
    /Project Website of the shop short-names\n {6}name: Website of the shop; should be at most 12/u,
  ),
};

test("a module in TypeScript judges, or is refused with the remedy by a Node that runs none", async () => {
  const refused = {
    status: 1,
    output: expect.stringContaining(
      `typed.yaml:1: modules[0]: ./typed.ts can't be loaded: Node ${process.version} can't run it. For TypeScript, use Node 22.18 or later, or compile it to JavaScript`,
    ),
  };
  expect(await checkedOn(process.execPath)).toMatchObject(runsTypes(process.version) ? JUDGED : refused);
});

testInFull(
  "a module in TypeScript judges on Node 24",
  async () => {
    const [target] = TARGETS;
    if (target === undefined) throw new Error("No Node is pinned.");
    // That of Linux on x64: others run the same code by day, in their own version.
    if (process.platform !== "linux" || process.arch !== "x64") return;
    const { program } = await obtainNode(makerOf(target.node));
    expect(await checkedOn(program)).toMatchObject(JUDGED);
  },
  300_000,
);
