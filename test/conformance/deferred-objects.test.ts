import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { hookOf } from "../../src/model/hook-of.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { accept, addMember, NOW } from "../support/scenario-people.ts";
import { FOUNDER, startWorld, type World, writesOf } from "../support/scenario-world.ts";

const GUEST = "guest@globex.example";
/** Starts like the guest's address, but belongs to somebody else. */
const OTHER = "guest@globex.example.org";

/** The cause that defers an object of each resource, and its declaration. */
interface Waiting {
  /** Its state holds a date before which nothing is done. */
  readonly isDated: boolean;
  readonly declared: () => Values;
}

const WAITING: Readonly<Record<string, Waiting>> = {
  AccessControl: {
    isDated: false,
    declared: () => ({ projectId, resource: "dashboard", resourceId: "7", email: GUEST, level: "manager" }),
  },
  Invite: { isDated: true, declared: () => ({ email: GUEST, level: "member" }) },
  Membership: { isDated: true, declared: () => ({ email: GUEST, level: "member" }) },
  ProjectAccess: { isDated: false, declared: () => ({ projectId, email: GUEST, level: "member" }) },
  RoleMembership: { isDated: false, declared: () => ({ roleId, email: GUEST }) },
};

let world: World;
let empty: Snapshot;
let roleId: string;
let projectId: string;

const post = (path: string, body: Values): Promise<Values> => world.send("POST", path, body);
const ofOrganization = (path: string): string => `organizations/${world.organizationId}/${path}`;

beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  roleId = String((await post(ofOrganization("roles/"), { name: "builders" }))["id"]);
  projectId = String(world.project(world.organizationId));
  world.sandbox.control.call("POST", "guarded-objects", { project: Number(projectId), resource: "dashboard", id: "7" });
  empty = world.sandbox.control.snapshot();
});
beforeEach(() => {
  world.sandbox.control.restore(empty);
  world.sandbox.control.setClock(NOW, true);
  world.loseRecords();
});
afterAll(() => world.sandbox.close());

const start = (): EngineRun => world.start(ENGINES[0] as (typeof ENGINES)[number], LONG_TIMEOUT);

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

/** An object that waits, as a create left it. */
async function waiting(resource: string): Promise<{ entry: Entry; inputs: Values }> {
  const { isDated, declared } = WAITING[resource] as Waiting;
  if (isDated) await useUp();
  else await post(ofOrganization("invites/"), { target_email: GUEST });
  const run = start();
  const given = resource.includes("Access") ? declared() : { organizationId: world.organizationId, ...declared() };
  const { inputs, problems } = await run.check(resource, undefined, given);
  expect(problems).toEqual([]);
  const entry = await run.create(resource, inputs);
  expect(entry.state).toMatchObject({ status: "deferred" });
  return { entry, inputs };
}

/** Uses up the organization's invites of this hour from outside. */
async function useUp(): Promise<void> {
  for (const count of [20, 20, 10]) {
    const one = (index: number): string => `other${count}-${index}@globex.example`;
    const bodies = Array.from({ length: count }, (_, index) => ({ target_email: one(index) }));
    await post(ofOrganization("invites/bulk/"), bodies as unknown as Values); // -- the list is the body
  }
}

/**
 * Other objects in the same locations: rules for everybody, a role, and somebody else, and somebody else's role
 * membership.
 */
async function furnish(): Promise<void> {
  addMember(world, OTHER, 1);
  const { control } = world.sandbox;
  const other = control.users().find(({ email }) => email === OTHER)?.id;
  const membership = control.memberships().find(({ user }) => user === other)?.id;
  for (const path of ["", "dashboards/7/"]) {
    const level = path === "" ? "member" : "viewer";
    for (const subject of [{}, { role: roleId }, { organization_member: membership }]) {
      await world.send("PUT", `projects/${projectId}/${path}access_controls/`, { access_level: level, ...subject });
    }
  }
  await post(ofOrganization(`roles/${roleId}/role_memberships/`), { user_uuid: other ?? "" });
}

/** The service without its clock and counters: the data that a run can change. */
const held = (): unknown => world.sandbox.control.snapshot().tables;

test("every resource whose objects may wait is tried", () => {
  const names = resources.filter((one) => hookOf(one, "pendingCreation") !== undefined).map(({ name }) => name);
  expect(Object.keys(WAITING)).toEqual(names.toSorted());
});

describe.each(Object.keys(WAITING))("%s that waits", (resource) => {
  test("is destroyed without a write, whatever else the place holds", async () => {
    const { entry } = await waiting(resource);
    await furnish();
    const before = held();
    world.sandbox.control.clearRequests();
    await start().delete(resource, entry);
    expect(writesOf(world)).toEqual([]);
    expect(held()).toEqual(before);
  });

  test("is destroyed without a write also when nothing is left that it waits for", async () => {
    const { entry } = await waiting(resource);
    await furnish();
    const { control } = world.sandbox;
    for (const { id } of control.call("GET", "invites") as Values[]) control.call("DELETE", `invites/${String(id)}`);
    control.clearRequests();
    await start().delete(resource, entry);
    expect(writesOf(world)).toEqual([]);
  });
});

/** Hides members and invites from the key's account. */
function hide(): void {
  const { control } = world.sandbox;
  control.updateOrganization(world.organizationId, { members_can_see_org_members: false });
  control.addMembership({ email: FOUNDER, organizationId: world.organizationId, level: 1 });
  control.clearRequests();
}

describe.each(Object.keys(WAITING).filter((name) => WAITING[name]?.isDated === false))(
  "%s that waits without a date, where the list hides a part from the key,",
  (resource) => {
    test.each(["accepted", "withdrawn"])("stays as it is with a warning: the invite was %s", async (end) => {
      const { entry, inputs } = await waiting(resource);
      const { control } = world.sandbox;
      if (end === "accepted") accept(world, GUEST);
      for (const { id } of control.call("GET", "invites") as Values[]) control.call("DELETE", `invites/${String(id)}`);
      hide();
      const run = start();
      expect(await run.diff(resource, entry, inputs)).toEqual({ changes: false, replaces: [] });
      expect(warningsOf(run)).toEqual([expect.stringMatching(/it stays deferred\..*hidden/su)]);
      expect(writesOf(world)).toEqual([]);
    });
  },
);
