import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { fieldsShown } from "../../../src/driver/driver.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { isUnknown } from "../../../src/model/picture/known.ts";
import { fieldsOfSection, type Picture, type Section } from "../../../src/model/picture/picture.ts";
import type { PlannedChange } from "../../../src/model/picture/planned-change.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { changesFor, pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { pictureOfResource } from "../../../src/picture/resource-picture.ts";
import { SECTIONS } from "../../../src/picture/sections.ts";
import { sectionsTouchedBy, touchedBy } from "../../../src/picture/touched-sections.ts";
import { definitionOf } from "../../support/definition-of.ts";
import { plannedChange as planned } from "../../support/planned-change.ts";

const ANN = "ann@acme.example";
const BEN = "ben@acme.example";
const HIDDEN = { unknown: "the key lacks a scope" };
const NOT_YET = { unknown: "the plan doesn't know it yet" };

/** Subjects of rules: everyone, people whose addresses begin alike, and roles. */
const SUBJECTS = [
  { email: null, roleId: null },
  { email: ANN, roleId: null },
  { email: `${ANN}.org`, roleId: null },
  { email: null, roleId: "r1" },
  { email: null, roleId: "r12" },
];
const RULES = ["7", "77"].flatMap((projectId) =>
  ["project", "dashboard", "insight"].flatMap((resource) =>
    SUBJECTS.map((subject) => ({
      resourceName: resource === "project" ? "ProjectAccess" : "AccessControl",
      projectId,
      resource,
      resourceId: null,
      ...subject,
      level: "viewer",
      id: ["o1", projectId, resource, subject.email, subject.roleId].join("/"),
    })),
  ),
);
const inProjects = (name: string) =>
  ["7", "77"].map((projectId) => ({ name, projectId, id: `o1/${name}${projectId}` }));

const BEFORE = pictureOfExample({
  organization: { organizationId: "o1", defaultRoleId: "r1" },
  sections: {
    projects: [
      { name: "Shop", projectId: "7", id: "o1/7", anonymizeIps: false },
      { name: "Web", projectId: "77", id: "o1/77", anonymizeIps: false },
    ],
    people: [ANN, BEN].map((email) => ({ email, name: email, level: "member", id: `o1/${email}` })),
    roles: [
      { name: "Builders", roleId: "r1", members: [ANN], id: "o1/r1", isDefault: true },
      { name: "Makers", roleId: "r12", members: HIDDEN, id: "o1/r12", isDefault: false },
    ],
    accessRules: RULES,
    exports: inProjects("Lake").map((one) => ({ ...one, paused: false })),
    integrations: inProjects("Slack"),
    hogFunctions: inProjects("Filter"),
    domains: [
      { domain: "acme.example", domainId: "d1", id: "o1/d1", isVerified: true },
      { domain: "other.example", domainId: "d2", id: "o1/d2", isVerified: false },
      { domain: "third.example", domainId: "d3", id: "o1/d3", isVerified: HIDDEN },
    ],
    identityProviders: [
      { name: "Okta", domainIds: ["d1", "d2"] },
      { name: "Entra", domainIds: null },
      { name: "Old", domainIds: HIDDEN },
    ],
  },
});

const laid = (...changes: readonly PlannedChange[]): Picture["living"] =>
  pictureAfterPlan(BEFORE, { engine: "pulumi", changes }).living;

type Fields = Readonly<Record<string, unknown>>;

/** The objects of a section; a section that isn't known has none. */
function objectsIn(living: Picture["living"], section: Section): readonly Fields[] {
  const { [section]: held } = living;
  return isUnknown(held) ? [] : held;
}

const rulesIn = (living: Picture["living"]): unknown[] =>
  objectsIn(living, "accessRules").map(({ projectId, resource, email, roleId, level }) =>
    [projectId, resource, email, roleId, level].map((one) => (isUnknown(one) ? "?" : one)),
  );
const HELD_RULES = rulesIn(BEFORE.living);

