import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";

import { Pages } from "../../src/cli/mcp/pages.ts";
import { toolsIn } from "../../src/cli/mcp/tools.ts";
import { Workspace } from "../../src/cli/mcp/workspace.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";

const ANN = "ann@acme.example";
const CID = "cid@acme.example";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "orgform-mcp-organization-")));

/** A rule of its own and nothing that the organization breaks by default, so that a plan alone changes the result. */
const POLICY = `
rules:
  second-factor-enforced: off
  owners-count: { min: 1 }
ownRules:
  - id: short-roles
    title: Names of roles are short
    severity: error
    why: Long names are cut off.
    remedy: Rename the role.
    each: roles
    that: self.name.size() < 12
overrides:
  - { labels: { stage: test }, rules: { short-roles: off } }
`;

let world: World;
let projectId: string;
beforeAll(async () => {
  world = await startWorld("2026-09");
  const { organizationId, send } = world;
  world.settleIn(organizationId);
  projectId = String(world.project(organizationId));
  addMember(world, ANN, 1);
  addMember(world, CID, 1);
  await send("POST", `organizations/${organizationId}/roles/`, { name: "Builders of dashboards" });
  const rules = `projects/${projectId}/access_controls/`;
  await send("PUT", rules, { access_level: "none" });
  await send("PUT", rules, { access_level: "admin", organization_member: memberIn(world, ANN)?.["id"] });
  const step = (resource: string, name: string, inputs: object): object => ({
    op: "create",
    urn: `urn:pulumi:dev::acme::orgform:index:${resource}::${name}`,
    newState: { type: `orgform:index:${resource}`, inputs },
  });
  const steps = [
    step("Role", "analysts", { organizationId, name: "Analysts of events" }),
    step("ProjectAccess", "cid", { projectId, email: CID, level: "member" }),
  ];
  for (const [name, text] of Object.entries({
    "orgform.policy.yaml": POLICY,
    "typo.yaml": "rules:\n  owner-count: error\n",
    "modules.yaml": "modules: [./rules.mjs]\n",
    "plan.json": JSON.stringify({ steps }),
    "half.json": '{"steps": [',
    "other.json": '{"planted": "HUSH"}',
    "failed.json": '{"steps":[],"diagnostics":[{"severity":"error","message":"HUSH"}]}',
  }))
    writeFileSync(join(folder, name), text);
});
beforeEach(() => world.sandbox.control.clearRequests());
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a tool says, or why it refuses. */
async function said(tool: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { sandbox, apiKey, organizationId } = world;
  const environment = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey, ORGFORM_ORGANIZATION_ID: organizationId };
  const workspace = new Workspace(folder, undefined, environment);
  const found = toolsIn(workspace, new Pages(join(REPOSITORY, "docs"))).find(({ name }) => name === tool);
  const call = { signal: new AbortController().signal, report: () => undefined };
  return Promise.resolve(found?.run(given, call)).then(String, (error: unknown) => `refused: ${String(error)}`);
}

test("check judges the folder's policy, and of a plan says what is new and what stays", async () => {
  const now = await said("check");
  expect(now).toContain("Role Builders of dashboards short-roles\n");
  expect(now).not.toContain("Analysts of events");
  const planned = await said("check", { planFile: "plan.json" });
  expect(planned).toContain("Role Builders of dashboards short-roles (stays)\n");
  expect(planned).toContain("Role Analysts of events short-roles (new by this plan)\n");
  expect(world.sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("check applies overrides to labels, and without labels says which ones it leaves out", async () => {
  expect(await said("check")).toMatch(
    /The overrides for stage=test in .*orgform\.policy\.yaml don't apply here\..* set `labels`\.$/u,
  );
  const ofTest = await said("check", { labels: "stage=test" });
  expect(ofTest).not.toMatch(/short-roles|overrides/u);
});

test("access answers about one person, one project, and levels from one up", async () => {
  const own = await said("access", { person: ` ${ANN.toUpperCase()}`, project: projectId });
  expect(own).toContain(`\n${ANN} (member)\n  admin, person rule: Default project\n`);
  expect(own).not.toContain(CID);
  const admins = await said("access", { atLeast: "admin", project: "Default project" });
  expect(admins).toContain(ANN);
  expect(admins).not.toContain(CID);
});

test("access says what a plan changes, within the filters", async () => {
  const gained = `  gained: ${CID}, Default project: none -> member, by ProjectAccess cid`;
  expect(await said("access", { planFile: "plan.json" })).toContain(`changes access in 1 places:\n${gained}\n`);
  expect(await said("access", { planFile: "plan.json", person: CID })).toContain(gained);
  for (const filter of [{ person: ANN }, { atLeast: "admin" }])
    expect(await said("access", { planFile: "plan.json", ...filter })).not.toContain("gained");
  expect(world.sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each<readonly [string, Readonly<Record<string, unknown>>, string, boolean?]>([
  ["check", { policyFile: "none.yaml" }, "none.yaml can't be read: ENOENT"],
  ["check", { policyFile: "typo.yaml" }, "typo.yaml:2: rules.owner-count: "],
  ["check", { policyFile: "modules.yaml" }, "modules.yaml:1: modules: "],
  ["check", { policyFile: "." }, "isn't a file, but a folder"],
  ["check", { planFile: "none.json" }, "none.json can't be read: ENOENT"],
  ["check", { planFile: "half.json" }, "half.json isn't complete JSON"],
  ["check", { planFile: "other.json" }, "other.json doesn't contain a plan"],
  ["check", { planFile: "failed.json" }, "failed.json is of a preview or plan that failed"],
  ["check", { planFile: "plan.json", stateFile: "half.json" }, "`planFile` and `stateFile` both say"],
  ["check", { stateFile: "none.json" }, "none.json"],
  ["check", { organization: "Nobody Inc" }, "Nobody Inc", true],
  ["check", { labels: "test" }, "`labels` is test; expected names with values"],
  ["check", { failOn: "note" }, "failOn"],
  ["access", { planFile: "none.json" }, "none.json can't be read: ENOENT"],
  ["access", { planFile: "other.json" }, "other.json doesn't contain a plan"],
  ["access", { atLeast: "boss" }, "--at-least is boss; it must be one of none, member, admin"],
  ["access", { person: "zoe@acme.example" }, "nobody in the organization has the email address zoe", true],
  ["access", { project: "Nowhere" }, "the key sees no project with the name or number Nowhere", true],
  ["access", { organization: "Nobody Inc" }, "Nobody Inc", true],
])("%s refuses %j", async (tool, given, reason, isAsked = false) => {
  const text = await said(tool, given);
  expect(text).toMatch(/^refused: /u);
  expect(text).toContain(reason);
  expect(text).not.toContain("HUSH");
  expect(world.sandbox.control.requests().length > 0).toBe(isAsked);
});
