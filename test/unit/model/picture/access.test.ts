import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../../scripts/gen/example-picture.ts";
import { type Access, EffectiveAccess } from "../../../../src/model/picture/access.ts";
import { PROJECT } from "../../../../src/model/picture/access-levels.ts";
import { type Known, unknown } from "../../../../src/model/picture/known.ts";

const HIDDEN = unknown("no scope");
const BOTH = ["access_control", "role_based_access"];
const WHOM = "it isn't known whom an access rule is about";
const MODES = "the service doesn't show how access rules count in this organization";

type Example = Parameters<typeof pictureOfExample>[0];
type Sections = NonNullable<Example["sections"]>;

const ANN = "ann@acme.example";
const ROLES = [
  { name: "Zoo", roleId: "r1", members: [ANN] },
  { name: "Apes", roleId: "r2", members: [ANN] },
  { name: "Others", roleId: "r3", members: ["ben@acme.example"] },
];

/** A rule in words: whom it is about, the kind, and the level. */
function ruleOf(text: string) {
  const [subject = "", resource, level] = text.split(" ");
  const roleId = ROLES.find(({ name }) => name === subject)?.roleId ?? null;
  const email = roleId === null && subject !== "all" ? `${subject}@acme.example` : null;
  return { projectId: "7", resourceId: null, resource, level, email, roleId };
}

interface Circumstances {
  readonly organization?: Example["organization"];
  readonly sections?: Partial<Sections>;
  readonly level?: Known<string>;
  readonly rules?: readonly string[];
}

const accessIn = ({ organization, sections, level = "member", rules = [] }: Circumstances): EffectiveAccess =>
  new EffectiveAccess(
    pictureOfExample({
      organization: { features: BOTH, usesMostSpecificAccess: true, ...organization },
      sections: {
        people: [{ email: ANN, name: "Ann", level }],
        projects: [{ projectId: "7", name: "Web" }],
        roles: ROLES,
        accessRules: rules.map(ruleOf),
        ...sections,
      },
    }).living,
  );

/** The access of the first person to the first project, or to a kind in it. */
function accessOf(circumstances: Circumstances, kind?: string): Access {
  const access = accessIn(circumstances);
  const [person] = access.people;
  const [project] = access.projects;
  if (person === undefined || project === undefined) throw new Error("the picture has nobody, or no project");
  return access.of(person, project, kind);
}

const PROJECT_RULES = ["all project member", "Zoo project admin", "ann project none"];
const TIED = ["Zoo dashboard viewer", "Apes dashboard viewer", "Others dashboard manager", "all dashboard viewer"];

