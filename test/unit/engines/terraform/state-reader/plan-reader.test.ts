import { describe, expect, test } from "@jest/globals";

import { served } from "../../../../../src/app/served.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import { planReader } from "../../../../../src/engines/terraform/state-reader/plan-reader.ts";
import type { AnyResource } from "../../../../../src/model/definition.ts";
import { pathText } from "../../../../../src/model/field-path.ts";
import { put } from "../../../../../src/model/parts.ts";
import type { PlannedChange } from "../../../../../src/model/picture/planned-change.ts";
import { givenSecrets } from "../../../../../src/model/secret-texts.ts";
import { UNKNOWN, valueAt } from "../../../../../src/model/unknown.ts";
import { definitionOf } from "../../../../support/definition-of.ts";

type Attributes = Readonly<Record<string, unknown>>;

const planned = (type: string, change: object, more: object = {}) => ({
  address: `${type}.x`,
  mode: "managed",
  type,
  change: { actions: ["update"], before: null, after: null, after_unknown: {}, ...change },
  ...more,
});
const read = (changes: readonly object[], more: object = {}) =>
  planReader.read({ format_version: "1.2", planned_values: {}, resource_changes: changes, ...more });
function changeIn(one: object, more: object = {}): PlannedChange {
  const [change] = read([one], more).changes;
  if (change === undefined) throw new Error("The plan has no change");
  return change;
}

test.each([
  [{ format_version: "1.2", planned_values: {} }, true],
  [{ format_version: "1.2", values: {} }, false],
  [{ planned_values: {} }, false],
  [null, false],
])("%j can be a plan of Terraform: %s", (json, isOne) => {
  expect(planReader.accepts(json)).toBe(isOne);
});

const ROLE: Attributes = { id: "o1/r1", organization_id: "o1", name: "Old", role_id: "r1" };

describe("a change of a plan", () => {
  const plain = { isReplaced: false, isForgotten: false };

  test.each([
    [["create"], [null, ROLE], { id: undefined, before: undefined, after: "Old", ...plain }],
    [["update"], [ROLE, ROLE], { id: "o1/r1", before: "Old", after: "Old", ...plain }],
    [["delete"], [ROLE, null], { id: "o1/r1", before: "Old", after: undefined, ...plain }],
    [["delete", "create"], [ROLE, ROLE], { id: "o1/r1", before: "Old", after: "Old", ...plain, isReplaced: true }],
    [["create", "delete"], [ROLE, ROLE], { id: "o1/r1", before: "Old", after: "Old", ...plain, isReplaced: true }],
    [["forget"], [ROLE, null], { id: "o1/r1", before: "Old", after: undefined, ...plain, isForgotten: true }],
    [["no-op"], [ROLE, ROLE], { id: "o1/r1", before: "Old", after: "Old", ...plain, isKept: true }],
    [["create"], [undefined, ROLE], { id: undefined, before: undefined, after: "Old", ...plain }],
    [["delete"], [ROLE, undefined], { id: "o1/r1", before: "Old", after: undefined, ...plain }],
  ])("%j is told as what it does with an object", (actions, [before, after], told) => {
    const change = changeIn(planned("orgform_role", { actions, before, after }));
    const { id, isReplaced, isForgotten, isKept } = change;
    expect({
      id,
      before: change.before?.["name"],
      after: change.after?.["name"],
      isReplaced,
      isForgotten,
      ...(isKept === undefined ? {} : { isKept }),
    }).toEqual(told);
    // Of the two sides, only the state has what the service decides.
    expect(change.before?.["roleId"]).toBe(before === null || before === undefined ? undefined : "r1");
    expect(change.after ?? {}).not.toHaveProperty("roleId");
  });

  test.each([
    [{ mode: "data" }, 0],
    [{ deposed: "1234" }, 0],
    [{ change: { actions: ["read"], after_unknown: true } }, 0],
    [{}, 1],
  ])("counts unless nothing of the program changes: %j", (more, count) => {
    expect(read([planned("orgform_role", { after: ROLE }, more)]).changes).toHaveLength(count);
  });

  test("of a type that only another version knows is named", () => {
    expect(read([planned("orgform_moon", {}), planned("orgformer_role", {}), planned("terraform_data", {})])).toEqual({
      engine: "terraform",
      changes: [],
      unknown: ["orgform_moon.x"],
    });
  });

  test("is missing if the engine failed", () => {
    expect(read([], { errored: true }).isFailed).toBe(true);
    expect(read([], { errored: false })).not.toHaveProperty("isFailed");
    expect(planReader.read({ format_version: "1.2" }).changes).toEqual([]);
  });
});

