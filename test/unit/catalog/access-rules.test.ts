import { describe, expect, test } from "@jest/globals";

import { accessControl } from "../../../src/catalog/resources/access/access-control.ts";
import { type RuledObject, ruleGuards } from "../../../src/catalog/resources/access/access-guards.ts";
import {
  changeRule,
  deleteRule,
  isAbout,
  isRuleGone,
  isSubjectKnown,
  isSubjectNamed,
  namedRules,
  putRule,
  waitingFor,
  whyNotEveryRule,
  whyNotEverySubject,
} from "../../../src/catalog/resources/access/access-rules.ts";
import { projectAccess } from "../../../src/catalog/resources/access/project-access.ts";
import type { AccessRule } from "../../../src/catalog/resources/access/rule-wire.ts";
import type { AccessPlace, AccessRuleWire } from "../../../src/client/access-controls.ts";
import { check } from "../../../src/model/check.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { apiError, lostAnswer } from "../../support/fake-service.ts";
import { failureOf } from "../../support/fake-resources.ts";

const ANN = "ann@acme.example";
const BUILDERS = "01A1FD1E-8C00-0000-6FAB-AF2187569CAB";
const FORBIDDEN = apiError({ category: "permission", status: 403 });
const MISSING = apiError({ category: "notFound", status: 404 });
const BROKEN = apiError({ category: "unavailable", status: 500 });

const ruleOf = (further: object = {}): AccessRuleWire => ({
  access_level: "viewer",
  resource: "dashboard",
  resource_id: null,
  organization_member: null,
  role: null,
  created_by: null,
  ...further,
});

/** What a process knows, and what the service answers. A list can be an error. */
interface Known {
  readonly lists?: Readonly<Record<string, readonly object[] | Error>>;
  readonly features?: readonly string[] | undefined;
  readonly invite?: object | undefined;
  readonly dueAt?: string;
  readonly hasList?: boolean | Error | ((target: unknown) => boolean);
  readonly isOlder?: boolean;
  readonly project?: object;
  readonly rules?: readonly AccessRuleWire[];
  readonly answer?: AccessRuleWire | undefined;
}

const LISTS = {
  Member: [
    { id: "m1", level: 1, user: { uuid: "u1", email: " Ann@ACME.example" } },
    { id: "m2", level: 8, user: { uuid: "u2", email: "bob@acme.example" } },
  ],
  Role: [
    { id: BUILDERS.toLowerCase(), name: " Builders |é", members: [] },
    { id: "r2", name: "Others", members: [] },
  ],
};

/** The context of rules in the project 7 of the organization o1, and everything that is asked. */
function askOf(known: Known = {}) {
  const sent: unknown[] = [];
  const facts = new Map<string, Promise<unknown>>();
  const home = {
    id: "o1",
    membership_level: 1,
    is_pending_deletion: false,
    members_can_see_org_members: false,
    available_product_features: known.features?.map((key) => ({ key })),
    projects: [{ id: 7 }],
  };
  const lists: NonNullable<Known["lists"]> = { Organization: [home], ...LISTS, ...known.lists };
  const rowsOf = ({ name = "" }: { name?: string }, { organizationId }: Values) => {
    const isHere = name === "Organization" || organizationId === "o1";
    const rows = (isHere ? lists[name] : undefined) ?? [];
    return rows instanceof Error ? Promise.reject(rows) : Promise.resolve(rows);
  };
  const found = ({ name = "" }: { name?: string }, { email }: Values) => {
    const members = LISTS.Member.find(({ user }) => user.email.trim().toLowerCase() === email);
    return Promise.resolve(name === "Member" ? members : known.invite && { email, invite: known.invite });
  };
  const api = {
    accessControls: {
      list: (place: AccessPlace) => {
        sent.push(["list", place]);
        return Promise.resolve({ access_controls: known.rules ?? [] });
      },
      put: (place: AccessPlace, body: Values) => {
        sent.push([place, body]);
        return Promise.resolve("answer" in known ? known.answer : ruleOf(body));
      },
    },
    projects: {
      getByNumber: () => (known.project === undefined ? Promise.reject(MISSING) : Promise.resolve(known.project)),
    },
  };
  const call = {
    shown: rowsOf,
    all: rowsOf,
    known: (_of: unknown, { organizationId }: Values) => Promise.resolve(organizationId === "o1" ? home : undefined),
    find: found,
    deferredUntil: () => known.dueAt,
    forget: (name: string) => facts.delete(name),
    once: (name: string, read: (call: object) => Promise<unknown>) => {
      const fact = facts.get(name) ?? read({});
      facts.set(name, fact);
      return fact;
    },
    served: async (route: string, ask: () => Promise<unknown>) => {
      if (route !== "resource access controls") throw new Error(`asks for ${route}`);
      return known.isOlder === true ? undefined : { answer: await ask() };
    },
    hasList: (_of: unknown, scope: Values) => {
      sent.push(["has list", scope]);
      const { hasList = true } = known;
      if (hasList instanceof Error) return Promise.reject(hasList);
      return Promise.resolve(typeof hasList === "function" ? hasList(scope["target"]) : hasList);
    },
  };
  return { api: api as never, call: call as never, sent }; // -- all that rules ask
}