describe("of the rules of a place", () => {
  test.each<[order: string, kind: string, rules: string[], level: string, reason: string, roles: string[]]>([
    ["specific", PROJECT, [], "admin", "built-in default", []],
    ["specific", PROJECT, ["ben project none"], "admin", "built-in default", []],
    ["specific", PROJECT, ["all project member"], "member", "default rule", []],
    ["specific", PROJECT, ["all project member", "Zoo project admin"], "admin", "role rule", ["Zoo"]],
    ["specific", PROJECT, PROJECT_RULES, "none", "person rule", []],
    ["older", PROJECT, [], "admin", "built-in default", []],
    ["older", PROJECT, PROJECT_RULES, "admin", "role rule", ["Zoo"]],
    ["older", PROJECT, ["all project admin", "Zoo project none"], "none", "role rule", ["Zoo"]],
    ["older", PROJECT, ["all project admin", "ann project member", "Zoo project none"], "member", "person rule", []],
    ["specific", "dashboard", [], "editor", "built-in default", []],
    ["specific", "data_deletion", [], "none", "built-in default", []],
    ["specific", "dashboard", TIED, "viewer", "role rule", ["Apes", "Zoo"]],
    ["specific", "dashboard", [...TIED, "Zoo dashboard manager"], "manager", "role rule", ["Zoo"]],
    ["specific", "dashboard", ["ann dashboard none", ...TIED], "none", "person rule", []],
    ["older", "dashboard", TIED, "viewer", "role rule", ["Apes", "Zoo"]],
    ["older", "dashboard", [...TIED, "ann dashboard viewer"], "viewer", "person rule", []],
    ["older", "dashboard", [...TIED, "all dashboard editor"], "editor", "default rule", []],
    ["older", "dashboard", ["all dashboard manager", "ann dashboard none"], "manager", "default rule", []],
  ])("in the %s order, those of a %s in %j decide: %s by %s of %j", (order, kind, rules, level, reason, roles) => {
    const organization = { usesMostSpecificAccess: order === "specific" };
    expect(accessOf({ organization, rules }, kind)).toEqual({ level, reason, roles });
  });

  test.each<[features: string[], rules: string[], level: string, reason: string]>([
    [[], ["ann dashboard none", "all dashboard viewer"], "editor", "built-in default"],
    [["role_based_access"], ["all dashboard viewer"], "editor", "built-in default"],
    [["advanced_permissions"], ["all dashboard viewer"], "editor", "built-in default"],
    [["access_control"], ["Zoo dashboard manager", "all dashboard viewer"], "viewer", "default rule"],
    [["access_control"], ["Zoo dashboard manager"], "editor", "built-in default"],
  ])("a plan with %j lets those that it includes count, of %j: %s by %s", (features, rules, level, reason) => {
    expect(accessOf({ organization: { features }, rules }, "dashboard")).toEqual({ level, reason, roles: [] });
  });

  test("a project is the default kind, and nobody has more in it than in the project", () => {
    const rules = ["ann project none", "ann dashboard manager"];
    expect(accessOf({ rules })).toEqual({ level: "none", reason: "person rule", roles: [] });
    expect(accessOf({ rules }, "dashboard")).toEqual({ level: "none", reason: "closed project", roles: [] });
  });

  test.each(["admin", "owner"])("none counts for an %s, who has the highest level of each kind", (level) => {
    const rules = ["ann project none", "ann dashboard none"];
    const highest = (kind: string): Access => accessOf({ level, rules }, kind);
    const reason = "organization level";
    expect(highest(PROJECT)).toEqual({ level: "admin", reason, roles: [] });
    expect(highest("dashboard")).toEqual({ level: "manager", reason, roles: [] });
    expect(highest("toolbar")).toEqual({ level: "viewer", reason, roles: [] });
  });

  test("those of single objects, other projects, roles that are gone, and kinds without effect don't count", () => {
    const rule = ruleOf("ann dashboard none");
    const accessRules = [
      { ...rule, resourceId: "5" },
      { ...rule, projectId: "8" },
      { ...rule, resource: "plugin" },
      { ...rule, email: null, roleId: "r9" },
    ];
    for (const kind of ["dashboard", "plugin"])
      expect(accessOf({ sections: { accessRules } }, kind)).toMatchObject({ reason: "built-in default" });
  });
});

describe("access is unknown, with the reason,", () => {
  const unsure = (level: Known<string>): Access => ({ level, reason: "unknown", roles: [] });
  const rule = ruleOf("Zoo dashboard viewer");

  test.each<[what: string, circumstances: Circumstances, why: string]>([
    ["the level of the person", { level: HIDDEN }, "no scope"],
    ["the rules", { sections: { accessRules: HIDDEN } }, "no scope"],
    ["the person of a rule", { sections: { accessRules: [{ ...rule, email: HIDDEN, roleId: null }] } }, WHOM],
    ["the role of a rule", { sections: { accessRules: [{ ...rule, roleId: HIDDEN }] } }, WHOM],
    ["the roles", { rules: ["Zoo dashboard viewer"], sections: { roles: HIDDEN } }, "no scope"],
    [
      "the members of the role of a rule",
      { rules: ["Others dashboard viewer"], sections: { roles: ROLES.map((one) => ({ ...one, members: HIDDEN })) } },
      "it isn't known who is in a role",
    ],
    [
      "one of the members of the role of a rule",
      { rules: ["Others dashboard none"], sections: { roles: ROLES.map((one) => ({ ...one, members: [HIDDEN] })) } },
      "it isn't known who is in a role",
    ],
    ["the level of a rule", { sections: { accessRules: [{ ...rule, level: HIDDEN }] } }, "no scope"],
    ["the plan", { organization: { features: HIDDEN }, rules: ["ann dashboard none"] }, MODES],
    [
      "the order of rules",
      { organization: { usesMostSpecificAccess: HIDDEN }, rules: ["ann dashboard none", "Zoo dashboard viewer"] },
      MODES,
    ],
  ])("where it isn't known: %s", (_what, circumstances, why) => {
    expect(accessOf(circumstances, "dashboard")).toEqual(unsure(unknown(why)));
  });

  test("of a kind where that of the project is, unless a rule closes the kind", () => {
    const accessRules = [{ ...ruleOf("ann project member"), level: HIDDEN }, ruleOf("ann action none")];
    const found = (kind: string): Access => accessOf({ sections: { accessRules } }, kind);
    expect(found("dashboard")).toEqual(unsure(HIDDEN));
    expect(found("action")).toEqual({ level: "none", reason: "person rule", roles: [] });
  });

  test("but not through a rule for somebody else, or a role whose members are known", () => {
    const roles = ROLES.map((one) => (one.name === "Apes" ? { ...one, members: HIDDEN } : one));
    const accessRules = [
      { ...ruleOf("ben dashboard none"), level: HIDDEN },
      { ...ruleOf("Others dashboard none"), level: HIDDEN },
      ruleOf("Zoo dashboard viewer"),
    ];
    const sections = { roles, accessRules };
    expect(accessOf({ sections }, "dashboard")).toEqual({ level: "viewer", reason: "role rule", roles: ["Zoo"] });
  });

  test("and every section that it depends on is named with its reason, where it isn't known", () => {
    const sections = { people: unknown("a"), projects: unknown("b"), roles: unknown("c"), accessRules: unknown("d") };
    const access = accessIn({ sections });
    expect([access.people, access.projects, access.ruledKinds]).toEqual([[], [], []]);
    expect(access.gaps).toEqual([
      { section: "people", reason: "a" },
      { section: "projects", reason: "b" },
      { section: "roles", reason: "c" },
      { section: "accessRules", reason: "d" },
    ]);
    expect(accessIn({}).gaps).toEqual([]);
  });
});

