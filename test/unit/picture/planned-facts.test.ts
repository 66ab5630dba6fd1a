import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldsShown } from "../../../src/driver/driver.ts";
import { type AnyResource, fieldsOf } from "../../../src/model/definition.ts";
import { formatId } from "../../../src/model/identity.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { isUnknown } from "../../../src/model/picture/known.ts";
import { fieldsOfSection, type Picture, type Section } from "../../../src/model/picture/picture.ts";
import type { PlannedChange } from "../../../src/model/picture/planned-change.ts";
import { type Shape, shapeOf } from "../../../src/model/shape.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { derivedFields } from "../../../src/picture/derived-fields.ts";
import { impliedFacts } from "../../../src/picture/implied-facts.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { newFields, resetFields } from "../../../src/picture/planned-values.ts";
import { pictureOfResource } from "../../../src/picture/resource-picture.ts";
import { resourceNamed, SECTIONS, sourceOf } from "../../../src/picture/sections.ts";
import { sectionsTouchedBy } from "../../../src/picture/touched-sections.ts";
import { definitionOf } from "../../support/definition-of.ts";
import { plannedChange as planned } from "../../support/planned-change.ts";

const HIDDEN = { unknown: "the key lacks a scope" };
const NOT_YET = { unknown: "the plan doesn't know it yet" };
const DECIDED = { unknown: "the service decides it when the plan is applied" };

/** The certificate of an example isn't one. */
const UNREADABLE = { unknown: "the certificate can't be read" };

type Fields = Readonly<Record<string, unknown>>;

describe("a fact that follows from another input", () => {
  test.each<[string, Values, Values, Fields | undefined, Fields]>([
    ["HogFunction", {}, {}, undefined, { templateId: null }],
    ["HogFunction", {}, { templateId: "t" }, undefined, {}],
    ["HogFunction", {}, {}, { templateId: "t" }, {}],
    ["Role", {}, {}, undefined, {}],
    ["BatchExport", { interval: "hour" }, { interval: "day" }, undefined, {}],
    ["BatchExport", { interval: "hour" }, { interval: "hour" }, { offsetDay: 1, offsetHour: 2 }, {}],
    [
      "BatchExport",
      { interval: "hour" },
      { interval: "day" },
      { offsetDay: 1 },
      { offsetDay: DECIDED, offsetHour: DECIDED },
    ],
    [
      "BatchExport",
      { interval: "hour" },
      { interval: "day", offsetHour: 3 },
      { offsetHour: 2 },
      { offsetDay: DECIDED },
    ],
    ["BatchExport", { interval: "hour" }, { interval: "day" }, { offsetDay: HIDDEN }, { offsetHour: DECIDED }],
  ])("of a %s with %j, then %j, held as %j, is %j", (resource, before, after, held, facts) => {
    expect(impliedFacts(planned(resource, { before, after }), held)).toEqual(facts);
  });

  test.each<[unknown, unknown, Fields]>([
    [true, { enabled: false }, { scimEnabled: false, scimBaseUrl: DECIDED }],
    [true, undefined, { scimEnabled: false, scimBaseUrl: DECIDED }],
    [false, { enabled: true }, { scimEnabled: true, scimBaseUrl: DECIDED }],
    [true, { enabled: true }, {}],
    [false, undefined, {}],
    [true, UNKNOWN, { scimEnabled: NOT_YET, scimBaseUrl: DECIDED }],
    [true, { enabled: UNKNOWN }, { scimEnabled: NOT_YET, scimBaseUrl: DECIDED }],
    [HIDDEN, { enabled: true }, {}],
  ])("SCIM of an identity provider: %j, then %j", (scimEnabled, scim, facts) => {
    const held = { scimEnabled, samlCertificateEndsAt: HIDDEN };
    const after = scim === undefined ? {} : { scim };
    expect(impliedFacts(planned("IdentityProvider", { before: {}, after }), held)).toEqual(facts);
    // Of a new one, only its certificate is a fact.
    expect(impliedFacts(planned("IdentityProvider", { after }), undefined)).toEqual({ samlCertificateEndsAt: null });
  });

  test.each<[Section, Fields, Fields]>([
    ["accessRules", {}, { resource: "project", resourceId: null, roleName: null }],
    [
      "accessRules",
      { resource: "insight", resourceId: "5", roleName: "x" },
      { resource: "insight", resourceId: "5", roleName: null },
    ],
    ["exports", { destination: { s3: {} } }, { destinationType: "s3" }],
    ["exports", { destination: HIDDEN }, { destinationType: HIDDEN }],
    ["exports", { destination: {} }, { destinationType: { unknown: "the service doesn't show the destination" } }],
    ["exports", { destination: null }, { destinationType: { unknown: "the service doesn't show the destination" } }],
    ["exports", {}, { destinationType: { unknown: "the service doesn't show the destination" } }],
    ["roles", { resource: "x", destination: {} }, {}],
  ])("of %s with %j is %j", (section, fields, facts) => {
    expect(derivedFields(section, fields)).toEqual(facts);
  });
});