const ORGANIZATION = "0198A3C0-0000-4000-8000-000000000001";

describe("a change by the vendor's provider", () => {
  const foreign = (type: string, change: object) => read([planned(type, change)]).foreign;

  test.each([
    ["posthog_role", "Role"],
    ["posthog_project", "Project"],
    ["posthog_project_settings", "Project"],
    ["posthog_organization_member", "Member"],
  ])("of a %s is about a %s", (type, resource) => {
    expect(foreign(type, { after: { organization_id: ORGANIZATION } })).toEqual([
      {
        resource,
        address: `${type}.x`,
        by: "posthog/posthog",
        organizationId: ORGANIZATION.toLowerCase(),
        isMade: false,
        isRemoved: false,
      },
    ]);
  });

  test.each([
    [["create"], { isMade: true, isRemoved: false }],
    [["delete"], { isMade: false, isRemoved: true }],
    [["delete", "create"], { isMade: true, isRemoved: true }],
    [["update"], { isMade: false, isRemoved: false }],
    [["no-op"], undefined],
    [["forget"], undefined],
    [["read"], undefined],
  ])("that does %j makes or removes it: %j", (actions, told) => {
    expect(foreign("posthog_role", { actions })?.map(({ isMade, isRemoved }) => ({ isMade, isRemoved }))).toEqual(
      told === undefined ? undefined : [told],
    );
  });

  test.each([
    [null, { organization_id: ORGANIZATION }, true],
    [{ organization_id: ORGANIZATION }, null, true],
    [{ organization_id: ORGANIZATION }, { organization_id: "acme" }, false],
    [{ organization_id: "@current" }, undefined, false],
    [null, { organization_id: 7 }, false],
    [null, null, false],
  ])("names its organization by its ID alone: %j, %j", (before, after, isNamed) => {
    expect(foreign("posthog_role", { before, after })?.map(({ organizationId }) => organizationId)).toEqual([
      isNamed ? ORGANIZATION.toLowerCase() : undefined,
    ]);
  });
});

describe("a value that only the apply tells", () => {
  const shown = (after: Attributes, open: unknown, resource = "OrganizationMembers"): unknown =>
    changeIn(planned(ResourceSchema.of(definitionOf(resource)).typeName, { after, after_unknown: open })).after;

  test.each([
    [{ members: { a: "admin" } }, { members: { b: true } }, { members: { a: "admin", b: UNKNOWN } }],
    [{ members: { a: "admin" } }, { members: { a: false } }, { members: { a: "admin" } }],
    [{ members: { a: "admin" } }, { members: true }, { members: UNKNOWN }],
    [{}, { members: true }, { members: UNKNOWN }],
    [{ members: null }, { members: { a: true } }, { members: { a: UNKNOWN } }],
    [{ members: { a: "admin" } }, {}, { members: { a: "admin" } }],
    [{ members: { a: "admin" } }, false, { members: { a: "admin" } }],
  ])("of %j with %j is unknown there alone", (after, open, told) => {
    expect(shown(after, open)).toMatchObject(told);
  });

  test("of nothing at all is nothing", () => {
    expect(shown({ members: null }, { members: { a: false } })).not.toHaveProperty("members.a");
    expect(shown({ members: null }, { members: {} })).not.toHaveProperty("members.a");
  });

  test.each([
    [["d1"], [false, true], ["d1", UNKNOWN]],
    [["d1", "d2"], [true], [UNKNOWN, "d2"]],
    [
      ["d1", "d2"],
      [false, false],
      ["d1", "d2"],
    ],
    [null, [true, true], [UNKNOWN, UNKNOWN]],
    [["d1"], true, UNKNOWN],
  ])("of a list %j with %j is unknown item by item", (domainIds, open, told) => {
    expect(shown({ domain_ids: domainIds }, { domain_ids: open }, "IdentityProvider")).toHaveProperty(
      "domainIds",
      told,
    );
  });
});

