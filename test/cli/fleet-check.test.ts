import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Log } from "sarif";

import type { FleetCheck } from "../../src/cli/fleet/check/fleet-check.ts";
import { writeProgram } from "../support/fake-tools.ts";
import { FOUNDER, startWorld, type World } from "../support/scenario-world.ts";
import { terraformState } from "../support/state-files.ts";
import { type Ran, runHere } from "./run-here.ts";

/** An engine that knows the locations of the states, and has a plan for each workspace. It records what it applies. */
const ENGINE = `
case "$1 $2" in
  "workspace list") ls "$STATES";;
  "workspace select") echo "$4" > "$TF_DATA_DIR/workspace";;
  "state pull") cat "$STATES/$TF_WORKSPACE";;
  "show -json") cat "$PLANS/$(cat "$TF_DATA_DIR/workspace")";;
  "apply -json") cat "$TF_DATA_DIR/workspace" >> "$PLANS/applied";;
  init*) mkdir -p "$TF_DATA_DIR";;
  plan*) ;;
  *) exit 1;;
esac`;

/** One rule that each organization breaks, and one that counts for some. */
const POLICY = `
rules:
  owners-count: { min: 1, max: 5 }
  second-factor-enforced: warning
  project-names: { severity: note, pattern: "[a-z-]+" }
overrides:
  - labels: { stage: production }
    rules: { second-factor-enforced: error, owners-count: { min: 2 }, project-names: off }
  - labels: { stage: test }
    rules: { second-factor-enforced: off }
`;

const QUIET = `second-factor-missing sso-enforced jit-with-sso verified-domains-enforced scim-or-code invites-by-admins
  people-in-own-domains people-active public-sharing-off addresses-anonymized certificate-ends invites-pending
  invites-expired invites-to-own-domains access-by-role admin-by-rule exports-succeed exports-running inline-credentials
  hog-function-code deletion-protected`.split(/\s+/u);

const folder = mkdtempSync(join(tmpdir(), "orgform-fleet-check-"));
let world: World;

const FLEET = `
templates:
  small: { engine: terraform, path: ./module, sharedProvider: false }
organizations:
  - { name: shop, template: small, labels: { stage: production } }
  - { name: desk, template: small }
  - { name: trial, template: small, labels: { stage: test } }
  - { name: never, template: small }
`;

const reportIn = ({ stdout }: Ran): FleetCheck => JSON.parse(stdout) as FleetCheck;

beforeAll(async () => {
  world = await startWorld("2026-09");
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
  for (const name of ["module", "states", "plans"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "module/main.tf"), "");
  writeFileSync(join(folder, "fleet.yaml"), FLEET);
  const off = QUIET.map((rule) => `  ${rule}: off\n`).join("");
  writeFileSync(join(folder, "orgform.policy.yaml"), POLICY.replace("rules:\n", `rules:\n${off}`));
  for (const name of ["shop", "desk", "trial"]) {
    const { id } = world.sandbox.control.createOrganization({ email: FOUNDER, name });
    await world.send("PATCH", `organizations/${id}/`, { members_can_invite: false });
    writeFileSync(join(folder, "plans", name), planOf(id, name));
    const inputs = { name, deletionProtection: true };
    const entry = { id, state: { organizationId: id, ...inputs, stateVersion: 1 } };
    writeFileSync(
      join(folder, "states", name),
      terraformState([{ resource: "Organization", name: "it", inputs, entry }]),
    );
  }
});

afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const fleet = (command: string, ...words: string[]): Promise<Ran> =>
  runHere(["fleet", command, "--file", join(folder, "fleet.yaml"), ...words], {
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    STATES: join(folder, "states"),
    PLANS: join(folder, "plans"),
    ORGFORM_HOST: world.sandbox.host,
    ORGFORM_API_KEY: world.apiKey,
  });

const check = (...words: string[]): Promise<Ran> => fleet("check", ...words);

/** A plan that lets every member invite: what `invites-by-admins` speaks of. */
function planOf(id: string, name: string): string {
  const before = { id, organization_id: id, name, members_can_invite: false, deletion_protection: true };
  const change = { actions: ["update"], before, after: { ...before, members_can_invite: true }, after_unknown: {} };
  const changed = { address: "orgform_organization.it", mode: "managed", type: "orgform_organization", change };
  return JSON.stringify({ format_version: "1.2", planned_values: {}, resource_changes: [changed] });
}