const BEFORE = pictureOfExample({
  organization: { organizationId: "o1", defaultRoleId: "r1", enforce2fa: true },
  sections: {
    projects: [{ name: "Web", projectId: "7", id: "o1/7" }],
    roles: [{ name: "Builders", roleId: "r1", members: [], id: "o1/r1", isDefault: true }],
    domains: [
      {
        domainId: "d1",
        id: "o1/d1",
        organizationId: "o1",
        domain: "a.example",
        isVerified: true,
        jitProvisioningEnabled: true,
        ssoEnforcement: "saml",
      },
      {
        domainId: "d2",
        id: "o1/d2",
        organizationId: "o1",
        domain: "b.example",
        isVerified: true,
        jitProvisioningEnabled: true,
        ssoEnforcement: "saml",
      },
    ],
    proxies: ["valid", "warning", "waiting", "erroring"].map((status) => ({
      recordId: status,
      id: `o1/${status}`,
      organizationId: "o1",
      domain: `${status}.example`,
      status,
    })),
  },
});
const laid = (...changes: readonly PlannedChange[]): Picture["living"] =>
  pictureAfterPlan(BEFORE, { engine: "pulumi", changes }).living;

function objectsIn(living: Picture["living"], section: Section): readonly Fields[] {
  const { [section]: held } = living;
  return isUnknown(held) ? [] : held;
}

/** The example of a resource, in the pictured organization. */
function exampleOf(definition: AnyResource): Values {
  const own: Values = { organizationId: "o1", projectId: "7", resourceId: undefined };
  const places = Object.entries(own).filter(([name]) => name in definition.inputs);
  return { ...definition.example, ...Object.fromEntries(places) };
}

const made = resources.filter(
  ({ name, kind }) => kind === "object" && SECTIONS.some(({ of, others = [] }) => [...of, ...others].includes(name)),
);
const PEOPLE = ["Member", "Invite"];