const OF_PROJECT: AccessPlace = { projectId: "7" };
const OF_KINDS: AccessPlace = { projectId: "7", isOfKinds: true };
const OF_OBJECT: AccessPlace = { projectId: "7", object: { objects: "dashboards", id: "42" } };

describe("the subject of a rule", () => {
  const RULES: Readonly<Record<string, AccessRule>> = {
    everybody: { rule: ruleOf() },
    ann: { rule: ruleOf({ organization_member: "M1" }), email: ANN },
    hidden: { rule: ruleOf({ organization_member: "M2" }) },
    builders: { rule: ruleOf({ role: BUILDERS }), roleName: " Builders " },
    "a role": { rule: ruleOf({ role: "r2" }) },
  };
  const among = (isIt: (one: AccessRule) => boolean) => Object.keys(RULES).filter((name) => isIt(RULES[name]!));

  test.each<[declared: Values, names: readonly string[]]>([
    [{}, ["everybody"]],
    [{ email: " ANN@acme.example" }, ["ann"]],
    [{ email: "bob@acme.example" }, []],
    [{ roleId: BUILDERS.toLowerCase() }, ["builders"]],
    [{ roleId: "R2" }, ["a role"]],
    [{ roleName: "BUILDERS" }, ["builders"]],
    [{ roleName: "Others" }, []],
  ])("that a program declares as %j is the one of %j", (declared, names) => {
    expect(among((one) => isAbout(one, declared))).toEqual(names);
  });

  test.each<[text: string, names: readonly string[]]>([
    ["default", ["everybody"]],
    ["member:ann@acme.example", ["ann"]],
    ["member/ANN@acme.example", ["ann"]],
    ["ann@acme.example", ["ann"]],
    [`role:${BUILDERS}`, ["builders"]],
    [`role/${BUILDERS.toLowerCase()}`, ["builders"]],
    ["builders", ["builders"]],
    ["role:R2", ["a role"]],
    ["rrole:2", []],
    ["membership:m1", ["ann"]],
    ["membership:M2", ["hidden"]],
    ["membership:m3", []],
    ["", []],
  ])("that a person calls %j is the one of %j", (text, names) => {
    expect(among((one) => isSubjectNamed(one, text))).toEqual(names);
  });

  test("is known unless the service hides the member, or the person is only invited", () => {
    expect(among(isSubjectKnown)).toEqual(["everybody", "ann", "builders", "a role"]);
    expect(isSubjectKnown({ rule: ruleOf(), email: ANN, isWaiting: true })).toBe(false);
  });
});