describe("`orgform fleet check`", () => {
  test("judges each organization by its labels, only reads, and says which it couldn't check", async () => {
    world.sandbox.control.clearRequests();
    const ran = await check("--format", "json");
    expect(ran.stderr).toBe("");
    const report = reportIn(ran);
    expect(world.sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(report).toMatchObject({ outcome: "failed", looked: 4, clean: 0 });
    expect(report.rules.map(({ rule, severity, organizations }) => [severity, rule, organizations])).toEqual([
      ["error", "owners-count", ["shop"]],
      ["error", "second-factor-enforced", ["shop"]],
      ["warning", "second-factor-enforced", ["desk"]],
      ["note", "project-names", ["desk", "trial"]],
    ]);
    expect(report.organizations.at(-1)).toMatchObject({
      name: "never",
      outcome: "unknown",
      reason: expect.stringMatching(/never ran/u),
    });
    expect(ran.code).toBe(2);
  });

  test.each([
    ["text", /^2 errors, 1 warning, 2 notes, 1 not checked in 4 of 4 organizations[^]*\nshop {2}small\n/u],
    ["markdown", /^<!-- orgform-fleet-check -->\n[^]*\| error \| `owners-count` \| 1 \| `shop` \|/u],
    ["junit", /failures="5" errors="1"[^]*classname="shop\.owners-count"/u],
    ["html", /<h1>The check failed<\/h1>[^]*<h2>By rule<\/h2>[^]*<a href="#organization-shop">/u],
  ])("prints %s", async (format, pattern) => {
    expect((await check("--format", format)).stdout).toMatch(pattern);
  });

  test("writes SARIF whose findings name their organizations", async () => {
    const [run] = (JSON.parse((await check("--format", "sarif")).stdout) as Log).runs;
    expect(run?.results?.map(({ message }) => message.text?.split(":", 1)[0])).toEqual(
      expect.arrayContaining(["shop", "desk", "trial"]),
    );
    expect(run?.invocations?.[0]?.toolExecutionNotifications).toHaveLength(1);
  });

  test.each([
    ["0 where no finding is grave enough", ["--only", "desk,trial"], 0],
    ["2 where mild ones are to fail", ["--only", "trial", "--fail-on", "note"], 2],
    ["1 where an organization never ran", ["--only", "trial,never"], 1],
  ])("ends with %s", async (_name, words, code) => {
    expect((await check(...words)).code).toBe(code);
  });

  test("refuses a policy file with file, line and field, before it asks anything", async () => {
    const bad = join(folder, "bad.yaml");
    writeFileSync(bad, "overrides:\n  - labels: { stage: test }\n    rules: { owners-count: { least: 1 } }\n");
    world.sandbox.control.clearRequests();
    const ran = await check("--policy", bad);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toContain(`${bad}:3: overrides[0].rules.owners-count.least: is no field`);
    expect(world.sandbox.control.requests()).toEqual([]);
  });
});

describe("a fleet file with a policy", () => {
  const applied = (): string[] => {
    const file = join(folder, "plans/applied");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").toSorted() : [];
  };
  const waves = "waves: [{ labels: { stage: test } }, { share: 100% }]";
  const up = (...words: string[]): Promise<Ran> =>
    fleet("up", "--yes", "--only", "shop,desk,trial", "--record", join(folder, "runs.sqlite"), ...words);
  const policy = (severity: string): string =>
    `rules: { invites-by-admins: note }\noverrides:\n  - { labels: { stage: production }, rules: { invites-by-admins: ${severity} } }\n`;
  const file = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  beforeAll(() => {
    file("fleet.yaml", `${FLEET}policy: plans.policy.yaml\n${waves}\n`);
    file("plans.policy.yaml", policy("error"));
  });

  test("starts no wave whose plan breaks a rule, and says rule, object and remedy; a resumption goes on", async () => {
    const ran = await up();
    expect(ran.stderr).toBe("");
    expect(applied()).toEqual(["trial"]);
    expect(ran.stdout).toMatch(
      /Stopped: wave 2 would break the policy, and nothing of it was applied\n {2}shop: invites-by-admins: Organization shop: membersCanInvite is true; should be [^\n]*\./u,
    );
    expect(ran.stdout).not.toContain("desk:");
    expect(ran.code).toBe(1);
    file("plans.policy.yaml", policy("warning"));
    const resumed = await fleet("resume", "--yes", "--record", join(folder, "runs.sqlite"));
    expect(resumed).toMatchObject({ code: 0, stderr: "" });
    expect(applied()).toEqual(["desk", "shop", "trial"]);
  });

  test("stops where a plan can't be judged", async () => {
    file("plans/trial", "{}");
    const ran = await up("--refresh");
    expect(ran.stdout).toMatch(
      /Stopped: wave 1 [^\n]*\n {2}trial: its plan can't be judged: The plan of trial doesn't contain a plan/u,
    );
    expect(ran.code).toBe(1);
  });

  test.each([
    [
      "a policy that isn't there",
      "fleet.yaml",
      `${FLEET}policy: none.yaml\n`,
      /fleet\.yaml:\d+: policy: there is no file none\.yaml/u,
    ],
    [
      "a bad policy",
      "plans.policy.yaml",
      "rules:\n  owner: error\n",
      /plans\.policy\.yaml:2: rules\.owner: is no field/u,
    ],
  ])("refuses %s with file, line and field, and runs nothing", async (_name, name, text, message) => {
    file(name, text);
    const ran = await up();
    file("fleet.yaml", `${FLEET}policy: plans.policy.yaml\n${waves}\n`);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(message);
  });
});
