import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import { systemClock } from "../../src/app/clock.ts";
import { Sessions } from "../../src/app/sessions.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { driftReport } from "../support/drift-report.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import { survey } from "../../src/driver/inventory/survey.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine, EngineRun, Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { addMember } from "../support/scenario-people.ts";
import { FOUNDER, startWorld, type World, writesOf } from "../support/scenario-world.ts";
import { SILENT_REPORT } from "../support/silent-report.ts";
import { pulumiState } from "../support/state-files.ts";

const ANN = "ann@globex.example";
const BEN = "ben@globex.example";
const OF_ORGANIZATION = "GET /api/organizations/:id/";

/** The words that stop a run, with the way out. */
const HIDDEN =
  /(?:may be|is|are) hidden(?:\n|\. )Organization .* doesn't let its members see each other, and the account of this API key isn't an admin.* Use an admin's key/u;

/** Resources that show who is a member, with the declaration of a person. */
const RESOURCES: readonly (readonly [string, (email: string, roleId: string) => Values])[] = [
  ["Member", (email) => ({ email, level: "member" })],
  ["Membership", (email) => ({ email, level: "member" })],
  ["Invite", (email) => ({ email, level: "member" })],
  ["RoleMembership", (email, roleId) => ({ email, roleId })],
];

const KINDS = RESOURCES.map(([name]) => name);

let world: World;
let empty: Snapshot;
let roleId: string;

beforeAll(async () => {
  world = await startWorld("2026-09");
  const { organizationId } = world;
  world.settleIn(organizationId);
  for (const email of [ANN, BEN]) addMember(world, email, 1);
  roleId = String((await world.send("POST", `organizations/${organizationId}/roles/`, { name: "builders" }))["id"]);
  empty = world.sandbox.control.snapshot();
});
beforeEach(() => {
  world.sandbox.control.restore(empty);
  world.loseRecords();
});
afterEach(() => world.sandbox.control.clearRequests());
afterAll(() => world.sandbox.close());

const start = (engine: Engine) => world.start(engine, LONG_TIMEOUT);

/** Demotes the key's account in an organization whose members don't see each other, so it sees only Ben. */
function hide(): void {
  const { control } = world.sandbox;
  const userIn = (email: string): string => control.users().find((one) => one.email === email)?.id ?? "";
  control.updateOrganization(world.organizationId, { members_can_see_org_members: false });
  control.addMembership({ email: FOUNDER, organizationId: world.organizationId, level: 1 });
  control.call("PUT", `users/${userIn(FOUNDER)}/shares_projects_with`, { userIds: [userIn(BEN)] });
  control.clearRequests();
}

async function made(engine: Engine, resource: string, declared: Values): Promise<{ entry: Entry; inputs: Values }> {
  const run = start(engine);
  const { inputs } = await run.check(resource, undefined, { organizationId: world.organizationId, ...declared });
  return { entry: await run.create(resource, inputs), inputs };
}

const failureOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (value) => `it gave ${JSON.stringify(value)}`,
    (error: unknown) => String(error),
  );

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))(
  "members that the key is not shown, %s",
  (_, engine) => {
    test.each(RESOURCES)("%s is not taken for gone by a refresh, a destroy or an import", async (resource, of) => {
      const { entry } = await made(engine, resource, of(ANN, roleId));
      hide();
      expect(await failureOf(start(engine).read(resource, entry))).toMatch(HIDDEN);
      expect(await failureOf(start(engine).delete(resource, entry))).toMatch(HIDDEN);
      expect(await failureOf(start(engine).find(resource, entry.id))).toMatch(HIDDEN);
      expect(writesOf(world)).toEqual([]);
    });

    test("a key that may not ask whether members are hidden is told which scope would settle it, unless it is an admin's", async () => {
      const { control, host } = world.sandbox;
      const scopes = ["organization_member:read", "organization_member:write", "user:read"];
      const { apiKey } = control.createKey({ email: FOUNDER, scopes });
      const run = (): EngineRun => engine.start({ host, apiKey, config: LONG_TIMEOUT });
      const of = { email: ANN, level: "member" };
      const levels = { [FOUNDER]: "owner", [ANN]: "member", [BEN]: "member" };
      const set = await made(engine, "OrganizationMembers", { members: levels });
      const { entry: person } = await made(engine, "Member", of);
      const enforced = { ...set.inputs, members: { [FOUNDER]: "owner" }, enforce: true };
      control.removeMembership({ email: ANN, organizationId: world.organizationId });
      const isGone = async () =>
        expect(await failureOf(run().find("Member", person.id))).toContain("There is no Member");
      await isGone();
      hide();
      const untold =
        /hidden\nThis API key isn't allowed to read organization .* Give the key the scope organization:read/u;
      expect(await failureOf(run().find("Member", person.id))).toMatch(untold);
      expect(await failureOf(run().find("Membership", person.id))).toMatch(untold);
      expect(await failureOf(run().read("OrganizationMembers", set.entry))).toMatch(untold);
      expect(await failureOf(run().update("OrganizationMembers", set.entry, enforced))).toMatch(untold);
      for (const verb of ["read", "delete"] as const) {
        expect(await failureOf(run()[verb]("Member", person))).toContain(
          "Give the API key the scope organization:read",
        );
      }
      expect(writesOf(world)).toEqual([]);
      control.setDialect("2025-08");
      await isGone();
      control.setDialect("2026-09");
    });

    // Nothing of a place in a role can be changed.
    test.each(RESOURCES.slice(0, -1))("%s is not changed while it may be there", async (resource, of) => {
      const { entry, inputs } = await made(engine, resource, of(ANN, roleId));
      hide();
      expect(await failureOf(start(engine).update(resource, entry, { ...inputs, level: "admin" }))).toMatch(HIDDEN);
      expect(writesOf(world)).toEqual([]);
    });

    test.each(RESOURCES)("%s of somebody who is shown is read as ever", async (resource, of) => {
      const { entry, inputs } = await made(engine, resource, of(BEN, roleId));
      hide();
      expect(await start(engine).read(resource, entry)).toEqual({ ...entry, inputs });
    });

    test("OrganizationMembers is neither refreshed, previewed nor enforced, and who is missing is not said", async () => {
      const levels = { [FOUNDER]: "owner", [ANN]: "member", [BEN]: "member" };
      const { entry, inputs } = await made(engine, "OrganizationMembers", { members: levels });
      hide();
      expect(await failureOf(start(engine).read("OrganizationMembers", entry))).toMatch(HIDDEN);
      const news = { ...inputs, members: { [FOUNDER]: "owner" }, enforce: true };
      expect(await failureOf(start(engine).diff("OrganizationMembers", entry, news))).toMatch(HIDDEN);
      expect(await failureOf(start(engine).update("OrganizationMembers", entry, news))).toMatch(HIDDEN);
      await start(engine).delete("OrganizationMembers", entry);
      expect(writesOf(world)).toEqual([]);
    });

    test("nobody who is hidden is called a stranger by a create", async () => {
      hide();
      for (const [resource, of] of RESOURCES.filter(([name]) => name === "Member" || name === "RoleMembership")) {
        expect(await failureOf(made(engine, resource, of(ANN, roleId)))).toMatch(HIDDEN);
      }
      expect(writesOf(world)).toEqual([]);
      // The service decides who can be invited.
      expect(await failureOf(made(engine, "Membership", { email: ANN, level: "member" }))).toContain(
        "already belongs to the organization",
      );
    });
  },
);

