import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { isInFull } from "../../support/extent.ts";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

const EMAIL = "ann@acme.example";
const FEATURES = ["access_control", "role_based_access"];

let fixture: Fixture;
let project: number;
let all: string;
let ann: { id: string; userId: string; key: string };
let bob: string;
/** Ann is in the first two of them. */
let roles: string[];
/** The state before there are any rules. */
let empty: ReturnType<Fixture["sandbox"]["control"]["snapshot"]>;

/**
 * Objects of different kinds: one with its own kind, one under an umbrella kind, and tables of the warehouse with and
 * without a source.
 */
const OBJECTS = [
  { resource: "dashboard", id: "7" },
  { resource: "session_recording_playlist", id: "1" },
  { resource: "external_data_source", id: "9" },
  { resource: "warehouse_table", id: "5", source: "9" },
  { resource: "warehouse_table", id: "6" },
];

beforeAll(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
  const { control, organizationId } = fixture.sandbox;
  project = (await fixture.call("GET", fixture.at("projects/"))).json.results[0].id;
  all = control.createKey({ email: "founder@acme.example", scopes: ["*"] }).apiKey;
  const member = (email: string): { id: string; userId: string } => {
    const { id: userId } = control.createUser({ email });
    return { id: control.addMembership({ email, organizationId, level: 1 }).id, userId };
  };
  ann = { ...member(EMAIL), key: control.createKey({ email: EMAIL, scopes: ["*"] }).apiKey };
  bob = member("bob@acme.example").id;
  roles = [];
  for (const name of ["One", "Two", "Others"]) {
    roles.push((await fixture.call("POST", fixture.at("roles/"), { name })).json.id as string);
  }
  for (const role of roles.slice(0, 2)) {
    await fixture.call("POST", fixture.at(`roles/${role}/role_memberships/`), { user_uuid: ann.userId });
  }
  for (const object of OBJECTS) control.call("POST", "guarded-objects", { project, ...object });
  empty = control.snapshot();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.sandbox.control.restore(empty));

/** The subject of a rule. `other` and `others` are other people. */
const SUBJECTS = ["own", "role one", "role two", "default", "other", "others"] as const;
type Subject = (typeof SUBJECTS)[number];
/** A rule: its target (`project`, a kind, or `kind:id`), its subject, and its level. */
type Rule = readonly [at: string, who: Subject, level: string];

const subjectBody = (who: Subject): object =>
  ({
    own: { organization_member: ann.id },
    "role one": { role: roles[0] },
    "role two": { role: roles[1] },
    default: {},
    other: { organization_member: bob },
    others: { role: roles[2] },
  })[who];

const below = (path: string): string => `/api/projects/${project}/${path}`;

async function setRule([at, who, access_level]: Rule): Promise<void> {
  const [resource = "", id] = at.split(":");
  const path =
    id === undefined
      ? at === "project"
        ? "access_controls/"
        : "resource_access_controls/"
      : `${resource}s/${id}/access_controls/`;
  const { status, text } = await fixture.call(
    "PUT",
    below(path),
    { access_level, resource, ...subjectBody(who) },
    { key: all },
  );
  if (status !== 200) throw new Error(`${at} ${who} ${access_level}: ${status} ${text}`);
}

const setMode = (isMostSpecific: boolean | null): unknown =>
  fixture.sandbox.control.updateOrganization(fixture.sandbox.organizationId, {
    uses_most_specific_access_resolution: isMostSpecific,
  });

const asAnn = (path: string, method = "GET", body?: object): Promise<TestAnswer> =>
  fixture.call(method, below(path), body, { key: ann.key });

/** Ann's levels in the settings, requested by somebody who can see everything. */
async function settings(): Promise<TestAnswer["json"]> {
  const path = `access_control_members/?member_id=${ann.id}`;
  return (await fixture.call("GET", below(path), undefined, { key: all })).json.results[0];
}

/** Ann's level for an object, as the object's list of users shows it. */
const ofObject = async (at: string): Promise<string> => {
  const [resource = "", id = ""] = at.split(":");
  const { users } = (await fixture.call("GET", below(`${resource}s/${id}/users_with_access/`), undefined, { key: all }))
    .json;
  return users.find(({ user_id }: { user_id: string }) => user_id === ann.userId)?.access_level ?? "none";
};