describe.each([
  ["ProjectAccess", {}, "project"],
  ["AccessControl", { resource: "dashboard" }, "dashboard"],
] as const)("a rule of %s %j", (resource, kind, shown) => {
  const ruled = (subject: Values): unknown[] =>
    rulesIn(laid(planned(resource, { after: { projectId: "7", ...kind, ...subject, level: "editor" } })));

  test.each([
    ["everyone", {}, [null, null]],
    ["a person", { email: ` ${ANN.toUpperCase()}` }, [ANN, null]],
    ["a role", { roleId: "r1" }, [null, "r1"]],
  ])("that exists for %s is changed, and no other one", (_what, subject, [email, roleId]) => {
    expect(ruled(subject)).toEqual(
      RULES.map((one) => [
        one.projectId,
        one.resource,
        one.email,
        one.roleId,
        one.projectId === "7" && one.resource === shown && one.email === email && one.roleId === roleId
          ? "editor"
          : "viewer",
      ]),
    );
  });

  test.each([
    ["another person", { email: BEN }, [BEN, null]],
    ["another role", { roleId: "r2" }, [null, "r2"]],
    ["a role by its name", { roleName: " builders " }, [null, "r1"]],
    ["a role by a name that nothing has", { roleName: "Nobody" }, [null, "?"]],
    ["a role by a name that isn't known yet", { roleName: UNKNOWN }, [null, "?"]],
    ["somebody who isn't known yet", { email: UNKNOWN }, ["?", null]],
    ["a role that isn't known yet", { roleId: UNKNOWN }, [null, "?"]],
  ])("for %s is one more", (_what, subject, [email, roleId]) => {
    const more = ["7", shown, email, roleId, "editor"];
    expect(ruled(subject)).toEqual([...HELD_RULES, more]);
    // Two of them can be about two people, or two roles.
    if (email !== "?" && roleId !== "?") return;
    const after = { projectId: "7", ...kind, ...subject, level: "editor" };
    const both = [planned(resource, { after }), planned(resource, { address: "two", after })];
    expect(rulesIn(laid(...both))).toEqual([...HELD_RULES, more, more]);
  });

  test("that leaves the program is gone, by its ID alone", () => {
    const [id = ""] = RULES.filter((one) => one.projectId === "7" && one.resource === shown && one.email === ANN).map(
      (one) => one.id,
    );
    const living = laid(
      planned(resource, { id, before: { organizationId: "o1", projectId: "7", ...kind, email: ANN } }),
    );
    expect(objectsIn(living, "accessRules").map((one) => one["id"])).toEqual(
      RULES.map((one) => one.id).filter((one) => one !== id),
    );
  });
});

describe("an object that goes", () => {
  const gone = (resource: string, id: string, before: Values = {}): Picture["living"] =>
    laid(planned(resource, { id, before: { organizationId: "o1", ...before } }));
  /** Names or IDs of everything that isn't there any longer, by section. */
  const missing = (living: Picture["living"]): unknown =>
    Object.fromEntries(
      SECTIONS.flatMap(({ section }) => {
        const left = new Set(objectsIn(living, section).map(({ id }) => id));
        const ids = objectsIn(BEFORE.living, section).flatMap(({ id }) => (left.has(id) ? [] : [id]));
        return ids.length === 0 ? [] : [[section, ids]];
      }),
    );

  test("takes along what is in a project, and nothing of another one", () => {
    expect(missing(gone("Project", "o1/7", { projectId: "7" }))).toEqual({
      projects: ["o1/7"],
      accessRules: RULES.filter(({ projectId }) => projectId === "7").map(({ id }) => id),
      exports: ["o1/Lake7"],
      integrations: ["o1/Slack7"],
      hogFunctions: ["o1/Filter7"],
    });
  });

  test("takes along the rules of a role, and no other one's", () => {
    expect(missing(gone("Role", "o1/r1", { roleId: "r1" }))).toEqual({
      roles: ["o1/r1"],
      accessRules: RULES.filter(({ roleId }) => roleId === "r1").map(({ id }) => id),
    });
  });

  test("leaves identity providers without a domain, where their domains are known", () => {
    const living = gone("Domain", "o1/d1", { domainId: "d1" });
    expect(missing(living)).toEqual({ domains: ["o1/d1"] });
    expect(objectsIn(living, "identityProviders").map(({ domainIds }) => domainIds)).toEqual([["d2"], null, HIDDEN]);
  });

  test.each(["BatchExport", "Integration", "HogFunction"])("is alone: %s", (resource) => {
    const [section] = SECTIONS.filter(({ of }) => of.includes(resource)).map((one) => one.section);
    const [first] = objectsIn(BEFORE.living, section ?? "exports");
    expect(missing(gone(resource, String(first?.["id"])))).toEqual({ [String(section)]: [first?.["id"]] });
  });
});

