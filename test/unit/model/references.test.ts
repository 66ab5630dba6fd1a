import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { resources } from "../../../src/catalog/resources/index.ts";
import { definitionOf } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import { namesIn, referencesOf } from "../../../src/model/references.ts";
import { box, fakeBox, fakeSlot } from "../../support/fake-resources.ts";

test.each(resources)("a reference to $name leads to its definition", (definition) => {
  expect(definitionOf(definition)).toBe(definition);
});

test.each([{ name: "Box" }, { name: "Box", inputs: {} }, { name: "Box", ops: {} }])(
  "%j is no definition of a resource",
  (named) => {
    expect(() => definitionOf(named)).toThrow("Box is no definition of a resource");
  },
);

const told = (definition: Parameters<typeof referencesOf>[0]): string[] =>
  referencesOf(definition).map(({ input, of, by }) => `${input}: ${of.name}.${by}`);

const IN_ORGANIZATION = "organizationId: Organization.organizationId";
const IN_PROJECT = "projectId: Project.projectId";

/** The references of the resources that refer to more than their organization. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  AccessControl: ["roleId: Role.roleId", IN_PROJECT],
  BatchExport: ["destination: Integration.integrationId", IN_ORGANIZATION],
  DomainSso: ["domainId: Domain.domainId", IN_ORGANIZATION],
  DomainVerification: ["domainId: Domain.domainId", IN_ORGANIZATION],
  HogFunction: [IN_PROJECT],
  IdentityProvider: ["domainIds: Domain.domainId", IN_ORGANIZATION],
  Integration: [IN_PROJECT],
  Organization: [],
  ProjectAccess: ["roleId: Role.roleId", IN_PROJECT],
  ProxyRecordValidation: ["recordId: ProxyRecord.recordId", IN_ORGANIZATION],
  RoleMembership: ["roleId: Role.roleId", IN_ORGANIZATION],
};

test.each(resources)("$name refers to the objects that its inputs name, nearest first", (definition) => {
  expect(told(definition)).toEqual(REFERENCES[definition.name] ?? [IN_ORGANIZATION]);
});

describe("an input with the name of an ancestor's ID", () => {
  const doc = "A name.";

  test("names the ancestor, however far above, and one that isn't there names none", () => {
    const slot = fakeSlot(fakeBox({ parent: box }), []);
    expect(told(slot)).toEqual(["organizationId: Root.organizationId"]);
  });

  test("names only what it is marked to refer to", () => {
    const organizationId = field(z.string(), { doc, refersTo: { resource: () => box, by: "name" } });
    expect(told(fakeBox({ inputs: { organizationId } }))).toEqual(["organizationId: Box.name"]);
  });

  test("stays the ancestor's if another input is marked", () => {
    const partner = field(z.string().optional(), { doc, refersTo: { resource: () => box } });
    expect(told(fakeBox({ inputs: { partner } }))).toEqual([
      "partner: Box.boxId",
      "organizationId: Root.organizationId",
    ]);
  });
});

test.each<[value: unknown, names: ReturnType<typeof namesIn>]>([
  ["a", [{ text: "a", path: [] }]],
  [
    ["a", 7, null, { id: "x" }, "b"],
    [
      { text: "a", path: [] },
      { text: "b", path: [] },
    ],
  ],
  [7, []],
  [null, []],
  [undefined, []],
  [
    { id: "a", other: "x", deep: { id: "b", deeper: { id: "c" } }, list: [{ id: "x" }, "x"] },
    [
      { text: "a", path: ["id"] },
      { text: "b", path: ["deep", "id"] },
      { text: "c", path: ["deep", "deeper", "id"] },
    ],
  ],
  [{ id: 7, deep: { id: { id: "x" } } }, []],
])("of %j, the texts and the fields of the name that is meant are names", (value, names) => {
  expect(namesIn(value, "id")).toEqual(names);
});