describe("effective access by rules, service 2026-09, access-control.md, steps 6 to 8", () => {
  const PROJECTS: [string, Rule[], string, string][] = [
    ["nothing", [], "admin", "admin"],
    ["a default", [["project", "default", "member"]], "member", "member"],
    [
      "an own rule below a default",
      [
        ["project", "default", "admin"],
        ["project", "own", "member"],
      ],
      "member",
      "member",
    ],
    [
      "an own rule below a role's",
      [
        ["project", "own", "none"],
        ["project", "role one", "admin"],
      ],
      "none",
      "admin",
    ],
    [
      "the higher of two roles",
      [
        ["project", "role one", "none"],
        ["project", "role two", "member"],
      ],
      "member",
      "member",
    ],
    [
      "rules of others",
      [
        ["project", "other", "none"],
        ["project", "others", "none"],
      ],
      "admin",
      "admin",
    ],
  ];

  test.each(PROJECTS)("a project with %s: %s", async (_name, rules, specific, legacy) => {
    for (const rule of rules) await setRule(rule);
    for (const [mode, level] of [
      [true, specific],
      [false, legacy],
      [null, legacy],
    ] as const) {
      setMode(mode);
      expect((await settings()).project.effective_access_level).toBe(level);
    }
  });

  const KINDS: [string, Rule[], string, string, string][] = [
    ["nothing", [], "dashboard", "editor", "editor"],
    ["nothing, of a kind with a default of its own", [], "data_deletion", "none", "none"],
    [
      "a lower own rule",
      [
        ["dashboard", "default", "manager"],
        ["dashboard", "own", "viewer"],
      ],
      "dashboard",
      "viewer",
      "manager",
    ],
    [
      "a lower role",
      [
        ["dashboard", "default", "editor"],
        ["dashboard", "role one", "none"],
      ],
      "dashboard",
      "none",
      "editor",
    ],
    [
      "own and role",
      [
        ["dashboard", "own", "viewer"],
        ["dashboard", "role one", "manager"],
      ],
      "dashboard",
      "viewer",
      "manager",
    ],
    [
      "a rule of a child, which says nothing",
      [["session_recording_playlist", "default", "none"]],
      "session_recording",
      "editor",
      "editor",
    ],
  ];

  test.each(KINDS)("a kind of resource with %s", async (_name, rules, resource, specific, legacy) => {
    for (const rule of rules) await setRule(rule);
    for (const [mode, level] of [
      [true, specific],
      [false, legacy],
    ] as const) {
      setMode(mode);
      expect((await settings()).resources[resource].effective_access_level).toBe(level);
    }
  });

  const OBJECT_CASES: [string, Rule[], string, string, string][] = [
    [
      "a default of the object below one of the kind",
      [
        ["dashboard", "default", "manager"],
        ["dashboard:7", "default", "viewer"],
      ],
      "dashboard:7",
      "viewer",
      "manager",
    ],
    [
      "a default `none` of the object, which is final",
      [
        ["dashboard", "default", "manager"],
        ["dashboard:7", "default", "none"],
      ],
      "dashboard:7",
      "none",
      "none",
    ],
    [
      "an own rule of the object",
      [
        ["dashboard", "own", "none"],
        ["dashboard:7", "own", "manager"],
      ],
      "dashboard:7",
      "manager",
      "manager",
    ],
    ["a default of the object alone", [["dashboard:7", "default", "viewer"]], "dashboard:7", "viewer", "viewer"],
    [
      "a kind's rule of somebody else, which is none",
      [
        ["dashboard", "other", "none"],
        ["dashboard:7", "default", "viewer"],
      ],
      "dashboard:7",
      "viewer",
      "viewer",
    ],
    [
      "a rule of the umbrella",
      [["session_recording", "default", "none"]],
      "session_recording_playlist:1",
      "none",
      "none",
    ],
    [
      "a rule of its own kind under an umbrella, which says nothing",
      [["session_recording_playlist", "default", "none"]],
      "session_recording_playlist:1",
      "editor",
      "editor",
    ],
    [
      "a rule of its source",
      [
        ["warehouse_objects", "default", "none"],
        ["external_data_source:9", "default", "viewer"],
      ],
      "warehouse_table:5",
      "viewer",
      "viewer",
    ],
    [
      "a source that is open only by the highest",
      [
        ["external_data_source:9", "own", "none"],
        ["external_data_source:9", "default", "manager"],
      ],
      "warehouse_table:5",
      "none",
      "manager",
    ],
    [
      "a rule of its source's kind",
      [["external_data_source", "default", "viewer"]],
      "warehouse_table:5",
      "viewer",
      "viewer",
    ],
    [
      "no source",
      [
        ["external_data_source", "default", "viewer"],
        ["external_data_source:9", "default", "none"],
      ],
      "warehouse_table:6",
      "editor",
      "editor",
    ],
  ];

  test.each(OBJECT_CASES)("an object with %s", async (_name, rules, at, specific, legacy) => {
    for (const rule of rules) await setRule(rule);
    for (const [mode, level] of [
      [true, specific],
      [false, legacy],
    ] as const) {
      setMode(mode);
      expect([mode, await ofObject(at)]).toEqual([mode, level]);
    }
  });

  test("rules of roles only count with their feature, and no rule counts without the access feature", async () => {
    await setRule(["project", "own", "member"]);
    await setRule(["dashboard", "role one", "none"]);
    const { control, organizationId } = fixture.sandbox;
    for (const [features, expected] of [
      [FEATURES, ["member", "none"]],
      [["access_control"], ["member", "editor"]],
      [["role_based_access"], ["admin", "editor"]],
    ] as const) {
      control.setFeatures(organizationId, features);
      const { project: own, resources } = await settings();
      expect([own.effective_access_level, resources.dashboard.effective_access_level]).toEqual(expected);
    }
  });
});