describe("a setting of the organization", () => {
  const roles = (...changes: readonly PlannedChange[]): unknown[] =>
    objectsIn(laid(...changes), "roles").map(({ roleId, isDefault }) => [isUnknown(roleId) ? "?" : roleId, isDefault]);
  const settings = (after: Values): PlannedChange =>
    planned("OrganizationSettings", {
      id: "o1",
      before: { organizationId: "o1", defaultRoleId: "r1" },
      after: { organizationId: "o1", ...after },
    });

  test.each([
    [
      "another role",
      { defaultRoleId: "r12" },
      [
        ["r1", false],
        ["r12", true],
      ],
    ],
    [
      "the same role",
      { defaultRoleId: "r1" },
      [
        ["r1", true],
        ["r12", false],
      ],
    ],
    [
      "one that isn't known yet",
      { defaultRoleId: UNKNOWN },
      [
        ["r1", NOT_YET],
        ["r12", NOT_YET],
      ],
    ],
  ])("shows with the roles which is the default one: %s", (_what, after, shown) => {
    expect(roles(settings(after))).toEqual(shown);
  });

  test("shows with the roles which is the default one beside other changes", () => {
    const project = planned("Project", { after: { organizationId: "o1", name: "New" } });
    for (const changes of [
      [settings({ defaultRoleId: "r12" }), project],
      [project, settings({ defaultRoleId: "r12" })],
    ]) {
      expect(roles(...changes)).toEqual([
        ["r1", false],
        ["r12", true],
      ]);
    }
  });

  test("leaves the roles as they are where the plan has none of them", () => {
    expect(
      roles(planned("Project", { id: "o1/7", before: { organizationId: "o1" }, after: { organizationId: "o1" } })),
    ).toEqual([
      ["r1", true],
      ["r12", false],
    ]);
  });
});

const VERIFIED_AT = ["d1", "d2", "d3"].map(
  (id) => objectsIn(BEFORE.living, "domains").find(({ domainId }) => domainId === id)?.["verifiedAt"],
);

test.each([
  ["a domain that is verified", "d1", [true, false, HIDDEN]],
  ["one that isn't", "d2", [true, NOT_YET, HIDDEN]],
  ["a domain whose state is unknown", "d3", [true, false, NOT_YET]],
])("after a verification of %s, domains are verified or not known yet", (_what, domainId, shown) => {
  const verified = (change: Partial<PlannedChange>): unknown[] =>
    objectsIn(
      laid(planned("DomainVerification", { after: { organizationId: "o1", domainId }, ...change })),
      "domains",
    ).map(({ isVerified, verifiedAt }) => [isVerified, verifiedAt]);
  // A domain that gets verified has a time of that, which isn't known yet.
  const whole = shown.map((one, at) => [one, one === NOT_YET ? NOT_YET : VERIFIED_AT[at]]);
  expect(verified({})).toEqual(whole);
  expect(verified({ id: `o1/${domainId}`, before: { organizationId: "o1", domainId } })).toEqual(whole);
});

