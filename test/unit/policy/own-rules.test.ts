import { describe, expect, test } from "@jest/globals";

import {
  type Example,
  judge,
  type Judgement,
  needsOf,
  type Policy,
  policyOf,
} from "../../../packages/policy/src/index.ts";
import { celValue, celValues, UnknownValueError } from "../../../packages/policy/src/own/cel-values.ts";
import { Work } from "../../../packages/policy/src/own/work.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";

interface Conditions {
  readonly each?: string;
  readonly when?: string;
  readonly that?: string;
  readonly id?: string;
}

const ruleText = ({ each = "people", when, that = "true", id = "mine" }: Conditions): string =>
  [
    `  - id: ${id}`,
    "    title: Mine",
    "    severity: error",
    "    why: Because.",
    "    remedy: Mend it.",
    `    each: ${each}`,
    ...(when === undefined ? [] : [`    when: ${JSON.stringify(when)}`]),
    `    that: ${JSON.stringify(that)}`,
    "",
  ].join("\n");

/** A policy with only one custom rule. */
function policyWith(conditions: Conditions): Policy {
  const policy = policyOf("p.yaml", `ownRules:\n${ruleText(conditions)}`);
  return { ...policy, rules: policy.rules.filter(({ rule }) => rule.id === "mine") };
}

const judged = (conditions: Conditions, example: Example): Judgement =>
  judge(pictureOfExample(example), policyWith(conditions));

const PEOPLE = [
  { email: "ann@acme.example", level: "member", lastLogin: "2026-11-20T00:00:00.000Z" },
  { email: "bob@acme.example", level: "owner", lastLogin: null },
];
const ROLES = [{ name: "Builders", members: ["ann@acme.example", { unknown: "no scope" }] }];
const DECLARED = { resourceName: "Project", address: "shop", id: "1", inlineSecrets: [] };

/** Ann may enter the shop by a rule for her, and Bob owns everything. Nobody knows how Cid's rule counts. */
const WITH_ACCESS: Example = {
  organization: { features: ["access_control", "role_based_access"], usesMostSpecificAccess: true },
  sections: {
    people: [
      { email: "ann@acme.example", level: "member" },
      { email: "bob@mail.example", level: "owner" },
      { email: "cid@acme.example", level: "member" },
    ],
    projects: [{ projectId: "1", name: "Shop" }],
    accessRules: [
      { projectId: "1", resource: "project", resourceId: null, email: null, roleId: null, level: "none" },
      {
        projectId: "1",
        resource: "project",
        resourceId: null,
        email: "ann@acme.example",
        roleId: null,
        level: "member",
      },
      {
        projectId: "1",
        resource: "project",
        resourceId: null,
        email: "cid@acme.example",
        roleId: null,
        level: { unknown: "known after the apply" },
      },
      { projectId: "1", resource: "dashboard", resourceId: null, email: null, roleId: null, level: "viewer" },
    ],
  },
};