/** Levels in their order. */
const OF_PROJECTS = ["none", "member", "admin"];
const OF_KINDS = ["none", "viewer", "editor", "manager"];

/** The level that the documented procedure gives for a project or a kind, without any code of the sandbox. */
function expectedLevel(rules: readonly Rule[], at: string, isMostSpecific: boolean): string {
  const order = at === "project" ? OF_PROJECTS : OF_KINDS;
  const highest = (levels: string[]): string => levels.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? "";
  const of = (...who: Subject[]): string[] =>
    rules.filter((rule) => rule[0] === at && who.includes(rule[1])).map((rule) => rule[2]);
  const [own, ofRoles, forAll] = [of("own"), of("role one", "role two"), of("default")];
  const builtIn = at === "project" ? "admin" : "editor";
  if (isMostSpecific) return own[0] ?? (ofRoles.length > 0 ? highest(ofRoles) : (forAll[0] ?? builtIn));
  const named = [...own, ...ofRoles];
  if (at !== "project") return highest([...named, ...forAll]) || builtIn;
  return named.length > 0 ? highest(named) : (forAll[0] ?? builtIn);
}

/** Ann's levels, concluded from what the routes let her do. */
async function enforced(): Promise<unknown> {
  const { status } = await asAnn("dashboards/7/access_controls/");
  // The service refuses an empty body as such only if the caller can change something. Otherwise, it refuses the caller
  // first.
  const change = await asAnn("dashboards/7/access_controls/", "PUT", {});
  const isClosed = (await asAnn("persons/")).status === 403;
  const field = { receive_org_level_activity_logs: true };
  const isAdmin = (await asAnn("", "PATCH", field)).status === 200;
  return {
    project: isClosed ? "none" : isAdmin ? "admin" : "member",
    status: (await asAnn("")).status,
    editsRules: (await asAnn("access_controls/")).json.user_can_edit_access_levels,
    dashboard: change.status === 400 ? "editor" : status === 200 ? "viewer" : "none",
  };
}

const someRule = fc.oneof(
  fc.tuple(fc.constant("project"), fc.constantFrom(...SUBJECTS), fc.constantFrom(...OF_PROJECTS)),
  fc.tuple(fc.constant("dashboard"), fc.constantFrom(...SUBJECTS), fc.constantFrom(...OF_KINDS)),
);
/** At most one rule for each place and subject. */
const someRules = fc.uniqueArray(someRule, { maxLength: 9, selector: ([at, who]) => `${at} ${who}` });

test("random rules: the settings show what the procedure gives and what the routes enforce", async () => {
  fixture.sandbox.control.changeSettings({ projectVisibilityFollowsOrder: true });
  const property = fc.asyncProperty(someRules, fc.boolean(), async (rules, isMostSpecific) => {
    fixture.sandbox.control.restore(empty);
    fixture.sandbox.control.changeSettings({ projectVisibilityFollowsOrder: true });
    setMode(isMostSpecific);
    for (const rule of rules) await setRule(rule);
    const shown = await settings();
    const project = shown.project.effective_access_level as string;
    const dashboard = shown.resources.dashboard.effective_access_level as string;
    expect([project, dashboard]).toEqual(
      ["project", "dashboard"].map((at) => expectedLevel(rules, at, isMostSpecific)),
    );
    // If a project is closed to a person, everything in it is closed, too.
    const isClosed = project === "none";
    const inDashboards = isClosed ? "none" : dashboard === "manager" ? "editor" : dashboard;
    // Only people with the highest level by a rule can edit rules.
    const isByRule = rules.some(([at, who]) => at === "project" && who !== "other" && who !== "others");
    expect(await enforced()).toEqual({
      project,
      status: isClosed ? 404 : 200,
      dashboard: inDashboards,
      editsRules: isClosed ? undefined : project === "admin" && isByRule,
    });
  });
  await fc.assert(property, { numRuns: isInFull() ? 60 : 30 });
}, 120_000);