describe("the rules of a place", () => {
  const rules = [
    ruleOf(),
    ruleOf({ organization_member: "m1" }),
    ruleOf({ organization_member: "m9" }),
    ruleOf({ role: "r2" }),
    ruleOf({ resource: "notebook", role: "r2" }),
  ];
  const isOfDashboards = ({ resource }: AccessRuleWire): boolean => resource === "dashboard";
  const read = (known: Known, place: AccessPlace = OF_PROJECT) => {
    const { api, call, sent } = askOf(known);
    return { sent, named: namedRules(api, place, call, isOfDashboards) };
  };

  test("have the names of their subjects, as far as the service shows them", async () => {
    const { named, sent } = read({ rules });
    expect(await named).toEqual([
      { rule: rules[0], email: undefined, roleName: undefined },
      { rule: rules[1], email: ANN, roleName: undefined },
      { rule: rules[2], email: undefined, roleName: undefined },
      { rule: rules[3], email: undefined, roleName: "Others" },
    ]);
    expect(sent).toEqual([["list", { projectId: "7", organizationId: "o1" }]]);
  });

  test("are read without names that the key may not see, and not after another failure", async () => {
    const lists = { Member: FORBIDDEN, Role: FORBIDDEN };
    expect(await read({ rules, lists }).named).toEqual(
      rules.slice(0, 4).map((rule) => ({ rule, email: undefined, roleName: undefined })),
    );
    for (const name of ["Member", "Role"])
      expect(await failureOf(read({ rules, lists: { [name]: BROKEN } }).named)).toBe(BROKEN);
  });

  test("need lists of people and roles only if they are about some", async () => {
    const lists = { Member: BROKEN, Role: BROKEN };
    const [everybody = ruleOf()] = rules;
    expect(await read({ rules: [everybody], lists }).named).toEqual([{ rule: everybody }]);
    const [, ofMember, , ofRole] = rules;
    expect(await read({ rules: [ofMember!], lists: { Role: BROKEN } }).named).toMatchObject([{ email: ANN }]);
    expect(await read({ rules: [ofRole!], lists: { Member: BROKEN } }).named).toMatchObject([{ roleName: "Others" }]);
    const homeless = read({ rules: [everybody], lists: { Organization: BROKEN } }, OF_OBJECT);
    expect(await homeless.named).toEqual([{ rule: everybody }]);
    // Nobody knows the organization of the project.
    expect(await read({ rules: [ofRole!], lists: { Organization: [] } }).named).toEqual([{ rule: ofRole }]);
  });

  test("of kinds have another address in older services, and those of objects none below the organization", async () => {
    const home = { ...OF_KINDS, organizationId: "o1" };
    const asked = async (known: Known, place: AccessPlace) => {
      const { named, sent } = read(known, place);
      await named;
      return sent;
    };
    expect(await asked({}, OF_KINDS)).toEqual([["list", home]]);
    expect(await asked({ isOlder: true }, OF_KINDS)).toEqual([["list", { ...home, isNamedAsBefore: true }]]);
    expect(await asked({ isOlder: true }, OF_OBJECT)).toEqual([["list", OF_OBJECT]]);
  });
});

