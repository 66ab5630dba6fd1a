import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FleetSession, PlanToJudge, PlanVerdict } from "@orgform/fleet";

import { RULES } from "../../../../packages/policy/src/index.ts";
import { planJudgeOf } from "../../../../src/cli/fleet/plan-judge.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { startWorld, type World } from "../../../support/scenario-world.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-judged-plans-"));
const policy = join(folder, "é policy.yaml");
let world: World;
beforeAll(async () => {
  world = await startWorld("2026-09");
  const off = RULES.map(({ id }) => `  ${id}: off\n`).filter((line) => !line.startsWith("  project-names:"));
  const rule = (severity: string): string => `project-names: { severity: ${severity}, pattern: "[a-z]+" }`;
  const overrides = `overrides:\n  - labels: { stage: test }\n    rules: { ${rule("warning")} }\n`;
  writeFileSync(policy, `rules:\n${off.join("")}  ${rule("error")}\n${overrides}`);
});
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true });
});

const sessionOf = (file: string | undefined): FleetSession => ({ fleet: { policy: file } }) as unknown as FleetSession; // -- what the judge takes of it

const PROVIDER = "registry.terraform.io/posthog/posthog";

/** A change as `terraform show -json` prints it. */
const change = (type: string, address: string, before: object | null, after: object | null) => ({
  address,
  mode: "managed",
  type,
  change: {
    actions: [before === null ? "create" : after === null ? "delete" : "update"],
    before,
    after,
    after_unknown: {},
  },
});
const project = (name: string, organization_id = world.organizationId, address = "orgform_project.it") =>
  change("orgform_project", address, null, { organization_id, name });

const textOf = (...changes: readonly object[]): string =>
  JSON.stringify({ format_version: "1.2", planned_values: {}, resource_changes: changes });

/** The verdict on a plan of an organization with these labels. */
async function verdictOn(text: string, labels: Readonly<Record<string, string>> = {}): Promise<PlanVerdict> {
  const judge = await planJudgeOf(sessionOf(policy));
  const environment = { ORGFORM_HOST: world.sandbox.host, ORGFORM_API_KEY: world.apiKey };
  const organization = { name: "acme|é", labels } as unknown as PlanToJudge["organization"]; // -- what the judge takes of it
  if (judge === undefined) throw new Error("There is no judge");
  return judge({ organization, text, environment });
}

/** IDs of the organizations that were read since the requests were cleared. */
const asked = (): string[] => [
  ...new Set(
    world.sandbox.control.requests().flatMap(({ path }) => /\/organizations\/([^/]+)\/$/u.exec(path)?.slice(1) ?? []),
  ),
];

const broken = (name: string): string =>
  `project-names: Project ${name}: name is ${name}; should be like [a-z]+. Rename the project.`;

describe("the judge of a fleet's plans", () => {
  test("is none without a policy in the fleet file, and has no policy with a problem", async () => {
    expect(await planJudgeOf(sessionOf(undefined))).toBeUndefined();
    const none = join(folder, "none.yaml");
    await expect(planJudgeOf(sessionOf(none))).rejects.toThrow(UsageError);
  });

  test("holds what a plan breaks, and not what stays as it is", async () => {
    expect(await verdictOn(textOf(project("good")))).toEqual({ broken: [] });
    expect(await verdictOn(textOf(project('No |"é"')))).toEqual({ broken: [broken('No |"é"')] });
  });

  test("judges by the labels of the organization, and by errors only", async () => {
    expect(await verdictOn(textOf(project("No")), { stage: "test" })).toEqual({ broken: [] });
    expect(await verdictOn(textOf(project("No")), { stage: "tests" })).toEqual({ broken: [broken("No")] });
  });

  test("judges each organization of a plan once, before and after", async () => {
    world.sandbox.control.clearRequests();
    const { organizationId: one, otherOrganizationId: other } = world;
    const all = [project("One", one, "orgform_project.a"), project("Two", other, "orgform_project.b")];
    expect(await verdictOn(textOf(...all, project("x", one, "orgform_project.c")))).toEqual({
      broken: [broken("One"), broken("Two")],
    });
    expect(asked()).toEqual([one, other]);
  });

  test("looks at an organization that a plan leaves or removes, too", async () => {
    const settings = { id: world.organizationId, name: "Acme" };
    const changes = [
      change("orgform_organization", "orgform_organization.it", settings, { ...settings, name: "Other" }),
      change("orgform_role", "orgform_role.r", { id: "x", organization_id: world.organizationId, name: "r" }, null),
    ];
    for (const one of changes) {
      world.sandbox.control.clearRequests();
      expect(await verdictOn(textOf(one))).toEqual({ broken: [] });
      expect(asked()).toEqual([world.organizationId]);
    }
  });

  test("tells what it can't judge: an organization that isn't there yet, and other providers", async () => {
    expect(await verdictOn(textOf())).toEqual({ broken: [] });
    const made = change("orgform_organization", "orgform_organization.it", null, { name: "Acme" });
    expect(await verdictOn(textOf(made))).toEqual({
      broken: [],
      unjudged: "its organization doesn't exist yet. Run `orgform fleet check` afterwards.",
    });
    const foreign = {
      ...change("posthog_project", "posthog_project.it", null, { name: "No" }),
      provider_name: PROVIDER,
    };
    const unjudged = "it has changes by posthog/posthog, which no rule sees.";
    expect(await verdictOn(textOf(project("No"), foreign), { stage: "test" })).toEqual({ broken: [], unjudged });
    expect(await verdictOn(textOf(project("No"), foreign))).toEqual({
      broken: [
        "project-names: Organization Acme: projects can't be checked: posthog/posthog changes it in this plan: posthog_project.it. Give the key access to it, or set the rule to `warning` in the policy file.",
      ],
      unjudged,
    });
  });

  test("names the organization whose plan it can't read", async () => {
    await expect(verdictOn("{")).rejects.toThrow(
      new UsageError(
        "The plan of acme|é isn't complete JSON. Give what `pulumi preview --json` prints, or what `terraform show -json` prints of a plan.",
      ),
    );
  });
});
