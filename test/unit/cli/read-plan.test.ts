import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "@jest/globals";

import { readPlanFile } from "../../../src/cli/state/read-plan.ts";
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

test.each([
  ["a file that isn't there", () => readPlanFile(join(folder, "none.json")), /none\.json can't be read: ENOENT/u],
  ["what is cut short", () => planOf('{"steps": ["hush'), /isn't complete JSON\. Give what `pulumi preview --json`/u],
  ["a state", () => planOf({ version: 4, resources: [] }), /doesn't contain a plan\. Give/u],
  ["another form", () => planOf({ steps: [{ op: 1 }] }), /unknown format, at steps\.0\.op/u],
  [
    "a resource of a newer version",
    () => planOf({ steps: [step("orgform:index:Castle", {})] }),
    /Castle::one.* doesn't know/u,
  ],
])("refuses %s", (_what, read, words) => {
  expect(read).toThrow(words);
  expect(read).not.toThrow("hush");
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
