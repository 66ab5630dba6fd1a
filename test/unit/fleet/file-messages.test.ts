import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { approvalBy } from "../../../packages/fleet/src/approvals/give-approval.ts";
import { readApprovers } from "../../../packages/fleet/src/approvals/approvers-file.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-messages-"));
beforeAll(() => {
  mkdirSync(join(folder, "empty"));
  writeFileSync(join(folder, "empty/main.tf"), "");
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = `ssh-ed25519 ${"A".repeat(68)}`;
const OTHER = `ssh-ed25519 ${"B".repeat(68)}`;
const NAME =
  "expected 1 to 64 lower-case letters, digits, hyphens and underscores, with a letter or a digit at both ends";
const APPROVER = "expected 1 to 64 lower-case letters, digits, dots, hyphens, and underscores";
const PUBLIC_KEY =
  'waves[0].approve.by.ann: expected an SSH public key such as "ssh-ed25519 AAAA...", the line of a .pub file, or the whole output of `gpg --armor --export NAME`';

/** What is said of a file that is right but for one field. */
function said(changes: object): string[] {
  const content = {
    templates: { free: { engine: "pulumi", path: "." }, none: { engine: "terraform", path: "./empty" } },
    organizations: [{ name: "acme", template: "free" }],
    ...changes,
  };
  try {
    fleetOf(join(folder, "fleet.yaml"), JSON.stringify(content));
    return [];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.split("\n").map((line) => line.replace(/^.*fleet\.yaml:1: /u, ""));
  }
}
const organization = (more: object): object => ({ organizations: [{ name: "acme", template: "free", ...more }] });
const approve = (rule: unknown): object => ({ waves: [{ share: "100%", approve: rule }] });

describe("a fleet file", () => {
  test.each<readonly [string, object, readonly string[]]>([
    ["a name with a capital", organization({ name: "Acme" }), [`organizations[0].name: ${NAME}`]],
    ["a name with a hyphen at its end", organization({ name: "acme-" }), [`organizations[0].name: ${NAME}`]],
    ["a name of 65 letters", organization({ name: "a".repeat(65) }), [`organizations[0].name: ${NAME}`]],
    ["a share of nothing", { waves: [{ share: "0%" }] }, ["waves[0].share: expected more than 0% and at most 100%"]],
    [
      "a share that is no share",
      { waves: [{ share: "5.125%" }] },
      ['waves[0].share: expected a share of the organizations such as "5%"'],
    ],
    ["an override of everybody", { overrides: [{ labels: {} }] }, ["overrides[0].labels: expected at least one label"]],
    [
      "a value for a template without any",
      { organizations: [{ name: "acme", template: "none", values: { x: 1 } }] },
      ['organizations[0].values.x: the template "none" has no value "x"; it takes none.'],
    ],
    [
      "a value of the template that it doesn't take",
      {
        templates: { none: { engine: "terraform", path: "./empty", values: { x: 1 } } },
        organizations: [{ name: "acme", template: "none" }],
      },
      ['templates.none.values.x: the template "none" has no value "x"; it takes none.'],
    ],
    [
      "a policy that isn't there",
      { policy: "none.yaml" },
      ["policy: there is no file none.yaml beside the fleet file."],
    ],
    ["an approver without a name", approve({ by: { "": KEY } }), [`waves[0].approve.by.: ${APPROVER}`]],
    ["an approver with a blank", approve({ by: { "ann a": KEY } }), [`waves[0].approve.by.ann a: ${APPROVER}`]],
    ["a key that is none", approve({ by: { ann: "ssh-ed25519 short" } }), [PUBLIC_KEY]],
    [
      "a key that two people have",
      approve({ by: { ann: `${KEY} ann@acme`, ben: `${KEY} ben@acme` } }),
      ["waves[0].approve.by: has one key under two names; each person needs their own key"],
    ],
    [
      "more approvals than people",
      approve({ by: { ann: KEY, ben: OTHER }, atLeast: 3 }),
      ["waves[0].approve.atLeast: is more than the number of keys in by"],
    ],
  ])("with %s is refused with its field", (_what, changes, expected) => {
    expect(said(changes)).toEqual(expected);
  });

  test.each<readonly [string, object]>([
    ["names of one letter and of 64", organization({ name: "a", formerNames: ["a".repeat(64), "a_b-c"] })],
    ["a label of 200 letters", organization({ labels: { stage: "x".repeat(200) } })],
    ["two people who sign", approve({ by: { "ann.a": `${KEY} ann@acme`, "b-1": OTHER }, atLeast: 2 })],
    ["a policy that is there", { policy: "Pulumi.yaml" }],
  ])("with %s is taken", (_what, changes) => {
    expect(said(changes)).toEqual([]);
  });
});

test.each<readonly [string, string, string]>([
  ["that isn't YAML", "by: [", "can't be read: it isn't YAML. Nothing was run."],
  ["that isn't a map", "7", "can't be used: it: Invalid input: expected object, received number. Nothing was run."],
  [
    "without anybody",
    "atLeast: 1",
    "can't be used: by: Invalid input: expected record, received undefined. Nothing was run.",
  ],
  [
    "with two keys that are none",
    "by: { ann: 5, ben: short }",
    `can't be used: by.ann: Invalid input: expected string, received number; by.ben: ${PUBLIC_KEY.replace(/^.*?: /u, "")}. Nothing was run.`,
  ],
  [
    "with more approvals than people",
    JSON.stringify({ by: { ann: KEY }, atLeast: 2 }),
    "can't be used: atLeast: is more than the number of keys in by. Nothing was run.",
  ],
])("a file of approvers %s is refused", (_what, text, says) => {
  const file = join(folder, "approvers.yaml");
  writeFileSync(file, text);
  expect(() => readApprovers(file)).toThrow(`The file of approvers ${file} ${says}`);
});

test("a file of approvers that isn't there is named with the reason", async () => {
  const file = join(folder, "größe");
  const { message, cause } = await failureOf(Promise.resolve().then(() => readApprovers(file)));
  expect([message, cause]).toEqual([
    `The file of approvers ${file} can't be read: ENOENT. Nothing was run.`,
    expect.objectContaining({ code: "ENOENT" }),
  ]);
});

test.each([
  ["YAML", `by:\n  ann: ${KEY} ann@acme\n  b.ob: ${OTHER}\natLeast: 2\n`, 2],
  ["JSON", JSON.stringify({ by: { ann: `${KEY} ann@acme`, "b.ob": OTHER } }), undefined],
])("a file of approvers in %s names people and their keys", (_what, text, atLeast) => {
  const file = join(folder, "good.yaml");
  writeFileSync(file, text);
  expect(readApprovers(file)).toEqual({ by: { ann: `${KEY} ann@acme`, "b.ob": OTHER }, atLeast });
});

describe("an approval", () => {
  const statement = { fleet: "customers", wave: 2, digest: "sha256:1" };
  const rule = { by: { ann: KEY, ben: OTHER }, atLeast: 1 };
  const sign = async (): Promise<string> => "not a signature";

  test.each([
    ["anyone", { sign }, "Wave 2 needs no signature: leave out --key and --signature."],
    [rule, {}, "Wave 2 needs a signature of ann, ben: give --key or --signature."],
    [rule, { by: "ann", sign }, "A signature is recorded under the name of its key: leave out --by."],
    [
      rule,
      { sign },
      "The signature doesn't count for wave 2: its key isn't one of those of ann, ben, or its text isn't the one that `orgform fleet approve --statement` prints now.",
    ],
  ] as const)("under the rule %j with %j is refused", async (of, word, says) => {
    await expect(approvalBy(word, { statement, rule: of }, "2026-11-26T08:00:00.417Z")).rejects.toThrow(says);
  });

  test("of anyone has what was said, and nothing else", async () => {
    const at = "2026-11-26T08:00:00.417Z";
    const waiting = { statement, rule: "anyone" } as const;
    expect(await approvalBy({}, waiting, at)).toStrictEqual({ wave: 2, at, digest: "sha256:1" });
    expect(await approvalBy({ by: "ann", comment: "fine" }, waiting, at)).toStrictEqual({
      wave: 2,
      at,
      digest: "sha256:1",
      by: "ann",
      comment: "fine",
    });
  });
});