describe("what a plan creates", () => {
  const created = (origin: string) => ({ ...unknown("the plan creates it"), origin });
  const found = (roleId: Known<string>, ruled: Known<string>): Access =>
    accessOf(
      {
        sections: {
          projects: [{ projectId: created("Project.a"), name: "New" }],
          roles: [{ name: "New role", roleId, members: [ANN] }],
          accessRules: [{ ...ruleOf("all dashboard none"), projectId: created("Project.a"), roleId: ruled }],
        },
      },
      "dashboard",
    );

  test("is the same in a rule by its origin: a role of a new project", () => {
    expect(found(created("Role.a"), created("Role.a"))).toEqual({
      level: "none",
      reason: "role rule",
      roles: ["New role"],
    });
  });

  test.each([
    ["another origin", created("Role.a"), created("Role.b")],
    ["no origin", unknown("the plan creates it"), unknown("the plan creates it")],
    ["a role that is there", "r1", created("Role.a")],
  ])("isn't the role of a rule with %s", (_what, roleId, ruled) => {
    expect(found(roleId, ruled)).toEqual({ level: unknown(WHOM), reason: "unknown", roles: [] });
  });
});

describe("a picture tells", () => {
  test("people with their roles, projects, and ruled kinds in order, in which 2 comes before 10", () => {
    const access = accessIn({
      rules: ["all insight none", "ann action none", "ben insight none", "all project none"],
      sections: {
        people: ["p10", "ann", "p2"].map((name) => ({ email: `${name}@acme.example`, name, level: "member" })),
        projects: ["Web 10", "Web 2", "App"].map((name) => ({ projectId: name, name })),
      },
    });
    expect(access.people).toEqual([
      { email: ANN, name: "ann", level: "member", roles: ["Apes", "Zoo"] },
      { email: "p2@acme.example", name: "p2", level: "member", roles: [] },
      { email: "p10@acme.example", name: "p10", level: "member", roles: [] },
    ]);
    expect(access.projects.map(({ name }) => name)).toEqual(["App", "Web 2", "Web 10"]);
    expect(access.ruledKinds).toEqual(["action", "insight"]);
  });

  test("no kind of which the name isn't known, and none that only single objects have rules of", () => {
    const rule = ruleOf("ann dashboard none");
    const accessRules = [
      { ...rule, resource: HIDDEN },
      { ...rule, resourceId: "5" },
    ];
    expect(accessIn({ sections: { accessRules } }).ruledKinds).toEqual([]);
  });

  test("who has a role, or might have it", () => {
    const mayHave = (sections: Partial<Sections>, email: string, meant: string): boolean =>
      accessIn({ sections }).mayHaveRole(email, ({ id, name }) => id === meant || name === meant);
    for (const meant of ["r1", "Zoo"]) {
      expect(mayHave({}, ANN, meant)).toBe(true);
      expect(mayHave({}, "ben@acme.example", meant)).toBe(false);
    }
    expect(mayHave({}, ANN, "r3")).toBe(false);
    expect(mayHave({}, "new@acme.example", "r1")).toBe(false);
    expect(mayHave({ roles: HIDDEN }, "new@acme.example", "r1")).toBe(true);
    const roles = [{ name: "Zoo", roleId: "r1", members: HIDDEN }, ...ROLES.slice(1)];
    expect(mayHave({ roles }, "new@acme.example", "r1")).toBe(true);
    expect(mayHave({ roles }, "new@acme.example", "r2")).toBe(false);
  });
});