describe("a rule of one's own about access", () => {
  test("judges the level that counts, by each place, and what can't be told never passes", () => {
    const { findings, unjudged } = judged(
      {
        each: "access",
        when: 'self.kind == "project"',
        that: 'self.level == "none" || self.email.endsWith("@acme.example")',
      },
      WITH_ACCESS,
    );
    expect(findings.map(({ object, is }) => [object.resourceName, object.name, object.id, is])).toEqual([
      ["Member", "bob@mail.example", "bob@mail.example 1 project", "level: admin, email: bob@mail.example"],
    ]);
    expect(unjudged).toEqual([]);
    const levels = judged({ each: "access", that: 'self.level in ["admin", "manager", "none"]' }, WITH_ACCESS);
    expect(levels.findings.map(({ object, is }) => `${object.id} ${is}`)).toEqual([
      "ann@acme.example 1 project member",
      "ann@acme.example 1 dashboard viewer",
    ]);
    expect(levels.unjudged.map(({ object, field, why }) => `${object.id} ${field} ${why}`)).toEqual([
      "cid@acme.example 1 project level known after the apply",
      "cid@acme.example 1 dashboard level known after the apply",
    ]);
  });

  test("counts in a list, with reason, project, and level in the organization", () => {
    const most = (count: number): Conditions => ({
      each: "projects",
      that: `access.filter(a, a.project == self.name && a.kind == "project" && a.organizationLevel == "member" && a.reason == "person rule").size() < ${count}`,
    });
    expect(judged(most(2), WITH_ACCESS).findings).toEqual([]);
    expect(judged(most(1), WITH_ACCESS).findings.map(({ object }) => object.name)).toEqual(["Shop"]);
  });

  test("needs what access depends on, and is unknown without it", () => {
    const conditions = { each: "organization", that: "access.size() > 0" };
    const needs = ["people", "projects", "roles", "accessRules", "projectSettings"];
    expect(needsOf(policyWith(conditions)).toSorted()).toEqual(needs.toSorted());
    expect(needsOf(policyWith({ each: "access" })).toSorted()).toEqual(needs.toSorted());
    expect(policyWith({ each: "access" }).rules[0]?.rule.judgesEach).toBe(false);
    for (const one of [conditions, { each: "access" }]) {
      for (const section of ["people", "projects"]) {
        const sections = { ...WITH_ACCESS.sections, [section]: { unknown: "no scope" } };
        const { findings, unjudged, passed } = judged(one, { ...WITH_ACCESS, sections });
        expect([findings, unjudged.map(({ why }) => why), passed]).toEqual([[], ["no scope"], []]);
      }
    }
    const sections = { ...WITH_ACCESS.sections, accessRules: { unknown: "no scope" } };
    const hidden = judged({ each: "access", that: 'self.level == "admin"' }, { ...WITH_ACCESS, sections });
    expect(hidden.unjudged.map(({ object, why }) => `${object.name} ${why}`)).toEqual([
      "ann@acme.example no scope",
      "cid@acme.example no scope",
    ]);
  });

  test("can't tell what a rule changes whose place isn't known yet", () => {
    const open = { unknown: "known after the apply" };
    const rule = { projectId: open, resource: "dashboard", resourceId: null, email: null, roleId: null, level: "none" };
    const { accessRules, ...others } = { ...WITH_ACCESS.sections };
    const rules = Array.isArray(accessRules) ? accessRules.slice(0, 2) : [];
    const example = { ...WITH_ACCESS, sections: { ...others, accessRules: [...rules, rule] } };
    const { unjudged } = judged({ each: "access", that: 'self.level != "boss"' }, example);
    expect(unjudged.map(({ object, why }) => `${object.id}: ${why}`)).toEqual([
      "ann@acme.example 1 dashboard: it isn't known what a rule is about",
      "cid@acme.example 1 dashboard: it isn't known what a rule is about",
    ]);
  });
});

