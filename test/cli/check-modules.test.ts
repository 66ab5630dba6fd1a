import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import type { CheckReport } from "../../src/cli/check/check-report.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { pictureOfExample } from "../../scripts/gen/example-picture.ts";
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

test("modules that are none are refused with file, line, field and export, and nothing is checked", async () => {
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