describe.each(made.filter(({ name }) => !PEOPLE.includes(name)).map((one) => [one.name, one] as const))(
  "a new %s in a picture",
  (name, definition) => {
    const { section = "roles", of = [], others = [] } = sourceOf(name) ?? {};
    const living = laid(planned(name, { after: exampleOf(definition) }));
    const object = objectsIn(living, section).at(-1) ?? {};

    test("is one more in its section, with every field of it", () => {
      expect(objectsIn(living, section)).toEqual([...objectsIn(BEFORE.living, section), object]);
      expect(Object.keys(object)).toEqual(expect.arrayContaining(fieldsOfSection(section)));
      const open = Object.values(object).filter((value) => isUnknown(value));
      for (const one of open) expect([NOT_YET, DECIDED, { ...NOT_YET, origin: "one" }, UNREADABLE]).toContainEqual(one);
    });

    test("has the name of the kind that the section shows, its own name, and the ID of its parts", () => {
      expect(object["resourceName"]).toBe(others.includes(name) ? of[0] : name);
      const key = definition.naturalKey?.fields.at(-1) ?? "";
      const [named] = [object["name"], exampleOf(definition)["name"], exampleOf(definition)[key]].filter(
        (one) => typeof one === "string",
      );
      expect(object["name"]).toEqual(named ?? (definition.name.endsWith("Access") ? object["email"] : NOT_YET));
      const parts = Object.fromEntries(definition.identity.parts.map((part) => [part, object[part]]));
      const isWhole = Object.values(parts).every((part) => typeof part === "string");
      expect(object["id"]).toEqual(
        isWhole ? formatId(definition.identity.parts, parts as Readonly<Record<string, string>>) : NOT_YET,
      );
    });

    test("makes other sections unknown only if the service adds objects of its own to it", () => {
      const lost = SECTIONS.map((one) => one.section).filter((one) => isUnknown(living[one]));
      expect(lost).toEqual(name === "Project" ? ["hogFunctions"] : []);
      if (name !== "Project") return;
      expect(living.hogFunctions).toEqual({
        unknown: "the service adds some of its own to what the plan creates (Project)",
      });
    });
  },
);

describe("settings of an object", () => {
  const domain = planned("Domain", { address: "new", after: { organizationId: "o1", domain: "c.example" } });
  const domains = (...changes: readonly PlannedChange[]): readonly Fields[] => objectsIn(laid(...changes), "domains");
  const held = objectsIn(BEFORE.living, "domains");
  const settings = { organizationId: "o1", domainId: UNKNOWN, ssoEnforcement: "", jitProvisioningEnabled: false };

  test("that is known by its ID are its own", () => {
    const [first, second] = domains(planned("DomainSso", { after: { ...settings, domainId: "d1" } }));
    expect(first).toEqual({ ...held[0], ssoEnforcement: "", jitProvisioningEnabled: false });
    expect(second).toEqual(held[1]);
  });

  test("that isn't known yet might be of one that the plan creates, and are of none that exists", () => {
    const [, , fresh] = domains(domain);
    const open = Object.fromEntries(Object.keys(settings).map((name) => [name, NOT_YET]));
    expect(domains(domain, planned("DomainSso", { after: settings }))).toEqual([...held, { ...fresh, ...open }]);
    const verification = planned("DomainVerification", { after: { organizationId: "o1", domainId: UNKNOWN } });
    const verified = { organizationId: NOT_YET, domainId: NOT_YET, isVerified: NOT_YET, verifiedAt: NOT_YET };
    expect(domains(domain, verification)).toEqual([...held, { ...fresh, ...verified }]);
    expect(domains(planned("DomainSso", { after: settings }))).toEqual(held);
  });

  test("that leave the program have the service's defaults", () => {
    const gone = planned("DomainSso", {
      id: "o1/d1",
      before: { organizationId: "o1", domainId: "d1" },
    });
    const reset = resetFields(definitionOf("DomainSso"), held[0] ?? {});
    expect(reset).not.toEqual(held[0]);
    expect(domains(gone)).toEqual([reset, held[1]]);
    const { organization } = laid(planned("OrganizationSettings", { id: "o1", before: { organizationId: "o1" } }));
    expect(organization).toEqual(resetFields(definitionOf("OrganizationSettings"), BEFORE.living.organization));
    expect(organization).not.toEqual(BEFORE.living.organization);
  });
});

test("a validation waits for its record, unless the record is in use", () => {
  for (const { recordId, status } of objectsIn(BEFORE.living, "proxies")) {
    const after = { organizationId: "o1", recordId };
    const isOver = status === "valid" || status === "warning";
    const shown = objectsIn(laid(planned("ProxyRecordValidation", { after })), "proxies");
    expect(shown).toEqual(
      objectsIn(BEFORE.living, "proxies").map((one) =>
        one["recordId"] === recordId && !isOver ? { ...one, status: NOT_YET } : one,
      ),
    );
  }
});