describe("a rule is sent", () => {
  const made = async (place: AccessPlace, body: Values, known: Known = {}) => {
    const { api, call, sent } = askOf(known);
    return { rule: await putRule(api, place, body, call), sent };
  };
  const home = { projectId: "7", organizationId: "o1" };

  test.each<[what: string, place: AccessPlace, body: Values, sent: unknown, names: object]>([
    ["for everybody", OF_PROJECT, { level: "member" }, [home, { access_level: "member" }], {}],
    [
      "for a kind",
      OF_KINDS,
      { level: "none", target: "dashboard" },
      [
        { ...home, isOfKinds: true },
        { access_level: "none", resource: "dashboard" },
      ],
      { target: "dashboard" },
    ],
    [
      "for an object",
      OF_OBJECT,
      { level: "none", target: "dashboard:42" },
      [OF_OBJECT, { access_level: "none" }],
      { target: "dashboard:42" },
    ],
    [
      "for a role by its ID",
      OF_PROJECT,
      { level: "admin", roleId: "R2" },
      [home, { access_level: "admin", role: "R2" }],
      { roleName: undefined },
    ],
    [
      "for a role by its name",
      OF_PROJECT,
      { level: "admin", roleName: "BUILDERS |É" },
      [home, { access_level: "admin", role: BUILDERS.toLowerCase() }],
      { roleName: " Builders |é" },
    ],
    [
      "for a role that nobody has",
      OF_PROJECT,
      { level: "admin", roleName: "Build" },
      [home, { access_level: "admin", role: "" }],
      { roleName: undefined },
    ],
    [
      "for a member",
      OF_KINDS,
      { level: "editor", target: "dashboard", email: "ANN@acme.example " },
      [
        { ...home, isOfKinds: true },
        { access_level: "editor", resource: "dashboard", organization_member: "m1" },
      ],
      { target: "dashboard", email: ANN },
    ],
    ["without a level", OF_PROJECT, {}, [home, { access_level: "" }], {}],
  ])("%s", async (_what, place, body, request, names) => {
    const { rule, sent } = await made(place, body);
    expect(sent).toEqual([request]);
    expect(rule).toStrictEqual({ ...names, rule: ruleOf((request as readonly object[])[1]) });
    expect((await made(place, body, { answer: undefined })).rule).toBeUndefined();
  });

  test("not before the person is a member, and then it says until when it waits", async () => {
    const waiting = {
      rule: { access_level: "", organization_member: null, role: null, resource: "" },
      email: "eve@acme.example",
      isWaiting: true,
    };
    const body = { level: "member", target: "dashboard", email: " EVE@acme.example" };
    const invited = await made(OF_KINDS, body, { invite: { id: "i1" } });
    expect(invited).toEqual({ rule: { target: "dashboard", ...waiting }, sent: [] });
    const dueAt = "2026-11-27T08:00:00Z";
    expect((await made(OF_PROJECT, { level: "member", email: body.email }, { dueAt })).rule).toEqual({
      ...waiting,
      dueAt,
    });
  });

  test("again for the same subject if its level changes, and with none if it is deleted", async () => {
    const subjects: readonly (readonly [AccessRule, object])[] = [
      [{ rule: ruleOf() }, {}],
      [{ rule: ruleOf({ organization_member: "m1" }), email: ANN }, { organization_member: "m1" }],
      [{ rule: ruleOf({ role: "r2" }), roleName: "Others" }, { role: "r2" }],
    ];
    for (const [held, subject] of subjects)
      for (const [place, at, kind] of [
        [OF_PROJECT, home, {}],
        [OF_KINDS, { ...home, isOfKinds: true }, { resource: "dashboard" }],
        [OF_OBJECT, OF_OBJECT, {}],
      ] as const) {
        const { api, call, sent } = askOf();
        const answer = await changeRule(api, place, { level: "editor", held }, call);
        await deleteRule(api, place, call, { state: {}, look: () => Promise.resolve(held) });
        expect(sent).toEqual([
          [at, { access_level: "editor", ...kind, ...subject }],
          [at, { access_level: null, ...kind, ...subject }],
        ]);
        expect(answer).toEqual({ ...held, rule: ruleOf({ access_level: "editor", ...kind, ...subject }) });
      }
  });

  test("never for nobody", async () => {
    const { api, call, sent } = askOf({ answer: undefined });
    expect(await changeRule(api, OF_PROJECT, { level: "editor" }, call)).toBeUndefined();
    const waiting: AccessRule = { rule: ruleOf(), email: ANN, isWaiting: true };
    for (const held of [undefined, waiting])
      await deleteRule(api, OF_PROJECT, call, { state: {}, look: () => Promise.resolve(held) });
    expect(sent).toEqual([]);
    expect(await changeRule(api, OF_PROJECT, { held: { rule: ruleOf() } }, call)).toBeUndefined();
    expect(sent).toEqual([[home, { access_level: "" }]]);
  });
});

