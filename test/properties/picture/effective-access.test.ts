import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import type { Values } from "../../../src/model/json-value.ts";
import { type Access, ACCESS_SECTIONS, EffectiveAccess } from "../../../src/model/picture/access.ts";
import { PROJECT } from "../../../src/model/picture/access-levels.ts";
import { isUnknown, unknown } from "../../../src/model/picture/known.ts";
import type { Living } from "../../../src/model/picture/picture.ts";
import { isInFull } from "../../support/extent.ts";
import { pictureOf } from "../../support/pictured.ts";
import { addMember, memberIn } from "../../support/scenario-people.ts";
import { FOUNDER, startWorld, type World } from "../../support/scenario-world.ts";

const PEOPLE = ["ann@acme.example", "ben@acme.example", "cid@acme.example"];
const RUNS = isInFull() ? 200 : 6;
/** Kinds that have routes in the sandbox, with their paths. */
const ROUTES = { batch_export: "batch_exports", integration: "integrations", hog_function: "hog_functions" };
const KINDS = ["dashboard", "action", "activity_log", "data_deletion", "session_recording", ...Object.keys(ROUTES)];

/** A rule: a default, or a rule for a person or a role by number. */
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

type Drawn = typeof organization extends fc.Arbitrary<infer T> ? T : never;

/** What the service lets a person do in the project. */
interface Enforced {
  readonly email: string;
  /** The levels that the service shows. */
  readonly project: string;
  readonly kinds: Readonly<Record<string, unknown>>;
  /** For each kind with routes, what the service accepts from the person's key. */
  readonly allowed: Readonly<Record<string, { readonly isRead: boolean; readonly isWritten: boolean }>>;
}

/** Contradictions between an answer about access and what the service enforces. */
function contradictions(access: EffectiveAccess, projectId: string, enforced: readonly Enforced[]): string[] {
  const project = access.projects.find((one) => one.projectId === projectId);
  if (project === undefined) return ["the project isn't there"];
  return enforced.flatMap(({ email, project: shown, kinds, allowed }) => {
    const person = access.people.find((one) => one.email === email);
    if (person === undefined) return [`${email} isn't there`];
    const levelOf = (kind: string): string => {
      const { level } = access.of(person, project, kind);
      return isUnknown(level) ? "unknown" : level;
    };
    const byKeys = Object.entries(allowed).flatMap(([kind, { isRead, isWritten }]) => {
      const level = levelOf(kind);
      const mayWrite = ["editor", "manager"].includes(level);
      // Writing integrations requires more than the level.
      const isWriteRight = isWritten === mayWrite || (kind === "integration" && mayWrite);
      const isRight = (level !== "none") === isRead && isWriteRight;
      return isRight ? [] : [`${email}: ${kind} is ${level}, but read ${isRead}, write ${isWritten}`];
    });
    // The levels that the service shows for kinds ignore that the project is closed.
    const compared = shown === "none" ? [] : KINDS.filter((one) => one in kinds);
    const levels: readonly (readonly [string, unknown])[] = [
      [PROJECT, shown],
      ...compared.map((kind) => [kind, kinds[kind]] as const),
    ];
    const byLevels = levels.flatMap(([kind, level]) =>
      levelOf(kind) === level ? [] : [`${email}: ${kind} is ${levelOf(kind)}, not ${String(level)}`],
    );
    return [...byLevels, ...byKeys];
  });
}

/** Answers that name the wrong roles. The right ones contain the person, and have a rule with this level. */
function wronglyNamed(access: EffectiveAccess, { accessRules, roles }: Living): string[] {
  if (isUnknown(accessRules) || isUnknown(roles)) return ["what decides can't be seen"];
  return access.people.flatMap((person) =>
    access.projects.flatMap((project) =>
      [PROJECT, ...KINDS].flatMap((kind) => {
        const { level, reason, roles: named } = access.of(person, project, kind);
        const deciding = accessRules.flatMap((one) =>
          one.projectId === project.projectId && one.resource === kind && one.level === level ? [one.roleId] : [],
        );
        const expected = roles.flatMap(({ roleId, name, members }) =>
          deciding.includes(roleId) && !isUnknown(name) && !isUnknown(members) && members.includes(person.email)
            ? [name]
            : [],
        );
        const meant = reason === "role rule" ? expected.toSorted() : [];
        const isRight = JSON.stringify(named) === JSON.stringify(meant) && (reason !== "role rule" || meant.length > 0);
        return isRight ? [] : [`${person.email}: ${kind} by ${named.join(", ")}, not by ${meant.join(", ")}`];
      }),
    ),
  );
}