describe("a function that runs with the plan", () => {
  const ran = (resource: string, before?: Values): Picture["living"] =>
    laid(planned(resource, { before, after: { organizationId: "o1" } }));

  test.each([
    ["PauseBatchExport", "exports", "paused"],
    ["UnpauseBatchExport", "exports", "paused"],
    ["VerifyDomain", "domains", "isVerified"],
  ] as const)("%s leaves open in %s whether each is %s, and nothing else", (resource, section, field) => {
    expect(objectsIn(ran(resource), section)).toEqual(
      objectsIn(BEFORE.living, section).map((one) => ({ ...one, [field]: { unknown: `the plan runs ${resource}` } })),
    );
    expect({ ...ran(resource), [section]: undefined }).toEqual({ ...BEFORE.living, [section]: undefined });
  });

  test("BulkCreateInvites makes the invites unknown", () => {
    expect(ran("BulkCreateInvites")).toEqual({
      ...BEFORE.living,
      invites: { unknown: "the plan runs BulkCreateInvites" },
    });
  });

  test.each(["PauseBatchExport", "UnpauseBatchExport", "VerifyDomain", "BulkCreateInvites", "ExportPersons"])(
    "%s changes nothing if it ran before, or leaves the program",
    (resource) => {
      expect(ran(resource, { organizationId: "o1" })).toEqual(BEFORE.living);
      expect(laid(planned(resource, { id: "x", before: { organizationId: "o1" } }))).toEqual(BEFORE.living);
    },
  );
});

test("what a program declares is told with its address, its ID, and its protection", () => {
  const change = (address: string, changes: Partial<PlannedChange>): PlannedChange =>
    planned("Project", {
      address,
      id: "o1/7",
      before: { organizationId: "o1" },
      after: { organizationId: "o1" },
      ...changes,
    });
  const withProtection = (deletionProtection: unknown) => ({ after: { organizationId: "o1", deletionProtection } });
  const { declared } = pictureAfterPlan(BEFORE, {
    engine: "terraform",
    changes: [
      change("kept", { ...withProtection(true), secrets: ["a", "b.c"] }),
      change("open", withProtection(UNKNOWN)),
      change("off", withProtection(false)),
      change("new", { id: undefined, before: undefined }),
      change("anew", { isReplaced: true }),
      change("gone", { after: undefined }),
      change("forgotten", { isForgotten: true }),
      planned("Domain", {
        address: "elsewhere",
        id: "o2/d",
        before: { organizationId: "o2" },
        after: { organizationId: "o2" },
      }),
      planned("Domain", {
        address: "web",
        id: "o1/d1",
        before: { organizationId: "o1" },
        after: { organizationId: "o1" },
      }),
    ],
  });
  const object = { resourceName: "Project", id: "o1/7", deletionProtection: null, inlineSecrets: [] };
  expect(declared).toEqual({
    engine: "terraform",
    resourceNames: ["Domain", "Project"],
    objects: [
      { ...object, address: "kept", deletionProtection: true, inlineSecrets: ["a", "b.c"] },
      { ...object, address: "open", deletionProtection: NOT_YET },
      { ...object, address: "off", deletionProtection: false },
      { ...object, address: "new", id: NOT_YET },
      { ...object, address: "anew", id: NOT_YET },
      { ...object, resourceName: "Domain", address: "web", id: "o1/d1" },
    ],
  });
});