describe("the picture of one resource", () => {
  const ALONE = { unknown: "only one resource of a program is looked at" };
  const pictured = (resource: string, changes: Partial<PlannedChange>): Picture =>
    pictureOfResource(planned(resource, changes), { engine: "pulumi", host: "https://s.example", now: new Date(125) });

  test("has its organization's declared settings, and knows nothing else", () => {
    const after = { organizationId: "o1", enforceVerifiedDomains: true, defaultRoleId: UNKNOWN };
    const { version, host, takenAt, living } = pictured("OrganizationSettings", { after });
    expect([version, host, takenAt]).toEqual([1, "https://s.example", "1970-01-01T00:00:00.125Z"]);
    const { organization, ...sections } = living;
    const { resourceName, id, name, organizationId, enforceVerifiedDomains, defaultRoleId, ...others } = organization;
    expect([resourceName, id, name, organizationId]).toEqual(["Organization", "o1", "o1", "o1"]);
    expect([enforceVerifiedDomains, defaultRoleId]).toEqual([true, NOT_YET]);
    expect(new Set(Object.values(others).map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(ALONE)]));
    for (const section of Object.values(sections)) expect(section).toEqual(ALONE);
  });

  test("has nothing of the organization from a resource that isn't about it", () => {
    const after = { organizationId: "o1", name: "Builders", enforceVerifiedDomains: true, slug: "x" };
    const { organization } = pictured("Role", { after }).living;
    expect(organization).toMatchObject({ name: "o1", enforceVerifiedDomains: ALONE, slug: ALONE });
  });

  test("of an organization has its name", () => {
    const { organization } = pictured("Organization", { address: "acme", after: { name: "Acme" } }).living;
    expect(organization).toMatchObject({ name: "Acme", id: "(not known yet)", slug: ALONE });
  });

  test("of an object has that object, and no other one", () => {
    for (const definition of made.filter(({ name }) => !PEOPLE.includes(name))) {
      const { section = "roles", of = [] } = sourceOf(definition.name) ?? {};
      const { living } = pictured(definition.name, { after: exampleOf(definition) });
      const known = SECTIONS.map((one) => one.section).filter((one) => !isUnknown(living[one]));
      expect([definition.name, known]).toEqual([definition.name, of.includes(definition.name) ? [section] : []]);
      expect(objectsIn(living, section)).toHaveLength(known.length);
    }
  });

  test("of a rule about one object, which a picture can't show, has no rules", () => {
    const after = { organizationId: "o1", projectId: "7", resource: "dashboard", resourceId: "5", level: "viewer" };
    expect(pictured("AccessControl", { after }).living.accessRules).toEqual(ALONE);
  });

  test("of a person has nothing but the address and the level", () => {
    const { people } = pictured("Member", {
      after: { organizationId: "o1", email: "ann@acme.example", level: "admin" },
    }).living;
    const known = { email: "ann@acme.example", name: "ann@acme.example", id: "o1/ann@acme.example", level: "admin" };
    const open = Object.fromEntries(fieldsOfSection("people").map((name) => [name, ALONE]));
    expect(people).toEqual([{ ...open, ...known, resourceName: "Member" }]);
  });

  test.each<[string, Values, readonly string[]]>([
    ["Member", { email: " Ann@Acme.example ", level: "admin" }, ["ann@acme.example"]],
    ["Membership", { email: "ann@acme.example", level: "admin" }, ["ann@acme.example"]],
    [
      "OrganizationMembers",
      { members: { "ann@acme.example": "admin", "Ben|é@acme.example": "member" } },
      ["ann@acme.example", "ben|é@acme.example"],
    ],
  ])("of %s with %j has these people: %j", (resource, after, emails) => {
    const { people } = pictured(resource, { after: { organizationId: "o1", ...after } }).living;
    const shown = isUnknown(people) ? [] : people.map(({ id, name, email }) => [id, name, email]);
    expect(shown).toEqual(emails.map((email) => [`o1/${email}`, email, email]));
  });

  test.each<[string, Values]>([
    ["Member", { email: UNKNOWN, level: "admin" }],
    ["OrganizationMembers", { members: UNKNOWN }],
  ])("of %s with %j doesn't know any people yet", (resource, after) => {
    expect(pictured(resource, { after: { organizationId: "o1", ...after } }).living.people).toEqual(NOT_YET);
  });

  test.each<[string, Values]>([
    ["Member", { email: "ann@acme.example", level: "admin" }],
    ["OrganizationMembers", { members: { "ann@acme.example": "admin" } }],
    ["Role", { name: "Makers" }],
  ])("of %s that leaves the program has no people", (resource, values) => {
    const before = { organizationId: "o1", ...values };
    expect(pictured(resource, { id: "o1/x", before }).living.people).toEqual(ALONE);
  });
});