describe("a rule of one's own", () => {
  test.each<[Conditions, Example, string[], string[]]>([
    [{ that: 'self.level == "owner"' }, { sections: { people: PEOPLE } }, ["ann@acme.example level: member"], []],
    [
      { that: 'self.level == "member"', when: 'self.email.startsWith("ann")' },
      { sections: { people: PEOPLE } },
      [],
      [],
    ],
    [
      { that: 'self.lastLogin != null && now - timestamp(self.lastLogin) < duration("240h")' },
      { sections: { people: PEOPLE } },
      ["bob@acme.example lastLogin: not set"],
      [],
    ],
    [
      { that: 'self.level == "owner" || self.email.endsWith("@x")' },
      { sections: { people: PEOPLE } },
      ["ann@acme.example level, email: level: member, email: ann@acme.example"],
      [],
    ],
    [{ each: "organization", that: "people.size() > 2" }, { sections: { people: PEOPLE } }, ["Acme that: false"], []],
    [
      { each: "declared", that: "self.deletionProtection" },
      { declared: { objects: [{ ...DECLARED, deletionProtection: false }] } },
      ["shop deletionProtection: false"],
      [],
    ],
    [{ that: "self.is2faEnabled" }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example is2faEnabled"]],
    [{ that: "!self.is2faEnabled" }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example is2faEnabled"]],
    [
      { that: "has(self.is2faEnabled)" },
      { sections: { people: PEOPLE.slice(1) } },
      [],
      ["bob@acme.example is2faEnabled"],
    ],
    [{ that: "self.is2faEnabled || true" }, { sections: { people: PEOPLE } }, [], []],
    [
      { that: 'self.is2faEnabled && self.level == "owner"' },
      { sections: { people: PEOPLE.slice(0, 1) } },
      ["ann@acme.example is2faEnabled, level: is2faEnabled: not known, level: member"],
      [],
    ],
    [{ when: "self.is2faEnabled" }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example is2faEnabled"]],
    [
      { that: "roles.exists(r, self.email in r.members)" },
      { sections: { people: PEOPLE, roles: ROLES } },
      [],
      ["bob@acme.example members"],
    ],
    [{}, { sections: { people: { unknown: "no scope" } } }, [], ["Acme people"]],
    [
      { each: "organization", that: "people.size() > 0" },
      { sections: { people: { unknown: "" } } },
      [],
      ["Acme people"],
    ],
    [{ each: "declared" }, {}, [], ["Acme declared"]],
    [{ that: 'self.emial == "x"' }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example that"]],
    [{ that: 'self.constructor == "x"' }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example that"]],
    [{ that: 'self["__proto__"] == null' }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example that"]],
    [{ that: "self.level" }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example that"]],
    [{ when: "self.level > 3" }, { sections: { people: PEOPLE.slice(1) } }, [], ["bob@acme.example when"]],
  ])("%j of %j", (conditions, example, found, open) => {
    const { findings, unjudged, passed } = judged(conditions, example);
    expect(findings.map(({ object, field, is }) => `${object.name} ${field}: ${is}`)).toEqual(found);
    expect(unjudged.map(({ object, field }) => `${object.name} ${field}`)).toEqual(open);
    expect(passed).toEqual(found.length + open.length === 0 ? ["mine"] : []);
  });

  test("says what fails of which object", () => {
    const { unjudged } = judged({ that: 'self.emial == "x"' }, { sections: { people: PEOPLE } });
    expect(unjudged.map(({ object, why }) => [object.name, why])).toEqual(
      PEOPLE.map(({ email }) => [email, "the expression can't be evaluated: No such key: emial"]),
    );
  });

  test("asks for what it judges and names, and nothing else", () => {
    const needs = (conditions: Conditions) => needsOf(policyWith(conditions));
    expect(needs({ each: "organization", that: "self.enforce2fa" })).toEqual([]);
    expect(needs({ that: "roles.exists(r, self.email in r.members)" })).toEqual(["people", "roles"]);
    expect(needs({ each: "projects", when: "declared.objects.size() > 0" })).toEqual([
      "projects",
      "declared",
      "projectSettings",
    ]);
  });

  test("can be the subject of an exception", () => {
    const exception =
      "exceptions:\n  - { rule: mine, object: ann@acme.example, reason: r, by: b, until: 2027-01-31 }\n";
    const { rules, exceptions } = policyOf("p.yaml", `${exception}ownRules:\n${ruleText({ that: "false" })}`);
    const own = rules.filter(({ rule }) => rule.id === "mine");
    const { findings, allowed } = judge(pictureOfExample({ sections: { people: PEOPLE } }), { rules: own, exceptions });
    expect([findings.length, allowed.length]).toEqual([1, 1]);
  });
});

describe("a value as expressions see it", () => {
  test.each([
    [7, 7n],
    [-0.5, -0.5],
    [2 ** 53, 2 ** 53],
    ["7", "7"],
    [true, true],
    [null, null],
    [
      [1, [2, "a"], {}],
      [1n, [2n, "a"], {}],
    ],
    [{ a: { b: [3] } }, { a: { b: [3n] } }],
  ])("%j has integers where it is whole", (value, expected) => {
    expect(celValue(value)).toEqual(expected);
    expect(celValues([value, value])).toEqual([expected, expected]);
  });

  test("has a field that is named as what objects inherit, and inherits nothing from it", () => {
    const value = Object(celValue(JSON.parse('{"__proto__": {"level": 1}, "name": "a"}')));
    expect(Object.keys(value)).toEqual(["__proto__", "name"]);
    expect(Object.getOwnPropertyDescriptor(value, "__proto__")?.value).toEqual({ level: 1n });
    expect("level" in value).toBe(false);
  });

  test("can be read except where it isn't known, and says which field that is", () => {
    const hidden = { unknown: "no scope" };
    const value = celValue({ a: hidden, members: ["x", hidden, 2], deep: { b: hidden } });
    const at = (...path: readonly PropertyKey[]): unknown =>
      path.reduce<unknown>((inner, part) => Reflect.get(Object(inner), part), value);
    expect([Object.keys(Object(value)), at("members", "length"), at("members", 0), at("members", 2)]).toEqual([
      ["a", "members", "deep"],
      3,
      "x",
      2n,
    ]);
    for (const path of [["a"], ["members", 1], ["deep", "b"]]) {
      const field = path.findLast((part) => typeof part === "string");
      const thrown = thrownBy(() => at(...path));
      expect(thrown).toBeInstanceOf(UnknownValueError);
      expect(thrown).toMatchObject({ field, why: "no scope", message: `${field} is not known: no scope` });
    }
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test("work ends with the first step beyond its limit", () => {
  const work = new Work(10);
  work.spend(9.5);
  work.spend(0.5);
  expect(work.isSpent).toBe(false);
  expect(() => work.spend(0.5)).toThrow("too many steps");
  expect(work.isSpent).toBe(true);
});

const CROWD = Array.from({ length: 1000 }, (_, index) => ({ email: `person-${index}@acme.example`, level: "member" }));
const DOUBLED = ".map(x, x + x)".repeat(20);

describe("a rule that would work for too long", () => {
  test.each([
    ["errors in loops", "people.all(a, people.all(b, a.nope == b.nope))"],
    ["lists that double", `[people]${DOUBLED}.size() == 1`],
    ["texts that double", `["${"a".repeat(100)}"]${DOUBLED}.size() == 1`],
    ["choices that double", `people.all(a, a.email.matches("${"a?".repeat(40)}"))`],
    ["errors in loops, which an operator passes over", "people.all(a, people.all(b, a.nope == b.nope)) || true"],
  ])("is given up, and doesn't pass: %s", (_name, that) => {
    const before = performance.now();
    const { findings, unjudged, passed } = judged({ each: "organization", that }, { sections: { people: CROWD } });
    expect({ findings, passed, why: unjudged.map(({ why }) => why) }).toEqual({
      findings: [],
      passed: [],
      why: [expect.stringMatching(/^the rule takes too many steps/u)],
    });
    expect(performance.now() - before).toBeLessThan(30_000);
  });

  test("is none that looks up a thousand people in fifty roles", () => {
    const members = CROWD.filter((_, index) => index % 10 === 0).map(({ email }) => email);
    const roles = Array.from({ length: 50 }, (_, index) => ({ name: `Role ${index}`, members }));
    const { findings, unjudged } = judged(
      { that: "roles.exists(r, self.email in r.members)" },
      { sections: { people: CROWD, roles } },
    );
    expect([findings.length, unjudged.length]).toEqual([900, 0]);
  });
});

const refusal = (text: string): string => {
  try {
    policyOf("p.yaml", text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was refused";
};

test.each<[Conditions, RegExp]>([
  [{ that: "self.level ==" }, /^p\.yaml:8: ownRules\[0\]\.that: Unexpected token: EOF \(character 14\)$/u],
  [{ when: "1 + 'a' == 2" }, /^p\.yaml:8: ownRules\[0\]\.when: no such overload: int \+ string \(character 1\)$/u],
  [
    { that: "person.level == 'x'" },
    /^p\.yaml:8: ownRules\[0\]\.that: Unknown variable: person .*; there are self, now, /u,
  ],
  [{ that: "1 + 2" }, /^p\.yaml:8: ownRules\[0\]\.that: is int; it has to be true or false$/u],
  [{ that: "" }, /^p\.yaml:8: ownRules\[0\]\.that: /u],
  [{ that: "x".repeat(2_001) }, /^p\.yaml:8: ownRules\[0\]\.that: .*2000/u],
  [{ that: `${"(".repeat(40)}true${")".repeat(40)}` }, /^p\.yaml:8: ownRules\[0\]\.that: Exceeded maxDepth/u],
  [{ that: `[${"1,".repeat(101)}].size() > 1` }, /^p\.yaml:8: ownRules\[0\]\.that: Exceeded maxListElements/u],
  [
    { that: "self.email.matches(self.level)" },
    /^p\.yaml:8: ownRules\[0\]\.that: the argument of matches must be a pattern in quotes/u,
  ],
  [
    { that: "self.email.matches('(a+)+$')" },
    /^p\.yaml:8: ownRules\[0\]\.that: the pattern "\(a\+\)\+\$" repeats a group/u,
  ],
  [{ that: "self.email.matches('(')" }, /^p\.yaml:8: ownRules\[0\]\.that: "\(" is no regular expression$/u],
  [{ each: "persons" }, /^p\.yaml:7: ownRules\[0\]\.each: .*"people"/u],
  [{ id: "owners-count" }, /^p\.yaml:2: ownRules\[0\]\.id: owners-count is a built-in rule; choose another ID$/u],
  [{ id: "exception-run-out" }, /^p\.yaml:2: ownRules\[0\]\.id: exception-run-out is a built-in rule/u],
  [{ id: "My_Rule" }, /^p\.yaml:2: ownRules\[0\]\.id: has to be lower-case words with hyphens$/u],
])("a rule of one's own is refused with line and field: %j", (conditions, message) => {
  expect(refusal(`ownRules:\n${ruleText(conditions)}`)).toMatch(message);
});

test("two rules of one ID are refused, and all problems are named at once", () => {
  const text = `ownRules:\n${ruleText({})}${ruleText({ that: "self." })}`;
  expect(refusal(text).split("\n")).toEqual([
    "p.yaml:9: ownRules[1].id: mine is the ID of a rule above; choose another ID",
    expect.stringMatching(/^p\.yaml:15: ownRules\[1\]\.that: /u),
  ]);
});

test("a rule without its reason is refused", () => {
  expect(refusal(`ownRules:\n${ruleText({}).replace(/ {4}why.*\n/u, "")}`)).toBe(
    "p.yaml:2: ownRules[0].why: is required: string",
  );
});