describe("the sections that a plan touches", () => {
  const names = [
    "Project",
    "Role",
    "Domain",
    "Member",
    "DomainSso",
    "OrganizationSettings",
    "Organization",
    "VerifyDomain",
  ];

  test.each(names)("are those of its changes: %s", (resource) => {
    const [before, after] = [{ organizationId: "o1" }, { organizationId: "o1" }];
    const touched = (changes: Partial<PlannedChange>): unknown[] =>
      [...touchedBy({ changes: [planned(resource, changes)] })].toSorted();
    const told = (isMade: boolean, isRemoved: boolean): unknown[] => {
      const whole = resource.startsWith("Organization") ? ["organization"] : [];
      return [...new Set([...sectionsTouchedBy({ resource, isMade, isRemoved }), ...whole])].toSorted();
    };
    expect(touched({ after })).toEqual(told(true, false));
    expect(touched({ before, after })).toEqual(told(false, false));
    expect(touched({ before })).toEqual(told(false, true));
    expect(touched({ before, after, isReplaced: true })).toEqual(told(true, true));
    expect(touched({ before, after, isKept: true })).toEqual([]);
    expect(touched({ before, isForgotten: true })).toEqual([]);
    const foreign = { resource, address: "x", by: "other/other", organizationId: "o1", isMade: false, isRemoved: true };
    expect([...touchedBy({ changes: [], foreign: [foreign] })].toSorted()).toEqual(told(false, true));
  });

  test("of every resource of a section are that section, at least", () => {
    for (const { section, of, settings = [] } of SECTIONS) {
      for (const resource of [...of, ...settings]) {
        expect([resource, sectionsTouchedBy({ resource, isMade: false, isRemoved: false })]).toEqual([
          resource,
          expect.arrayContaining([section]),
        ]);
      }
    }
  });
});

test("a picture of one resource has its people under the IDs of imports", () => {
  const of = { engine: "pulumi", host: "https://s.example", now: new Date(125) };
  for (const resource of ["Member", "Membership"]) {
    const { people } = pictureOfResource(
      planned(resource, { after: { organizationId: "o1", email: " Ann@acme.example" } }),
      of,
    ).living;
    expect(people).toMatchObject([{ resourceName: "Member", id: `o1/${ANN}`, name: ANN, email: ANN }]);
  }
});

describe("whether a new project discards addresses", () => {
  const settings = (before: unknown, after: unknown): PlannedChange =>
    planned("Organization", {
      id: "o1",
      before: { organizationId: "o1", ...(before === undefined ? {} : { defaultAnonymizeIps: before }) },
      after: { organizationId: "o1", ...(after === undefined ? {} : { defaultAnonymizeIps: after }) },
    });
  const OLDER = { unknown: "the service doesn't show it" };

  test.each<[string, Values, Values, readonly PlannedChange[], unknown]>([
    ["follows the organization", { defaultAnonymizeIps: true }, {}, [], true],
    ["follows the organization that doesn't", { defaultAnonymizeIps: false }, {}, [], false],
    ["is declared", { defaultAnonymizeIps: true }, { anonymizeIps: false }, [], false],
    ["is declared as unknown", { defaultAnonymizeIps: true }, { anonymizeIps: UNKNOWN }, [], NOT_YET],
    [
      "is open if the plan changes the organization",
      { defaultAnonymizeIps: false },
      {},
      [settings(false, true)],
      NOT_YET,
    ],
    [
      "is open if the plan resets the organization",
      { defaultAnonymizeIps: true },
      {},
      [settings(true, undefined)],
      NOT_YET,
    ],
    ["follows what the plan confirms", { defaultAnonymizeIps: true }, {}, [settings(true, true)], true],
    [
      "is open if the key can't read the organization",
      { defaultAnonymizeIps: HIDDEN, enforce2fa: HIDDEN },
      {},
      [],
      HIDDEN,
    ],
    ["is the service's default in older services", { defaultAnonymizeIps: OLDER, enforce2fa: true }, {}, [], false],
  ])("%s", (_what, organization, declared, others, shown) => {
    const before: Picture = {
      ...BEFORE,
      living: { ...BEFORE.living, organization: { ...BEFORE.living.organization, enforce2fa: null, ...organization } },
    };
    const made = planned("Project", {
      id: undefined,
      before: undefined,
      after: { organizationId: "o1", name: "New", ...declared },
    });
    // In whatever order the engine lists the changes.
    for (const changes of [
      [made, ...others],
      [...others, made],
    ]) {
      const { living } = pictureAfterPlan(before, { engine: "pulumi", changes });
      const project = objectsIn(living, "projects").find(({ name }) => name === "New");
      expect(project?.["anonymizeIps"]).toEqual(shown);
    }
  });
});