describe("a rule that no list shows", () => {
  const hidden: AccessRule = { rule: ruleOf({ organization_member: "m9" }) };
  const STRANGE =
    "it has a rule for a member whom the service doesn't show to this API key, perhaps because the account is deactivated. You can remove such rules in the project's settings";

  test.each<[subject: string | undefined, rules: readonly AccessRule[], why: string | undefined]>([
    [`member:${ANN}`, [{ rule: ruleOf() }, hidden], STRANGE],
    [`member:${ANN}`, [{ rule: ruleOf() }], undefined],
    ["default", [hidden], undefined],
    ["role:r2", [hidden], undefined],
    [undefined, [hidden], undefined],
  ])("for %j can be one of a member whom the key doesn't see: %#", async (subject, rules, why) => {
    const at = { projectId: "7", ...(subject === undefined ? {} : { subject }) };
    expect(await whyNotEveryRule(rules, askOf(), at)).toBe(why);
  });

  test.each<[subject: string | undefined, isHidden: boolean]>([
    [`member:${ANN}`, true],
    [undefined, true],
    ["default", false],
    ["role:r2", false],
    ["membership:m9", false],
  ])("for %j can be hidden with its subject: %s", async (subject, isHidden) => {
    const at = { projectId: "7", ...(subject === undefined ? {} : { subject }) };
    expect(((await whyNotEverySubject(at, askOf())) ?? "").slice(0, 15)).toBe(isHidden ? "Organization o1" : "");
    expect(await whyNotEverySubject(at, askOf({ lists: { Organization: [] } }))).toBeUndefined();
  });

  test("of an object is gone if its project is there, and one of a project isn't", async () => {
    const { api, call } = askOf({ project: { id: 7, organization: "o1" } });
    const isGone = (target?: string) =>
      isRuleGone(api, { projectId: "7", ...(target === undefined ? {} : { target }) }, call, MISSING);
    expect([await isGone("dashboard:42"), await isGone("dashboard"), await isGone()]).toEqual([true, false, false]);
  });

  test("waits if the person is invited, in a project whose organization is known", async () => {
    const waits = (subject: string, known: Known, further: object = {}) =>
      waitingFor({ projectId: "7", subject, ...further }, askOf(known));
    const invite = { id: "i1" };
    const waiting = {
      rule: { access_level: "", organization_member: null, role: null, resource: "" },
      email: "eve@acme.example",
      isWaiting: true,
    };
    const subject = "member:eve@acme.example";
    expect(await waits(subject, { invite })).toStrictEqual(waiting);
    expect(await waits(subject, { invite }, { target: "dashboard" })).toStrictEqual({
      ...waiting,
      target: "dashboard",
    });
    expect(await waits(subject, {})).toBeUndefined();
    expect(await waits(subject, { invite, lists: { Organization: [] } })).toBeUndefined();
    expect(await waits("role:r2", { invite })).toBeUndefined();
  });
});