test("a resource is found by its whole name", () => {
  for (const one of resources) expect(resourceNamed(one.name)).toBe(one);
  expect(() => resourceNamed("Projec")).toThrow(new Error("There is no resource Projec"));
});

const LEAVING = ["people", "roles", "accessRules"] as const;

test.each<[string, readonly Section[], readonly Section[]]>([
  ["Organization", [], SECTIONS.map(({ section }) => section)],
  ["OrganizationSettings", ["roles"], []],
  ["OrganizationMembers", LEAVING, []],
  ["Membership", ["people", "invites"], ["roles", "accessRules"]],
  ["Invite", ["invites"], LEAVING],
  ["Domain", ["domains"], ["identityProviders"]],
  ["BulkCreateInvites", ["invites"], []],
  ["PauseBatchExport", ["exports"], []],
  ["UnpauseBatchExport", ["exports"], []],
  ["VerifyDomain", ["domains"], []],
  ["ExportPersons", [], []],
])("a change of %s is about %j, and its end also about %j", (resource, own, below) => {
  const touched = (isRemoved: boolean) => sectionsTouchedBy({ resource, isMade: false, isRemoved });
  expect([touched(false), touched(true)]).toEqual([own, [...own, ...below]]);
});

/** A value of a type that needs no more words. */
function sampleOf({ type, enum: words, items, properties }: Shape): unknown {
  if (words !== undefined) return words[0];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 7;
  if (type === "array") return items === undefined ? [] : [sampleOf(items)];
  return properties === undefined && type === "string" ? "x" : undefined;
}

const blocks = resources.flatMap((definition) => {
  const shown = new Set(fieldsShown(definition).map(([name]) => name));
  return fieldsOf(definition, "inputs")
    .filter(([name, rules]) => shown.has(name) && shapeOf(rules).properties !== undefined)
    .map(([name, rules]) => [definition.name, name, definition, shapeOf(rules).properties ?? {}] as const);
});

describe.each(blocks)("a new %s with the block %s", (_name, field, definition, properties) => {
  const sibling = Object.fromEntries(fieldsShown(definition).map(([name]) => [name, "known"]));
  const shown = (block: unknown): unknown =>
    newFields(definition, planned("", { after: { [field]: block } }), sibling)[field];
  const plain = Object.entries(properties).filter(
    ([, { properties: inner, secret }]) => inner === undefined && secret !== true,
  );
  const open = Object.fromEntries(plain.map(([name]) => [name, DECIDED]));

  test("shows what the program declares in it, no secret and no other block, and leaves the rest to the service", () => {
    expect(shown({})).toEqual(open);
    for (const [name, shape] of plain) {
      const value = sampleOf(shape);
      if (value === undefined) continue;
      expect([name, shown({ [name]: value })]).toEqual([name, { ...open, [name]: value }]);
      expect([name, shown({ [name]: UNKNOWN })]).toEqual([name, { ...open, [name]: NOT_YET }]);
    }
    for (const [name] of Object.entries(properties).filter(([, { secret }]) => secret === true)) {
      expect(JSON.stringify(shown({ [name]: "canary" }))).not.toContain("canary");
    }
    expect(shown(UNKNOWN)).toEqual(NOT_YET);
  });
});