const KINDS = SECTIONS.flatMap(({ section, of, others = [] }) =>
  [...of, ...others].filter((name) => name !== "Member").map((name) => [name, section] as const),
);

test.each(KINDS)(
  "a new %s of the section %s has an ID that the plan doesn't know, whatever is declared",
  (name, section) => {
    const { parts } = definitionOf(name).identity;
    const own: Values = Object.fromEntries(parts.map((part) => [part, "7"]));
    const after = { ...own, name: "é", kind: "slack", organizationId: "o1", email: "cid@é.example" };
    const none = pictureOfExample({
      organization: { organizationId: "o1" },
      sections: {
        ...Object.fromEntries(SECTIONS.map((one) => [one.section, []])),
        projects: [{ projectId: "7", id: "o1/7" }],
      },
    });
    const plan = { engine: "pulumi", changes: [planned(name, { after })], unknown: [] };
    expect(objectsIn(pictureAfterPlan(none, plan).living, section).at(-1)?.["id"]).toEqual(NOT_YET);
  },
);

test.each<readonly [string, Partial<PlannedChange>, readonly Partial<PlannedChange>[]]>([
  ["the organization itself", { resource: "Organization", id: "o1", after: { name: "Acme" } }, [{}]],
  ["a new organization", { resource: "Organization", after: { name: "Acme" } }, []],
  ["an organization of a like name", { resource: "Organization", id: "o11", after: { name: "Acme" } }, []],
  ["another organization", { id: "o2/9", before: { organizationId: "o2", name: "Lab" } }, []],
  ["a project of another organization", { resource: "BatchExport", id: "o2/9", before: { projectId: "9" } }, []],
  ["another organization, afterwards", { after: { organizationId: "o2", name: "Lab" } }, []],
  ["an organization that isn't known yet", { after: { organizationId: UNKNOWN, name: "Lab" } }, [{}]],
  [
    "a project that moves here",
    { id: "o2/9", before: { organizationId: "o2" }, after: { organizationId: "o1" }, isReplaced: true },
    [{ id: undefined, before: undefined, isReplaced: false }],
  ],
  [
    "a project that moves away",
    { id: "o1/7", before: { organizationId: "o1" }, after: { organizationId: "o2" }, isReplaced: true },
    [{ after: undefined, isReplaced: false }],
  ],
  [
    "a project that is made again here",
    { id: "o1/7", before: { organizationId: "o1" }, after: { organizationId: "o1" }, isReplaced: true },
    [{}],
  ],
])("of a change in %s, the picture's organization has its own part", (_, change, expected) => {
  const whole = { ...planned("Project"), ...change };
  expect(changesFor(BEFORE, { changes: [whole] })).toEqual(expected.map((part) => ({ ...whole, ...part })));
});