/** The kinds of resources that have a rule, except projects and single objects. */
function kindsWithRules({ accessRules }: Living): string[] {
  const kinds = isUnknown(accessRules)
    ? []
    : accessRules.flatMap(({ resource, resourceId }) =>
        resourceId === null && !isUnknown(resource) ? [resource] : [],
      );
  return [...new Set(kinds.filter((kind) => kind !== PROJECT))].toSorted();
}

/** An organization in which each of the wrong ways below leads to a wrong answer. */
const TELLING: Drawn = {
  isMostSpecific: true,
  features: ["access_control", "role_based_access"],
  levels: [1, 1, 1],
  inRoles: [
    [0, 0],
    [1, 0],
  ],
  rules: [
    { kind: PROJECT, subject: "default", level: "member" },
    { kind: PROJECT, subject: "person 2", level: "none" },
    { kind: "hog_function", subject: "default", level: "none" },
    { kind: "hog_function", subject: "role 0", level: "viewer" },
    { kind: "hog_function", subject: "role 1", level: "none" },
    { kind: "batch_export", subject: "default", level: "editor" },
    { kind: "batch_export", subject: "person 1", level: "none" },
  ],
};

/** Lets people into the contents of a project that is closed to them. */
class Opened extends EffectiveAccess {
  override of(...given: Parameters<EffectiveAccess["of"]>): Access {
    const found = super.of(...given);
    return found.reason === "closed project" ? { ...found, level: "editor" } : found;
  }
}

type Rules = Extract<Living["accessRules"], readonly unknown[]>;

const without =
  (isLeftOut: (rule: Rules[number]) => boolean) =>
  (living: Living): EffectiveAccess => {
    const { accessRules } = living;
    if (isUnknown(accessRules)) throw new Error(accessRules.unknown);
    return new EffectiveAccess({ ...living, accessRules: accessRules.filter((rule) => !isLeftOut(rule)) });
  };

const withOrganization =
  (changed: Partial<Living["organization"]>) =>
  (living: Living): EffectiveAccess =>
    new EffectiveAccess({ ...living, organization: { ...living.organization, ...changed } });

/** Wrong ways to work out access, each with a contradiction that it causes. */
const WRONG_WAYS: readonly (readonly [
  way: string,
  workedOut: (living: Living) => EffectiveAccess,
  contradiction: string,
])[] = [
  [
    "the other order of rules",
    withOrganization({ usesMostSpecificAccess: false }),
    "ben@acme.example: batch_export is editor, but read false, write false",
  ],
  [
    "leaving out rules of roles",
    without(({ roleId }) => roleId !== null),
    "ann@acme.example: hog_function is none, but read true, write false",
  ],
  [
    "leaving out rules of people",
    without(({ email }) => email !== null),
    "ben@acme.example: batch_export is editor, but read false, write false",
  ],
  [
    "leaving out defaults",
    without(({ email, roleId }) => email === null && roleId === null),
    "ben@acme.example: project is admin, not member",
  ],
  ["a plan without access rules", withOrganization({ features: [] }), "ann@acme.example: project is admin, not member"],
  [
    "looking past a closed project",
    (living) => new Opened(living),
    "cid@acme.example: batch_export is editor, but read false, write false",
  ],
  [
    "taking owners for members",
    (living) => new EffectiveAccess({ ...living, people: asMembers(living.people) }),
    "founder@acme.example: project is member, not admin",
  ],
  [
    "not reading who is there",
    (living) => new EffectiveAccess({ ...living, people: unknown("no scope") }),
    "ann@acme.example isn't there",
  ],
  [
    "not reading the rules",
    (living) => new EffectiveAccess({ ...living, accessRules: unknown("no scope") }),
    "ann@acme.example: project is unknown, not member",
  ],
];

