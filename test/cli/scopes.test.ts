import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

import { served } from "../../src/app/served.ts";
import { engineNamed } from "../../src/engines/index.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { recordedAs } from "../support/recorded-text.ts";
import { runHere } from "./run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-scopes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stateOf = (engine: string): string => join(REPOSITORY, "test/fixtures/states/0.1.0", engine, "state.json");

/** Plans that create one object of each resource, as each engine prints them. */
const PLANS = {
  terraform: (names: readonly string[]) => ({
    format_version: "1.2",
    planned_values: {},
    resource_changes: served
      .filter(({ name }) => names.includes(name))
      .map((definition) => engineNamed("terraform").programWriter.typeName(definition))
      .map((type) => ({
        address: `${type}.one`,
        mode: "managed",
        type,
        change: { actions: ["create"], before: null, after: {}, after_unknown: {} },
      })),
  }),
  pulumi: (names: readonly string[]) => ({
    steps: names.map((name) => ({
      op: "create",
      urn: `urn:pulumi:dev::p::orgform:index:${name}::one`,
      newState: { type: `orgform:index:${name}`, inputs: {} },
    })),
  }),
} as const;

/** Resources for which a report has each of its parts, and none of them. */
const KINDS: readonly (readonly string[])[] = [
  [],
  ["Organization"],
  ["Role", "Domain"],
  ["Member"],
  ["Integration", "BatchExport"],
  ["VerifyDomain"],
  ["ResetProjectToken", "VerifyDomain", "Project"],
];

test("the reports of both engines are as recorded, as text and as JSON", async () => {
  const parts: string[] = [];
  for (const names of KINDS) {
    for (const [engine, planOf] of Object.entries(PLANS)) {
      const plan = join(folder, "plan.json");
      writeFileSync(plan, JSON.stringify(planOf(names)));
      const ran = await runHere(["scopes", "--plan", plan], { ORGFORM_API_KEY: undefined });
      expect([names, ran.code, ran.stderr]).toEqual([names, 0, ""]);
      parts.push(`${engine}: ${names.join(", ")}\n${ran.stdout}`);
    }
  }
  const { stdout } = await runHere(["scopes", "--state", stateOf("terraform"), "--json"]);
  const text = [...parts, stdout].join("\n");
  expect(text).toBe(recordedAs("scopes.txt", text));
});

test("prints the least scopes of a state, in the words of its engine, without a key", async () => {
  const { code, stdout } = await runHere(["scopes", "--state", stateOf("terraform")], { ORGFORM_API_KEY: undefined });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}organization:write\n {6}reads and lists .*orgform_domain, /mu);
  expect(stdout).toMatch(/^To preview and to report drift, .*organization:read.* enough\.$/mu);
  expect(stdout).not.toMatch(/^ {2}organization:read$|DomainSso/mu);
});

test("prints JSON with the reasons", async () => {
  const { stdout } = await runHere(["scopes", "--state", stateOf("."), "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    engine: "pulumi",
    apply: [
      { scope: "organization:write", because: expect.arrayContaining([expect.objectContaining({ purpose: "write" })]) },
    ],
    preview: [{ scope: "organization:read" }],
    closed: [],
  });
});

const EXCLUDE = "--plan, --state, and --stack exclude each other. Give one of them.\n";

test.each([
  [["--state", "nowhere.json"], expect.stringMatching(/^The state nowhere\.json cannot be read: ENOENT\. Give /u)],
  [["--plan", "nowhere.json"], expect.stringMatching(/^--plan: nowhere\.json can't be read: ENOENT\. Give /u)],
  [["--plan", stateOf("."), "--state", stateOf(".")], EXCLUDE],
  [["--plan", "p", "--stack", "s"], EXCLUDE],
  [["--state", "s", "--stack", "s"], EXCLUDE],
  [["--plan", "p", "--state", "s", "--stack", "s"], EXCLUDE],
])("says what is wrong with %j", async (flags, stderr) => {
  expect(await runHere(["scopes", ...flags])).toEqual({ code: 1, stdout: "", stderr });
});