describe("in whatever order the engine lists changes,", () => {
  const living = (changes: readonly PlannedChange[]): Picture["living"] => {
    const [first, second] = [laid(...changes), laid(...changes.toReversed())];
    expect(second).toEqual(first);
    return first;
  };
  const role = planned("Role", { address: "new", after: { organizationId: "o1", name: "New" } });
  const NEW_ROLE = { ...NOT_YET, origin: "new" };

  test("a person is in a role of the same plan", () => {
    const after = { organizationId: "o1", roleId: UNKNOWN, email: BEN };
    const membership = planned("RoleMembership", { after, references: { roleId: "new" } });
    expect(objectsIn(living([role, membership]), "roles").map(({ members }) => members)).toEqual([
      [ANN],
      HIDDEN,
      [BEN],
    ]);
  });

  test.each(["ProjectAccess", "AccessControl"])("a %s names a role of the same plan", (resource) => {
    const rule = planned(resource, { after: { projectId: "7", roleName: " NEW ", resource: "action", level: "none" } });
    expect(objectsIn(living([role, rule]), "accessRules").at(-1)).toMatchObject({ roleId: NEW_ROLE, name: NOT_YET });
  });

  test("a function counts for an export of the same plan", () => {
    const made = planned("BatchExport", { after: { organizationId: "o1", name: "Pond", paused: false } });
    const paused = planned("PauseBatchExport", { after: { organizationId: "o1" } });
    expect(objectsIn(living([paused, made]), "exports").map((one) => one["paused"])).toEqual(
      Array.from({ length: 3 }, () => ({ unknown: "the plan runs PauseBatchExport" })),
    );
  });

  test("the members of a role are open if the plan removes people of the organization", () => {
    const members = planned("OrganizationMembers", { after: { organizationId: "o1", members: { [ANN]: "member" } } });
    const membership = planned("RoleMembership", { after: { organizationId: "o1", roleId: "r1", email: BEN } });
    expect(objectsIn(living([membership, members]), "roles").map((one) => one["members"])).toEqual([NOT_YET, HIDDEN]);
  });
});

describe("a new object", () => {
  /** The new object, in an organization with the given objects. */
  const madeBeside = (resource: string, after: Values, sections: object): Fields | undefined => {
    const before = pictureOfExample({
      organization: { organizationId: "o1" },
      sections: { projects: [{ name: "Shop", projectId: "7" }], ...sections },
    });
    const plan = { engine: "pulumi", changes: [planned(resource, { after })], unknown: [] };
    const section = SECTIONS.find(({ of, others = [] }) => [...of, ...others].includes(resource))?.section;
    return objectsIn(pictureAfterPlan(before, plan).living, section ?? "roles").at(-1);
  };
  const DECIDED = { unknown: "the service decides it when the plan is applied" };

  test.each([
    ["ProjectAccess", "AccessControl"],
    ["AccessControl", "ProjectAccess"],
  ])("of the kind %s shows what others of its kind show, not those of the kind %s", (resource, other) => {
    const after = { projectId: "7", resource: "action", email: ANN, level: "editor" };
    const rule = { projectId: "7", resource: "insight", resourceId: null, email: BEN, roleId: null };
    const level = (own: unknown, others: unknown): unknown => {
      const accessRules = [
        { ...rule, resourceName: other, level: others },
        { ...rule, resourceName: resource, level: own },
      ];
      return madeBeside(resource, after, { accessRules })?.["level"];
    };
    expect(level("viewer", HIDDEN)).toBe("editor");
    expect(level(HIDDEN, "viewer")).toEqual(DECIDED);
  });

  test.each(["Plugin", "PipelineDestination", "PipelineFrontendApp"])(
    "of a pipeline shows what others show, whatever it is called: %s",
    (resource) => {
      const description = (held: unknown): unknown =>
        madeBeside(
          resource,
          { organizationId: "o1", name: "Geo", description: "é" },
          { pipelineItems: [{ name: "Old", description: held }] },
        )?.["description"];
      expect(description("")).toBe("é");
      expect(description(HIDDEN)).toEqual(DECIDED);
    },
  );

  test.each(KINDS.filter(([name]) => name !== "Invite"))(
    "of the kind %s has its fields, and no others",
    (name, section) => {
      const own = fieldsShown(definitionOf(name)).map(([field]) => field);
      const made = madeBeside(name, { organizationId: "o1", projectId: "7", name: "x" }, {}) ?? {};
      const all = ["resourceName", "id", "name", ...fieldsOfSection(section), ...own];
      expect(Object.keys(made).toSorted()).toEqual(expect.arrayContaining([...new Set(all)].toSorted()));
      expect(Object.keys(made).filter((field) => !all.includes(field))).toEqual([]);
    },
  );
});