function asMembers(people: Living["people"]): Living["people"] {
  return isUnknown(people) ? people : people.map((one) => ({ ...one, level: "member" }));
}

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
        await settle(drawn);
        const seen = await living();
        const access = new EffectiveAccess(seen);
        expect(contradictions(access, projectId, await everybody())).toEqual([]);
        expect(wronglyNamed(access, seen)).toEqual([]);
        expect(access.ruledKinds).toEqual(kindsWithRules(seen));
      }),
      { numRuns: RUNS, seed: 20261126, endOnFailure: true },
    );
  }, 300_000);

  describe("that is worked out wrongly is noticed", () => {
    let enforced: Enforced[];
    let right: Living;
    beforeAll(async () => {
      await settle(TELLING);
      [enforced, right] = [await everybody(), await living()];
    });

    test("since what is worked out rightly contradicts nothing here", () => {
      expect(enforced.map(({ email }) => email).toSorted()).toEqual([...PEOPLE, FOUNDER].toSorted());
      expect(contradictions(new EffectiveAccess(right), projectId, enforced)).toEqual([]);
    });

    test("or names other roles than those that decide", () => {
      class Nameless extends EffectiveAccess {
        override of(...given: Parameters<EffectiveAccess["of"]>): Access {
          return { ...super.of(...given), roles: [] };
        }
      }
      expect(wronglyNamed(new EffectiveAccess(right), right)).toEqual([]);
      expect(wronglyNamed(new Nameless(right), right)).toContain("ann@acme.example: hog_function by , not by Builders");
    });

    test.each(WRONG_WAYS)("by %s", (_way, workedOut, contradiction) => {
      expect(contradictions(workedOut(right), projectId, enforced)).toContain(contradiction);
    });
  });

  const living = async (): Promise<Living> => (await pictureOf(world.sandbox, { needs: ACCESS_SECTIONS })).living;

  async function settle({ isMostSpecific, features, levels, inRoles, rules }: Drawn): Promise<void> {
    const { organizationId, sandbox, send } = world;
    sandbox.control.restore(beginning);
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
      // The service refuses levels that belong to another scale or are out of bounds.
      await send("PUT", `projects/${projectId}/${path}/`, body).catch(unlessRefused);
    }
    sandbox.control.setFeatures(organizationId, features);
  }

  /** What the service lets each person do. */
  async function everybody(): Promise<Enforced[]> {
    const found: Enforced[] = [];
    for (const email of [...PEOPLE, FOUNDER]) {
      const allowed: Record<string, { isRead: boolean; isWritten: boolean }> = {};
      for (const [kind, path] of Object.entries(ROUTES)) {
        allowed[kind] = {
          isRead: await isAllowed(email, "GET", path),
          isWritten: await isAllowed(email, "POST", path),
        };
      }
      found.push({ email, allowed, ...(await shownBy(email)) });
    }
    return found;
  }

  /** What the service says about a person's levels. */
  async function shownBy(email: string): Promise<Pick<Enforced, "project" | "kinds">> {
    const member = String(memberIn(world, email)?.["id"]);
    const answer = await world.send("GET", `projects/${projectId}/access_control_members/?member_id=${member}`);
    const [found] = answer["results"] as { project: Values; resources: Record<string, Values> }[];
    const kinds = Object.entries(found?.resources ?? {}).map(([kind, own]) => [kind, own["effective_access_level"]]);
    return { project: String(found?.project["effective_access_level"]), kinds: Object.fromEntries(kinds) };
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

/**
 * The facts don't say how a service of 2025 enforces rules, so the sandbox doesn't either, and can't be the judge. These
 * answers follow from what the service shows: it has no field for the order of rules.
 */
describe("access in a service of 2025", () => {
  async function levelsIn(dialect: "2025-08" | "documented"): Promise<Record<string, unknown>> {
    const world = await startWorld(dialect);
    try {
      const { organizationId, send, sandbox } = world;
      world.settleIn(organizationId);
      for (const email of PEOPLE) addMember(world, email, 1);
      if (dialect === "2025-08") {
        const rules = `projects/${world.project(organizationId)}/access_controls/`;
        const member = (index: number): unknown => memberIn(world, PEOPLE[index] ?? "")?.["id"];
        const role = (await send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" }))["id"];
        const user_uuid = memberIn(world, PEOPLE[1] ?? "")?.["user"];
        await send("POST", `organizations/${organizationId}/roles/${String(role)}/role_memberships/`, { user_uuid });
        await send("PUT", rules, { access_level: "none" });
        await send("PUT", rules, { access_level: "member", organization_member: member(0) });
        await send("PUT", rules, { access_level: "none", organization_member: member(1) });
        await send("PUT", rules, { access_level: "admin", role });
      }
      const access = new EffectiveAccess((await pictureOf(sandbox, { needs: ACCESS_SECTIONS })).living);
      const [project] = access.projects;
      if (project === undefined) throw new Error("There is no project.");
      return Object.fromEntries(access.people.map((person) => [person.email, access.of(person, project).level]));
    } finally {
      await world.sandbox.close();
    }
  }

  test("is known where both orders of rules give the same, and unknown where they don't", async () => {
    expect(await levelsIn("2025-08")).toEqual({
      "ann@acme.example": "member",
      "ben@acme.example": { unknown: "the service doesn't show how access rules count in this organization" },
      "cid@acme.example": "none",
      [FOUNDER]: "admin",
    });
  });

  test("is everybody's where the service has no rules", async () => {
    const everybody = [...PEOPLE, FOUNDER].map((email) => [email, "admin"]);
    expect(await levelsIn("documented")).toEqual(Object.fromEntries(everybody));
  });
});

/** Ignores the refusals that can happen here: a level of another scale, or a membership that already exists. */
function unlessRefused(error: unknown): void {
  if (!String(error).includes("400")) throw error;
}
