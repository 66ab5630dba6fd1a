import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "@jest/globals";

import { readPlanFile } from "../../../src/cli/state/read-plan.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-plan-"));
afterAll(() => rmSync(folder, { recursive: true }));

function planOf(content: unknown): ReturnType<typeof readPlanFile> {
  const file = join(folder, "plan.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return readPlanFile(file);
}

const step = (type: string, inputs: object) => ({
  op: "create",
  urn: `urn:pulumi:dev::p::${type}::one`,
  newState: { type, inputs },
});

/** The whole words of a refusal. */
function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (refusal) {
    if (refusal instanceof UsageError) return refusal.message;
    throw refusal;
  }
  return "nothing was refused";
}

const GIVE = "Give what `pulumi preview --json` prints, or what `terraform show -json` prints of a plan.";
const FAILED =
  "--plan: FILE is of a preview or plan that failed, so it lacks changes. Fix the errors that the engine printed, and write the file again.";
const error = { severity: "error", message: "hush" };

test.each<[what: string, content: unknown, words: string]>([
  ["what is cut short", '{"steps": ["hush', `--plan: FILE isn't complete JSON. ${GIVE}`],
  ["a state", { version: 4, resources: [] }, `--plan: FILE doesn't contain a plan. ${GIVE}`],
  ["a text", '"hush"', `--plan: FILE doesn't contain a plan. ${GIVE}`],
  ["another form", { steps: [{ op: 1 }] }, `--plan: FILE has an unknown format, at steps.0.op. ${GIVE}`],
  ["a failed preview", { steps: [], diagnostics: [error] }, FAILED],
  ["a failed plan", { format_version: "1.2", planned_values: {}, errored: true }, FAILED],
  [
    "a resource of a newer version",
    { steps: [step("orgform:index:Castle", {}), step("orgform:index:Moat", {})] },
    "--plan: FILE has the resource urn:pulumi:dev::p::orgform:index:Castle::one, which this version of Orgform doesn't know. Install the version that the program uses.",
  ],
])("refuses %s", (_what, content, words) => {
  expect(refusalOf(() => planOf(content))).toBe(words.replace("FILE", join(folder, "plan.json")));
});

test("refuses a file that isn't there", () => {
  const file = join(folder, "none.json");
  expect(refusalOf(() => readPlanFile(file))).toBe(`--plan: ${file} can't be read: ENOENT. ${GIVE}`);
});

test.each([
  ["Pulumi", { steps: [], diagnostics: [{ ...error, severity: "warning" }] }, "pulumi"],
  ["Terraform", { format_version: "1.2", planned_values: {}, errored: false }, "terraform"],
])("takes a plan of %s that changes nothing", (_title, content, engine) => {
  expect(planOf(content)).toEqual({ engine, changes: [], unknown: [] });
});

test("marks what isn't known or shown, and tells of secrets nothing but their paths", () => {
  const { changes } = planOf({
    steps: [
      step("pulumi-nodejs:dynamic/orgform:Domain", {
        __provider: "code",
        domain: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        samlX509Cert: "[secret]",
      }),
      step("random:index:Id", {}),
    ],
  });
  expect(changes).toEqual([
    expect.objectContaining({ after: { domain: UNKNOWN, samlX509Cert: UNKNOWN }, secrets: ["samlX509Cert"] }),
  ]);
});