test.each([
  ["Project", "name", "projects"],
  ["Domain", "domain", "domains"],
  ["IdentityProvider", "name", "identityProviders"],
  ["Role", "name", "roles"],
  ["ProjectAccess", "level", "accessRules"],
  ["AccessControl", "level", "accessRules"],
  ["BatchExport", "name", "exports"],
  ["HogFunction", "name", "hogFunctions"],
  ["ProxyRecord", "domain", "proxies"],
  ["Plugin", "name", "pipelineItems"],
  ["PipelineDestination", "name", "pipelineItems"],
] as const)("a changed %s has its new %s in %s, and is told by its ID alone", (resource, field, section) => {
  const objects = ["o1/1", "o1/12", "o1/2"].map((id) => ({ id, name: "one", projectId: "7", [field]: "old" }));
  const before = pictureOfExample({ organization: { organizationId: "o1" }, sections: { [section]: objects } });
  const change = planned(resource, {
    id: "o1/12",
    before: { organizationId: "o1", [field]: "old" },
    after: { organizationId: "o1", [field]: "new" },
  });
  const { living } = pictureAfterPlan(before, { engine: "pulumi", changes: [change] });
  expect({ ...living, [section]: [] }).toEqual({ ...before.living, [section]: [] });
  expect(objectsIn(living, section)).toMatchObject(
    objectsIn(before.living, section).map((one) => (one["id"] === "o1/12" ? { ...one, [field]: "new" } : one)),
  );
});

describe("settings of an object that isn't known yet", () => {
  const domain = planned("Domain", { address: "new", after: { organizationId: "o1", domain: "c.example" } });
  const made = (...changes: readonly PlannedChange[]): Fields | undefined =>
    objectsIn(laid(domain, ...changes), "domains").at(-1);
  const fresh = made();

  test("leave open only what they set", () => {
    const sso = planned("DomainSso", { after: { domainId: UNKNOWN, ssoEnforcement: "saml" } });
    expect(made(sso)).toEqual({ ...fresh, domainId: NOT_YET, ssoEnforcement: NOT_YET });
    const verification = planned("DomainVerification", { after: { domainId: UNKNOWN, timeoutSeconds: 5 } });
    expect(made(verification)).toEqual({ ...fresh, domainId: NOT_YET, isVerified: NOT_YET, verifiedAt: NOT_YET });
  });

  test("leave open whether a new proxy is in use", () => {
    const proxy = planned("ProxyRecord", { address: "new", after: { organizationId: "o1", domain: "t.example" } });
    const validation = planned("ProxyRecordValidation", { after: { recordId: UNKNOWN, timeoutSeconds: 5 } });
    const [record] = objectsIn(laid(proxy), "proxies");
    expect(isUnknown(record?.["status"])).toBe(true);
    expect(objectsIn(laid(proxy, validation), "proxies")).toEqual([{ ...record, recordId: NOT_YET }]);
  });

  test("can be those of no object that the service shows", () => {
    const gone = planned("Domain", {
      id: "o1/d9",
      before: { organizationId: "o1", domain: "old.example" },
      after: { organizationId: "o1", domain: "old.example", jitProvisioningEnabled: true },
    });
    expect(made(gone)).toEqual(fresh);
    expect(objectsIn(laid(domain, gone), "domains")).toHaveLength(4);
  });
});

test("a role is found by its name, whatever its case and blanks are, beside roles without a known name", () => {
  const roles = [
    { name: HIDDEN, roleId: "r1", members: [] },
    { name: " Büro\n", roleId: "r2", members: [] },
  ];
  const before = pictureOfExample({ organization: { organizationId: "o1" }, sections: { roles } });
  const rule = planned("ProjectAccess", { after: { projectId: "7", roleName: "BÜRO ", level: "member" } });
  const plan = { engine: "pulumi", changes: [rule], unknown: [] };
  const known = { ...before, living: { ...before.living, projects: HIDDEN } };
  expect(objectsIn(pictureAfterPlan(known, plan).living, "accessRules")).toMatchObject([{ roleId: "r2" }]);
});
