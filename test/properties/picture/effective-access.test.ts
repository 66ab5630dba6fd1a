import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import type { Values } from "../../../src/model/json-value.ts";
import { EffectiveAccess } from "../../../src/model/picture/access.ts";
import { PROJECT } from "../../../src/model/picture/access-levels.ts";
import { isInFull } from "../../support/extent.ts";
import { pictureOf } from "../../support/pictured.ts";
import { addMember, memberIn } from "../../support/scenario-people.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";

const PEOPLE = ["ann@acme.example", "ben@acme.example", "cid@acme.example"];
const RUNS = isInFull() ? 200 : 6;
const NEEDS = ["people", "projects", "roles", "accessRules"] as const;
/** Kinds with routes in the sandbox. */
const ROUTES = { batch_export: "batch_exports", integration: "integrations", hog_function: "hog_functions" };
const KINDS = ["dashboard", "action", "activity_log", "data_deletion", "session_recording", ...Object.keys(ROUTES)];

/** A rule: of nobody in particular, of a person by number, or of a role by number. */
const rule = fc.record({
  kind: fc.constantFrom(PROJECT, ...KINDS),
  subject: fc.constantFrom("default", "person 0", "person 1", "person 2", "role 0", "role 1"),
  level: fc.constantFrom("none", "viewer", "editor", "manager", "member", "admin"),
});

const organization = fc.record({
  isMostSpecific: fc.boolean(),
  features: fc.constantFrom(["access_control", "role_based_access"], ["access_control"], []),
  levels: fc.tuple(fc.constantFrom(1, 1, 8), fc.constant(1), fc.constantFrom(1, 15)),
  inRoles: fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 2 })), { maxLength: 5 }),
  rules: fc.array(rule, { maxLength: 14 }),
});

describe("access", () => {
  let world: World;
  let projectId: string;
  let beginning: ReturnType<World["sandbox"]["control"]["snapshot"]>;
  beforeAll(async () => {
    world = await startWorld("2026-09");
    world.settleIn(world.organizationId);
    projectId = String(world.project(world.organizationId));
    beginning = world.sandbox.control.snapshot();
  });
  afterAll(() => world.sandbox.close());

  test("is what the service enforces, for random rules", async () => {
    await fc.assert(
      fc.asyncProperty(organization, async (drawn) => {
        world.sandbox.control.restore(beginning);
        await settle(drawn);
        const access = new EffectiveAccess((await pictureOf(world.sandbox, { needs: NEEDS })).living);
        const [project] = access.projects.filter((one) => one.projectId === projectId);
        if (project === undefined) throw new Error("The picture lacks the project.");
        for (const person of access.people) {
          const level = (kind: string): unknown => access.of(person, project, kind).level;
          const shown = await shownBy(person.email);
          expect([person.email, PROJECT, level(PROJECT)]).toEqual([person.email, PROJECT, shown.project]);
          for (const [kind, path] of Object.entries(ROUTES)) {
            const isRead = await isAllowed(person.email, "GET", path);
            expect([person.email, kind, level(kind) !== "none"]).toEqual([person.email, kind, isRead]);
            const isWritten = await isAllowed(person.email, "POST", path);
            const mayWrite = ["editor", "manager"].includes(String(level(kind)));
            // Integrations ask for more than the level.
            expect([person.email, kind, mayWrite]).toEqual([
              person.email,
              kind,
              isWritten || (kind === "integration" && mayWrite),
            ]);
          }
          if (shown.project === "none") continue;
          for (const kind of KINDS.filter((one) => one in shown.kinds)) {
            expect([person.email, kind, level(kind)]).toEqual([person.email, kind, shown.kinds[kind]]);
          }
        }
      }),
      { numRuns: RUNS, seed: 20261126, endOnFailure: true },
    );
  }, 300_000);

  type Drawn = typeof organization extends fc.Arbitrary<infer T> ? T : never;

  async function settle({ isMostSpecific, features, levels, inRoles, rules }: Drawn): Promise<void> {
    const { organizationId, sandbox, send } = world;
    sandbox.control.updateOrganization(organizationId, { uses_most_specific_access_resolution: isMostSpecific });
    for (const [index, email] of PEOPLE.entries()) addMember(world, email, levels[index] ?? 1);
    sandbox.control.setFeatures(organizationId, ["access_control", "role_based_access"]);
    const roles: string[] = [];
    for (const name of ["Builders", "Readers"]) {
      roles.push(String((await send("POST", `organizations/${organizationId}/roles/`, { name }))["id"]));
    }
    for (const [role, index] of inRoles) {
      const user_uuid = memberIn(world, PEOPLE[index] ?? "")?.["user"];
      await send("POST", `organizations/${organizationId}/roles/${roles[role] ?? ""}/role_memberships/`, {
        user_uuid,
      }).catch(unlessRefused);
    }
    for (const { kind, subject, level } of rules) {
      const [word, number] = subject.split(" ");
      const who =
        word === "person"
          ? { organization_member: memberIn(world, PEOPLE[Number(number)] ?? "")?.["id"] }
          : word === "role"
            ? { role: roles[Number(number)] }
            : {};
      const path = kind === PROJECT ? "access_controls" : "resource_access_controls";
      const body = { access_level: level, ...(kind === PROJECT ? {} : { resource: kind }), ...who };
      // Levels of another scale, and those out of bounds, are refused.
      await send("PUT", `projects/${projectId}/${path}/`, body).catch(unlessRefused);
    }
    sandbox.control.setFeatures(organizationId, features);
  }

  /** What the service says of a person's levels. */
  async function shownBy(email: string): Promise<{ project: string; kinds: Values }> {
    const member = String(memberIn(world, email)?.["id"]);
    const answer = await world.send("GET", `projects/${projectId}/access_control_members/?member_id=${member}`);
    const [found] = answer["results"] as { project: Values; resources: Record<string, Values> }[];
    const kinds = Object.entries(found?.resources ?? {}).map(([kind, own]) => [kind, own["effective_access_level"]]);
    return { project: String(found?.project["effective_access_level"]), kinds: Object.fromEntries(kinds) as Values };
  }

  async function isAllowed(email: string, method: string, path: string): Promise<boolean> {
    const { sandbox, organizationId } = world;
    const user = sandbox.control.users().find((one) => one.email === email);
    sandbox.control.updateUser(user?.id ?? "", { currentOrganization: organizationId });
    const { apiKey } = sandbox.control.createKey({ email, scopes: null });
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${sandbox.host}/api/projects/${projectId}/${path}/`, {
      method,
      headers,
      ...(method === "POST" ? { body: "{}" } : {}),
    });
    return answer.status !== 403;
  }
});

/** Levels of another scale and memberships that are there already are refused; nothing else may be. */
function unlessRefused(error: unknown): void {
  if (!String(error).includes("400")) throw error;
}