describe.each(served.map((definition) => [definition.name, definition] as const))(
  "a planned %s",
  (name, definition) => {
    const schema = ResourceSchema.of(definition);
    const example = schema.toTerraform({ ...definition.example }, null);
    const made = (after: unknown, before: unknown = null) =>
      changeIn(planned(schema.typeName, { before, after: { ...(after as Attributes) } }));

    test("has each input that the program declares, and the secrets among them", () => {
      const { resource, after, secrets } = made(example);
      expect(resource).toBe(name);
      expect(after).toMatchObject(definition.example ?? {});
      expect(secrets).toEqual(
        givenSecrets(definition, after ?? {})
          .map(pathText)
          .toSorted(),
      );
    });

    test("hides a secret that the engine doesn't store, and tells by its version whether it stays", () => {
      for (const { field, path, around, version } of schema.writeOnly) {
        const whole = around.reduceRight<unknown>((inner, step) => ({ [step]: inner }), { [version]: 1 });
        const other = put(whole, [...around, version], 2);
        const given = made(whole);
        expect([field, valueAt(given.after, path)]).toEqual([field, UNKNOWN]);
        expect([field, given.secrets]).toEqual([field, expect.arrayContaining([field])]);
        for (const [before, after, isKept] of [
          [whole, whole, true],
          [other, whole, false],
          [null, whole, false],
          [whole, {}, false],
          [{}, {}, true],
        ] as const) {
          expect([field, made(after, before).keptSecrets?.includes(field)]).toEqual([field, isKept]);
        }
        expect(valueAt(made(whole, other).before, path)).toBe(UNKNOWN);
        expect([field, made({}).secrets.includes(field), valueAt(made({}).after, path)]).toEqual([
          field,
          false,
          undefined,
        ]);
      }
    });
  },
);

describe("the role of a planned object", () => {
  const REFERENCES = ["orgform_role.team.role_id", "orgform_role.team"];
  const planWith = (references: unknown, at: { readonly address: string; readonly module?: string }) => {
    const type = "orgform_role_membership";
    const declared = { address: `${type}.x`, expressions: { role_id: { references } } };
    const module = { resources: [{ address: `${type}.y` }, declared] };
    const inModules = { module_calls: { a: { module: { module_calls: { b: { module } } } } } };
    const where = at.module === undefined ? {} : { module_address: at.module };
    const one = planned(type, { after: {} }, { address: at.address, ...where });
    return changeIn(one, { configuration: { root_module: at.module === undefined ? module : inModules } }).references;
  };
  const HERE = { address: "orgform_role_membership.x" };

  test.each([
    [REFERENCES, "orgform_role.team"],
    [['orgform_role.team["a b"].role_id', 'orgform_role.team["a b"]', "orgform_role.team"], 'orgform_role.team["a b"]'],
    [["orgform_role.team[0].role_id", "orgform_role.team[0]", "orgform_role.team"], "orgform_role.team[0]"],
    [["orgform_role.team"], undefined],
    [[...REFERENCES, "var.a"], undefined],
    [[...REFERENCES, "orgform_role.other.role_id"], undefined],
    [["orgform_role.team.name", "orgform_role.team"], undefined],
    [["orgform_role.team.role_id.x"], undefined],
    [["module.a.orgform_role.team.role_id"], undefined],
    [['orgform_role.team["$a"].role_id'], undefined],
    [["orgform_role.team[each.key].role_id"], undefined],
    [["my_orgform_role.team.role_id"], undefined],
    [[], undefined],
    ["orgform_role.team.role_id", undefined],
  ])("is the one that its expression names alone: %j", (references, role) => {
    expect(planWith(references, HERE)).toEqual(role === undefined ? undefined : { roleId: role });
  });

  test.each([
    ["orgform_role_membership.x[0]", undefined, "orgform_role.team"],
    ['orgform_role_membership.x["a.b\\"]"]', undefined, "orgform_role.team"],
    ["orgform_role_membership.z", undefined, undefined],
    ["module.a.module.b.orgform_role_membership.x", "module.a.module.b", "module.a.module.b.orgform_role.team"],
    [
      'module.a["x.y"].module.b[1].orgform_role_membership.x["z"]',
      'module.a["x.y"].module.b[1]',
      'module.a["x.y"].module.b[1].orgform_role.team',
    ],
    ["module.b.orgform_role_membership.x", "module.b", undefined],
    ["module.a.orgform_role_membership.x", "module.a", undefined],
  ])("is looked for in the module of %s", (address, module, role) => {
    const at = module === undefined ? { address } : { address, module };
    expect(planWith(REFERENCES, at)).toEqual(role === undefined ? undefined : { roleId: role });
  });

  test("isn't known without the program's expressions", () => {
    expect(changeIn(planned("orgform_role_membership", { after: {} })).references).toBeUndefined();
    expect(
      changeIn(planned("orgform_role_membership", { after: {} }), { configuration: {} }).references,
    ).toBeUndefined();
  });
});

test("resources have secrets that the engine doesn't store, also inside of objects", () => {
  const all = served.flatMap((definition: AnyResource) => ResourceSchema.of(definition).writeOnly);
  expect(all.some(({ around }) => around.length > 0)).toBe(true);
  expect(all.some(({ around }) => around.length === 0)).toBe(true);
});