describe("a new rule is refused", () => {
  const DASHBOARD = { kind: "dashboard", target: "dashboard:42" };
  const NO_RULES =
    "This service has no rules of access. Services have had them since 2025.\nRemove the resource from the program until the service is upgraded.";
  const NO_OBJECTS =
    'This service has no access rules for single objects of the kind "dashboard".\nDeclare a rule for the whole kind, without resourceId.';
  const NO_ROLES =
    'The organization\'s plan lacks the feature "role_based_access", so the service refuses rules for roles.\n' +
    "Change the plan in the billing settings of the service's web interface. Or declare rules for members by email.";

  async function refused(verb: "create" | "make", inputs: Values, known: Known = {}, object?: RuledObject) {
    const { api, call, sent } = askOf(known);
    const context = { verb, inputs: { projectId: "7", ...inputs }, state: undefined } as const;
    const guards = ruleGuards(
      () => projectAccess,
      () => object,
    );
    const texts: string[] = [];
    for (const guard of guards) {
      if (!guard.on.includes(verb) || guard.isAsked?.(context) === false) continue;
      const text = await guard.refuse(context, undefined, () => ({ api, call }));
      if (text !== undefined) texts.push(printed(text));
    }
    return { text: texts.join("\n---\n"), sent };
  }

  test.each<[what: string, inputs: Values, known: Known, text: string]>([
    ["if the service has no rules", {}, { hasList: false }, NO_RULES],
    ["never if it has", {}, {}, ""],
    ["for a role, if the plan lacks them", { roleId: "r2" }, { features: ["access_control"] }, NO_ROLES],
    ["for a role by its name, too", { roleName: "Others" }, { features: [] }, NO_ROLES],
    ["for no role that isn't known yet", { roleId: UNKNOWN }, { features: [] }, ""],
    ["for no role, if the plan has them", { roleId: "r2" }, { features: ["role_based_access"] }, ""],
    ["for no role, if nobody knows the plan", { roleId: "r2" }, {}, ""],
    ["for no role, if nobody knows the home", { roleId: "r2" }, { features: [], lists: { Organization: [] } }, ""],
    ["for no member, whatever the plan has", { email: ANN }, { features: [] }, ""],
  ])("%s", async (_what, inputs, known, text) => {
    expect((await refused("create", inputs, known)).text).toBe(text);
  });

  test.each<[what: string, inputs: Values, hasList: boolean | Error, text: string, isAsked: boolean]>([
    ["if the service has none for such objects", {}, false, NO_OBJECTS, true],
    ["never if it has", {}, true, "", true],
    ["never if the object isn't there", {}, MISSING, "", true],
    ["never before the project is known", { projectId: UNKNOWN }, false, "", false],
    ["never without a project", { projectId: undefined }, false, "", false],
  ])("for one object: %s", async (_what, inputs, hasList, text, isAsked) => {
    const { text: said, sent } = await refused("create", inputs, { hasList }, DASHBOARD);
    expect(said).toBe(text);
    expect(sent).toEqual(isAsked ? [["has list", { projectId: "7", target: "dashboard:42" }]] : []);
  });

  test("for one object by its kind, which is asked for once", async () => {
    const ask = askOf({ hasList: (target) => String(target).startsWith("notebook") });
    const objects = ["dashboard:42", "notebook:1", "dashboard:43", "notebook:2"];
    const texts: string[] = [];
    for (const target of objects) {
      const [, guard] = ruleGuards(
        () => projectAccess,
        () => ({ kind: target.split(":")[0] ?? "", target }),
      );
      const context = { verb: "create", inputs: { projectId: "7" }, state: undefined } as const;
      texts.push(printed((await guard?.refuse(context, undefined, () => ask)) ?? ""));
    }
    expect(texts).toEqual([NO_OBJECTS, "", NO_OBJECTS, ""]);
    expect(ask.sent).toEqual(["dashboard:42", "notebook:1"].map((target) => ["has list", { projectId: "7", target }]));
  });

  test("never for one object after another failure, which is passed on", async () => {
    for (const error of [BROKEN, lostAnswer(), FORBIDDEN])
      expect(await failureOf(refused("create", {}, { hasList: error }, DASHBOARD))).toBe(error);
  });

  test.each<[what: string, inputs: Values, known: Known, text: string]>([
    ["for everybody", {}, {}, ""],
    ["for a member", { email: " ANN@acme.example" }, {}, ""],
    ["for an invited person", { email: "eve@acme.example" }, { invite: { id: "i1" } }, ""],
    [
      "for a stranger",
      { email: "EVE@acme.example" },
      {},
      "eve@acme.example is neither a member of the organization nor invited to it.\nDeclare an Invite or a Membership for this person, and make this resource depend on it.",
    ],
    [
      "in a project that the key doesn't see",
      { email: ANN },
      { lists: { Organization: [] } },
      "There is no project 7, or this API key cannot see it.",
    ],
    ["for a role", { roleName: "OTHERS " }, {}, ""],
    ["for a role by its ID", { roleId: "r9" }, {}, ""],
    [
      "for no role",
      { roleName: 'Other |é "1"' },
      {},
      'The organization has no role "Other |é \\"1\\"".\nDeclare a Role with this name, and make this resource depend on it. Or correct the name.',
    ],
  ])("right before it is sent, %s", async (_what, inputs, known, text) => {
    expect((await refused("make", inputs, known)).text).toBe(text);
  });
});

describe("the kind of a rule", () => {
  const inputsOf = (resource: string) => ({ projectId: "7", resource, level: "viewer" });
  const problemsOf = (resource: string) =>
    check(accessControl, inputsOf(resource), { howToSet: String }).problems.map(
      ({ path, reason }) => `${path} ${printed(reason)}`,
    );
  const warningsOf = (inputs: Values) =>
    hookOf(accessControl as AnyResource, "inputWarnings")?.(inputs, () => [], 0).map((text) => printed(text));

  test.each([
    ["project", "resource A rule of a project itself is a `ProjectAccess`."],
    [
      "organization",
      "resource An organization has no access rules. The level of a `Member` decides what a person can do in it.",
    ],
    ["dashbord", 'resource is "dashbord", which isn\'t a kind of resource; did you mean `resource: "dashboard"`?'],
  ])("is refused in the check if it is %s", (resource, problem) => {
    expect(problemsOf(resource)).toEqual([problem]);
  });

  test("may be one that Orgform doesn't know, with a warning", () => {
    expect(problemsOf("quantum_entanglement")).toEqual([]);
    expect(warningsOf(inputsOf("quantum_entanglement"))).toEqual([
      "resource is \"quantum_entanglement\", a kind of resource that this version of Orgform doesn't know\nThe service refuses the rule if it doesn't know the kind either.",
    ]);
    for (const inputs of [inputsOf("dashboard"), inputsOf("wizard_session"), {}, { resource: UNKNOWN }])
      expect(warningsOf(inputs)).toEqual([]);
  });
});
