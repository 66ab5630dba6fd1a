import { describe, expect, test } from "@jest/globals";

import { FILLED_IN, type Given, RULES } from "../../../../src/engines/terraform/switch-writer/arguments.ts";
import {
  MEMBERSHIP,
  ROLE_MEMBERSHIP,
  VENDOR_ARGUMENTS,
  vendorId,
} from "../../../../src/engines/terraform/switch-writer/vendor-arguments.ts";

/** What a rule makes of an expression; `next` is the expression with references to the other provider. */
const given = (text: string, changes: Partial<Given> = {}): Given => ({
  text,
  next: `next(${text})`,
  stored: () => undefined,
  beside: () => undefined,
  names: { old: "old", next: "new" },
  ...changes,
});

const made = (rules: typeof RULES, type: string, argument: string, from: Given): unknown =>
  rules[type]?.[argument]?.(from);

/** The arguments of each type that only change their names: Orgform's and the vendor's. */
const SAME: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  posthog_organization_member: { organization_id: "organization_id" },
  posthog_role: { organization_id: "organization_id", name: "name" },
  posthog_role_membership: { organization_id: "organization_id", role_id: "role_id" },
  posthog_project: { organization_id: "organization_id", name: "name", timezone: "timezone" },
  posthog_project_default_access: { project_id: "project_id", level: "access_level" },
  posthog_project_member: { project_id: "project_id", role_id: "role", level: "access_level" },
  posthog_access_control: {
    project_id: "project_id",
    resource: "resource",
    resource_id: "resource_id",
    role_id: "role",
    level: "access_level",
  },
  posthog_proxy_record: { organization_id: "organization_id", domain: "domain" },
  posthog_hog_function: {
    ...Object.fromEntries(
      ["project_id", "type", "name", "description", "template_id", "hog", "icon_url", "enabled", "execution_order"].map(
        (name) => [name, name],
      ),
    ),
    inputs_schema: "inputs_schema_json",
    filters: "filters_json",
    masking: "masking_json",
    mappings: "mappings_json",
  },
};
/** Arguments of which a value can become another one, by Orgform's name. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  posthog_organization_member: { email: "user_uuid", level: "level", on_destroy: "retain_on_destroy" },
  posthog_role_membership: { email: "user_uuid" },
  posthog_project_member: { email: "organization_member" },
  posthog_access_control: { email: "organization_member" },
  posthog_hog_function: { inputs: "inputs_json", secret_inputs: "sensitive_inputs_json" },
};
const META = ["for_each", "count", "depends_on"];

test("each type of either provider has the arguments of the other one, and nothing else", () => {
  expect(Object.keys(RULES)).toEqual(Object.keys(SAME));
  expect(Object.keys(VENDOR_ARGUMENTS)).toEqual(Object.keys(SAME));
});

describe.each(Object.keys(SAME))("a block of %s", (type) => {
  const [same, others] = [SAME[type] ?? {}, OTHERS[type] ?? {}];

  test("keeps its values under the other provider's names", () => {
    for (const [own, vendor] of [...Object.entries(same), ...META.map((name) => [name, name] as const)]) {
      expect(made(RULES, type, vendor, given("x"))).toEqual({ [own]: { text: "next(x)" } });
      expect(made(VENDOR_ARGUMENTS, type, own, given("x"))).toEqual({ [vendor]: { text: "next(x)" } });
    }
    const all = [...META, "provider"];
    const liquid = type === "posthog_hog_function" ? ["liquid_inputs"] : [];
    expect(Object.keys(RULES[type] ?? {}).toSorted()).toEqual(
      [...all, ...Object.values(same), ...Object.values(others)].toSorted(),
    );
    expect(Object.keys(VENDOR_ARGUMENTS[type] ?? {}).toSorted()).toEqual(
      [...all, ...Object.keys(same), ...Object.keys(others), ...liquid].toSorted(),
    );
  });

  test("has the provider configuration with the same alias", () => {
    for (const rules of [RULES, VENDOR_ARGUMENTS]) {
      const provider = (text: string): unknown => made(rules, type, "provider", given(text));
      expect(provider(" old ")).toEqual({ provider: { text: "new" } });
      expect(provider("old.eu-1")).toEqual({ provider: { text: "new.eu-1" } });
      for (const text of ["older.eu", "other", "old.", "old.a.b", "var.old"]) {
        expect(provider(text)).toEqual({ provider: { why: `provider is ${text}, not old or one of its aliases` } });
      }
    }
  });
});

describe("a person", () => {
  const people: readonly (readonly [string, string, string, string])[] = [
    ["posthog_organization_member", "user_uuid", "email", "user_id"],
    ["posthog_role_membership", "user_uuid", "user_email", "user_id"],
    ["posthog_project_member", "organization_member", "", MEMBERSHIP],
    ["posthog_access_control", "organization_member", "", MEMBERSHIP],
  ];

  test.each(people)("of a %s has an address in Orgform, from a reference or the state", (type, vendor, attribute) => {
    const email = (text: string, next = text, value?: string): unknown =>
      made(RULES, type, vendor, given(text, { next, stored: (name) => (name === attribute ? value : undefined) }));
    const USER = "data.posthog_user.a[0]";
    for (const end of ["uuid", "organization_member_id"])
      expect(email(` ${USER}.${end}`)).toEqual({ email: { text: `${USER}.email` } });
    expect(email("x", 'orgform_member.a["b"].user_id')).toEqual({ email: { text: 'orgform_member.a["b"].email' } });
    expect(email("posthog_organization_member.a.id ")).toEqual({ email: { text: "orgform_member.a.email" } });
    expect(email("var.a", "var.a", '"a@b"')).toEqual({ email: { text: '"a@b"' } });
    for (const text of [
      "var.a",
      `${USER}.uuid2`,
      `x ? ${USER}.uuid : y`,
      `a.${USER}.uuid`,
      "posthog_organization_member.a.id.b",
    ])
      expect(email(text)).toEqual({ email: { why: `it names a person by ${text}, not by an email address` } });
  });

  test.each(people)(
    "of a %s has an ID in the vendor's, from a reference or the state",
    (type, vendor, _old, stored) => {
      const id = (text: string, value?: string): unknown =>
        made(VENDOR_ARGUMENTS, type, "email", given(text, { stored: (name) => (name === stored ? value : undefined) }));
      const attribute = vendor === "user_uuid" ? "user_uuid" : "id";
      expect(id(' orgform_member.a["b"].email ')).toEqual({
        [vendor]: { text: `posthog_organization_member.a["b"].${attribute}` },
      });
      expect(id("var.a", '"u1"')).toEqual({ [vendor]: { text: '"u1"' } });
      const who = stored === "user_id" ? "user" : stored;
      for (const text of [
        "var.a",
        "x ? orgform_member.a.email : y",
        "orgform_member.a.email2",
        "my_orgform_member.a.email",
      ])
        expect(id(` ${text} `)).toEqual({ [vendor]: { why: `the ${who} of ${text} isn't known` } });
    },
  );
});

describe("a member", () => {
  const type = "posthog_organization_member";
  const of = (rules: typeof RULES, argument: string, text: string, value?: string): unknown =>
    made(rules, type, argument, given(text, { stored: (name) => (name === argument ? value : undefined) }));

  test("has a level, from the state if the program might give none", () => {
    for (const text of ['"admin"', '"null"', ' "a null é" ', "var.level", "var.nullable"])
      expect(of(RULES, "level", text)).toEqual({ level: { text: `next(${text})` } });
    for (const text of [
      "null",
      "var.a ? null : x",
      'var.a ? null : "admin"',
      '"admin" == var.a ? null : var.a',
      '"null${x}"',
      '"%{ if null }%{ endif }"',
      String.raw`"null\""`,
    ]) {
      expect(of(RULES, "level", text, '"admin"')).toEqual({ level: { text: '"admin"' } });
      expect(of(RULES, "level", text)).toEqual({
        level: { why: "its level might be null, and Orgform requires a level" },
      });
    }
    expect(of(VENDOR_ARGUMENTS, "level", "null")).toEqual({ level: { text: "next(null)" } });
  });

  test("stays or leaves as before if the block goes", () => {
    expect(of(RULES, "retain_on_destroy", " true ")).toEqual({ on_destroy: { text: '"retain"' } });
    expect(of(RULES, "retain_on_destroy", " false ")).toEqual({});
    expect(of(RULES, "retain_on_destroy", "var.a")).toEqual({
      on_destroy: { text: '(next(var.a)) == true ? "retain" : "remove"' },
    });
    expect(of(VENDOR_ARGUMENTS, "on_destroy", ' "retain" ')).toEqual({ retain_on_destroy: { text: "true" } });
    expect(of(VENDOR_ARGUMENTS, "on_destroy", ' "remove" ')).toEqual({});
    const either = 'var.a ? "retain" : "remove"';
    expect(of(VENDOR_ARGUMENTS, "on_destroy", either)).toEqual({
      retain_on_destroy: { text: `(next(${either})) == "retain" ? true : null` },
    });
    for (const text of ["var.a", '"downgrade"', 'var.a ? "retain" : "downgrade"'])
      expect(of(VENDOR_ARGUMENTS, "on_destroy", ` ${text} `)).toEqual({
        retain_on_destroy: { why: `on_destroy is ${text}, and posthog/posthog only retains or removes` },
      });
  });
});

test("inputs of a function are values by key in Orgform, and objects in the vendor's", () => {
  const type = "posthog_hog_function";
  const values = (text: string) =>
    `jsonencode({ for key, input in jsondecode(next(${text})) : key => input.value if can(input.value) })`;
  const liquid = (text: string) =>
    `[for key, input in jsondecode(next(${text})) : key if try(input.templating, "") == "liquid"]`;
  for (const [text, hasLiquid] of [
    [" jsonencode({ a = { value = 1 } })", false],
    ['jsonencode({ a = { templating = "liquid" } })', true],
    ["var.inputs", true],
  ] as const) {
    expect(made(RULES, type, "inputs_json", given(text))).toEqual({
      inputs: { text: values(text) },
      ...(hasLiquid ? { liquid_inputs: { text: liquid(text) } } : {}),
    });
  }
  expect(made(RULES, type, "sensitive_inputs_json", given("x"))).toEqual({
    secret_inputs: {
      text: "{ for key, input in jsondecode(next(x)) : key => try(tostring(input.value), jsonencode(input.value)) if can(input.value) }",
    },
  });
  const templated = (templating: string) =>
    `jsonencode({ for key, value in jsondecode(next(x)) : key => { for name, one in { value = value, templating = ${templating} } : name => one if one != null } })`;
  const inputs = (beside: Given["beside"]): unknown => made(VENDOR_ARGUMENTS, type, "inputs", given("x", { beside }));
  expect(inputs(() => undefined)).toEqual({ inputs_json: { text: templated("null") } });
  expect(inputs((name) => (name === "liquid_inputs" ? "y" : undefined))).toEqual({
    inputs_json: { text: templated('contains(y, key) ? "liquid" : null') },
  });
  expect(made(VENDOR_ARGUMENTS, type, "liquid_inputs", given("x"))).toEqual({});
  expect(made(VENDOR_ARGUMENTS, type, "secret_inputs", given("x"))).toEqual({
    sensitive_inputs_json: { text: "jsonencode({ for key, value in next(x) : key => { value = value } })" },
  });
});

test("what Orgform requires and the vendor's provider fills in is an argument of Orgform's block", () => {
  for (const [type, filled] of Object.entries(FILLED_IN)) {
    const own = [...Object.keys(SAME[type] ?? {}), ...Object.keys(OTHERS[type] ?? {})];
    expect([type, Object.keys(filled)]).toEqual([type, Object.values(filled)]);
    expect(own).toEqual(expect.arrayContaining(Object.values(filled)));
  }
  expect(Object.keys(FILLED_IN).map((type) => Object.keys(FILLED_IN[type] ?? {}))).toEqual([
    ["level"],
    ["project_id"],
    ["project_id"],
    ["project_id"],
    ["project_id", "name", "type"],
  ]);
});

describe.each<readonly [string, Readonly<Record<string, string | number>>, string]>([
  ["posthog_organization_member", { organization_id: "o1", user_id: "u1" }, "o1/u1"],
  ["posthog_role", { organization_id: "o1", role_id: "r1" }, "o1/r1"],
  ["posthog_role_membership", { organization_id: "o1", role_id: "r1", [ROLE_MEMBERSHIP]: "m1" }, "o1/r1/m1"],
  ["posthog_project", { organization_id: "o1", project_id: 7 }, "o1/7"],
  ["posthog_project_default_access", { project_id: "7" }, "7"],
  ["posthog_project_settings", { project_id: "7" }, "7"],
  ["posthog_project_member", { project_id: "7", role_id: "r1" }, "7/role/r1"],
  ["posthog_project_member", { project_id: "7", [MEMBERSHIP]: "m1" }, "7/member/m1"],
  ["posthog_access_control", { project_id: "7", resource: "dashboard", role_id: "r1" }, "7/dashboard/role/r1"],
  ["posthog_access_control", { project_id: "7", resource: "dashboard", [MEMBERSHIP]: "m1" }, "7/dashboard/member/m1"],
  ["posthog_access_control", { project_id: "7", resource: "dashboard", subject: "default" }, "7/dashboard/default"],
  ["posthog_proxy_record", { organization_id: "o1", record_id: "p1" }, "o1/p1"],
  ["posthog_hog_function", { project_id: "7", function_id: "f1" }, "7/f1"],
])("the vendor's ID of a %s with %j", (type, parts, id) => {
  test("has all its parts, and isn't known without one of them", () => {
    expect(vendorId(type, { ...parts, other: "x" })).toBe(id);
    for (const name of Object.keys(parts)) {
      for (const lack of [undefined, "", null])
        expect([name, vendorId(type, { ...parts, [name]: lack })]).toEqual([name, undefined]);
    }
  });
});

test("a rule of one object names it in its ID, and other types have none", () => {
  const rule = { project_id: "7", resource: "dashboard", resource_id: 5, role_id: "r1" };
  expect(vendorId("posthog_access_control", rule)).toBe("7/dashboard/5/role/r1");
  expect(vendorId("posthog_dashboard", rule)).toBeUndefined();
});
