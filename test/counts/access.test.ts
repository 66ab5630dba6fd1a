import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { addMember } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { forEach, range } from "./fixture.ts";

const PROJECTS = 50;
const IN_FLIGHT = 8;
const EMAIL = "ann@globex.example";
const OF_PROJECT = "GET /api/organizations/:organization_id/projects/:id/access_controls/";
const OF_KINDS = "GET /api/organizations/:organization_id/projects/:id/resource_access_controls/";
const ORGANIZATIONS = "GET /api/organizations/";
const MEMBERS = "GET /api/organizations/:organization_id/members/";
const ROLES = "GET /api/organizations/:organization_id/roles/";
const SLOW_MS = 120_000;

describe("a refresh of the rules of 50 projects", () => {
  let world: World;
  const ofEverybody: [string, Entry][] = [];
  const ofPeople: [string, Entry][] = [];
  const ofRoles: [string, Entry][] = [];

  beforeAll(async () => {
    world = await startWorld("2026-09");
    const { organizationId } = world;
    world.settleIn(organizationId);
    addMember(world, EMAIL, 1);
    const { id: role } = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" });
    const members = (await world.send("GET", `organizations/${organizationId}/members/`))["results"] as Values[];
    const member = members.find(({ user }) => (user as Values)["email"] === EMAIL)?.["id"];
    await forEach(range(PROJECTS), IN_FLIGHT, async (index) => {
      const { id } = await world.send("POST", `organizations/${organizationId}/projects/`, { name: `P${index}` });
      const projectId = String(id);
      const rule = async (path: string, body: Values): Promise<void> => {
        await world.send("PUT", `projects/${projectId}/${path}/`, body);
      };
      await rule("access_controls", { access_level: "none" });
      await rule("access_controls", { access_level: "admin", organization_member: member });
      await rule("resource_access_controls", { access_level: "viewer", resource: "dashboard", role });
      const common = { projectId, status: "active", stateVersion: 1 };
      const entry = (parts: readonly string[], state: Values): Entry => ({
        id: [projectId, ...parts].join("/"),
        state: { ...common, subject: parts.at(-1), ...state },
      });
      const subject = `role:${String(role)}`;
      ofEverybody.push(["ProjectAccess", entry(["default"], { level: "none" })]);
      ofPeople.push(["ProjectAccess", entry([`member:${EMAIL}`], { level: "admin", email: EMAIL })]);
      const ofKind = { resource: "dashboard", target: "dashboard", roleId: role, level: "viewer" };
      ofRoles.push(["AccessControl", entry(["dashboard", subject], ofKind)]);
    });
  }, SLOW_MS);

  afterAll(async () => world.sandbox.close());

  test.each([
    [
      "a list for each project, and one of the organization's people",
      ["everybody", "people"],
      { [OF_PROJECT]: 50, [ORGANIZATIONS]: 1, [MEMBERS]: 1 },
    ],
    [
      "a second list for each project where kinds have rules, and one of the roles",
      ["everybody", "people", "roles"],
      { [OF_PROJECT]: 50, [OF_KINDS]: 50, [ORGANIZATIONS]: 1, [MEMBERS]: 1, [ROLES]: 1 },
    ],
  ] as const)(
    "costs %s",
    async (_words, kinds, expected) => {
      const all: Readonly<Record<string, readonly [string, Entry][]>> = {
        everybody: ofEverybody,
        people: ofPeople,
        roles: ofRoles,
      };
      const entries = kinds.flatMap((kind) => [...(all[kind] ?? [])]);
      for (const engine of ENGINES) {
        world.sandbox.control.clearRequests();
        const run = world.start(engine, LONG_TIMEOUT);
        const found: string[] = [];
        await forEach(entries, IN_FLIGHT, async ([resource, entry]) => {
          const read = await run.read(resource, entry);
          found.push(read?.id ?? "is gone");
          expect(read?.state).toEqual(entry.state);
        });
        expect(found.toSorted()).toEqual(entries.map(([, { id }]) => id).toSorted());
        expect(world.sandbox.control.counts()).toEqual(expected);
      }
    },
    SLOW_MS,
  );
});