const [FIRST = ENGINES[0]] = ENGINES;

test("50 people who may be hidden cost one look at their organization, and an admin's runs none", async () => {
  if (FIRST === undefined) throw new Error("there is no engine");
  const { entry } = await made(FIRST, "Member", { email: ANN, level: "member" });
  const set = await made(FIRST, "OrganizationMembers", { members: { [ANN]: "member" } });
  world.sandbox.control.clearRequests();
  await start(FIRST).read("Member", entry);
  await start(FIRST).read("OrganizationMembers", set.entry);
  expect(world.sandbox.control.counts()).not.toHaveProperty([OF_ORGANIZATION]);
  hide();
  const run = start(FIRST);
  const reads = Array.from({ length: 50 }, () => failureOf(run.read("Member", entry)));
  for (const failure of await Promise.all(reads)) expect(failure).toMatch(HIDDEN);
  expect(world.sandbox.control.counts()[OF_ORGANIZATION]).toBe(1);
});

test("orgform drift reports them as unchecked, never as missing, and no list as whole", async () => {
  if (FIRST === undefined) throw new Error("there is no engine");
  const stored = [];
  for (const [resource, of] of RESOURCES.filter(([name]) => name !== "Invite" && name !== "Membership")) {
    stored.push({ resource, name: resource, ...(await made(FIRST, resource, of(ANN, roleId))) });
  }
  hide();
  const settings = { host: world.sandbox.host, apiKey: world.apiKey };
  const rules = new IgnoreRules("", "rules");
  const report = await driftReport(readState(pulumiState(stored), "it"), settings, rules);
  expect([report.missing, report.changed]).toEqual([[], []]);
  const unchecked = report.unchecked.map(({ resource, address }) => [resource, address !== undefined]);
  expect(unchecked).toEqual(
    expect.arrayContaining([
      ["Member", true],
      ["RoleMembership", true],
      ["Member", false],
      ["RoleMembership", false],
    ]),
  );
  const people = report.unchecked.filter(({ resource }) => KINDS.includes(resource));
  for (const { reason } of people) expect(reason).toMatch(HIDDEN);
});

test("what orgform adopt reads says that members are left out, and holds none", async () => {
  hide();
  const session = new Sessions(systemClock).of({ host: world.sandbox.host, apiKey: world.apiKey });
  const read = resources.filter(({ name }) => ["Organization", "Role", ...KINDS].includes(name));
  const progress = { step: () => undefined, count: () => undefined };
  const { objects, unread } = await survey(
    read,
    world.organizationId,
    { session, report: SILENT_REPORT, call: {} },
    progress,
  );
  expect(new Set(objects.map(({ definition }) => definition.name))).toEqual(new Set(["Organization", "Role"]));
  expect(unread.map(({ what }) => what)).toEqual([
    "the members of the organization",
    "the members of the organization's roles",
  ]);
  // The reason is part of a line.
  for (const { reason } of unread) {
    expect(reason).toMatch(HIDDEN);
    expect(reason).not.toContain("\n");
  }
});
