import { describe, expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldsShown } from "../../../src/driver/driver.ts";
import { type AnyResource, fieldsOf } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { withSeparateSecrets } from "../../../src/model/parts.ts";
import { hasServiceDefault, serviceDefaultOf } from "../../../src/model/service-default.ts";
import { type Shape, shapeOf } from "../../../src/model/shape.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { changedFields, newFields } from "../../../src/picture/planned-values.ts";
import { definitionOf } from "../../support/definition-of.ts";
import { plannedChange } from "../../support/planned-change.ts";

const NOT_YET = { unknown: "the plan doesn't know it yet" };
const DECIDED = { unknown: "the service decides it when the plan is applied" };

const namesOf = (definition: AnyResource): string[] => fieldsShown(definition).map(([name]) => name);

/** Another object of the kind, which shows every field. */
const siblingOf = (definition: AnyResource): Values =>
  Object.fromEntries(namesOf(definition).map((name) => [name, "known"]));

/** A value in the form in which the service stores it; undefined for objects. */
function storedSample({ type, enum: words, items }: Shape): unknown {
  if (words !== undefined) return words[0];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 7;
  if (type === "array") return [storedSample(items ?? {}) ?? "x"];
  return type === "string" ? "x" : undefined;
}

const INPUTS = resources.flatMap((definition) =>
  fieldsOf(definition, "inputs")
    .filter(([name]) => namesOf(definition).includes(name))
    .map(([name, rules]) => ({ definition, resource: definition.name, name, rules })),
);

describe.each(INPUTS)("$name of a new $resource", ({ definition, name, rules }) => {
  const value = storedSample(shapeOf(rules));
  const shown = (after: Values, sibling?: Values): unknown =>
    newFields(definition, plannedChange("", { after }), sibling)[name];
  const isDeferred = hookOf(definition, "deferredFields")?.inputs.includes(name) === true;
  const isUnsure =
    isDeferred ||
    rules.returned !== undefined ||
    hookOf(definition, "unsupportedInputs")?.inputs.includes(name) === true;
  const byDefault = hasServiceDefault(rules) ? (serviceDefaultOf(rules) ?? null) : DECIDED;

  test("is as declared where another object shows the field", () => {
    const sibling = siblingOf(definition);
    expect(shown({ [name]: value ?? UNKNOWN }, sibling)).toEqual(isDeferred ? DECIDED : (value ?? NOT_YET));
    expect(shown({ [name]: UNKNOWN }, sibling)).toEqual(isDeferred ? DECIDED : NOT_YET);
    expect(shown({}, sibling)).toEqual(isDeferred || rules.returned !== undefined ? DECIDED : byDefault);
  });

  test("is as declared without another object, unless a service may not have or show the field", () => {
    expect(shown({ [name]: value ?? UNKNOWN })).toEqual(isUnsure ? DECIDED : (value ?? NOT_YET));
    expect(shown({ [name]: UNKNOWN })).toEqual(isUnsure ? DECIDED : NOT_YET);
    expect(shown({})).toEqual(isUnsure ? DECIDED : byDefault);
  });
});

test.each(resources.map((definition) => [definition.name, definition] as const))(
  "a planned %s has the fields that the service shows, and none of the others, such as secrets",
  (_name, definition) => {
    const names = namesOf(definition);
    const inputs = fieldsOf(withSeparateSecrets(definition), "inputs").map(([name]) => name);
    const after = Object.fromEntries(inputs.filter((name) => !names.includes(name)).map((name) => [name, "canary"]));
    for (const sibling of [undefined, siblingOf(definition)]) {
      const made = newFields(definition, plannedChange("", { after }), sibling);
      expect(Object.keys(made).toSorted()).toEqual([...new Set(names)].toSorted());
      expect(JSON.stringify(made)).not.toContain("canary");
    }
    const change = plannedChange("", { id: "o1/1", before: {}, after });
    expect(changedFields(definition, change, { other: "kept" })).toEqual({ other: "kept" });
  },
);

/** Values as programs write them, and as the service shows them. */
const FORMS: readonly (readonly [resource: string, field: string, declared: unknown, shown: unknown])[] = [
  // Names that are compared in lowercase keep their own case.
  ["Role", "name", "  Büro | Ä ", "Büro | Ä"],
  ["Role", "name", "x", "x"],
  ["Project", "name", " Shop\n", "Shop"],
  ["Project", "name", " shop ", "shop"],
  ["ProxyRecord", "domain", "A.example", "A.example"],
  ["Project", "tags", ["b", "a"], ["b", "a"]],
  ["Project", "tags", ["b", UNKNOWN], ["b", NOT_YET]],
  ["Project", "tags", [], []],
  ["Project", "tags", ["a", "a"], DECIDED],
  ["Project", "tags", ["a", "B"], DECIDED],
  ["Project", "tags", ["A", "B"], DECIDED],
  ["Project", "tags", ["a", " a "], DECIDED],
  ["Project", "appUrls", ["https://B.example", "https://a.example"], ["https://B.example", "https://a.example"]],
  ["HogFunction", "liquidInputs", ["b", "a"], ["b", "a"]],
  ["BatchExport", "filters", ' [{"b": 1, "a": "é"}] ', '[{"a":"é","b":1}]'],
  ["BatchExport", "filters", "[]", null],
  ["BatchExport", "filters", " {} ", null],
  ["HogFunction", "mappings", "[ ]", null],
  ["BatchExport", "hogqlQuery", "select  1 as Ab", "SELECT 1 AS Ab"],
  ["BatchExport", "offsetDay", 0, 0],
  ["BatchExport", "startAt", "2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00Z"],
  [
    "IdentityProvider",
    "saml",
    { entityId: " urn:É ", acsUrl: "https://idp.example/sso\n" },
    { entityId: "urn:É", acsUrl: "https://idp.example/sso" },
  ],
  [
    "IdentityProvider",
    "xaa",
    { issuerUrl: "https://A.example/", jwksUrl: "/", allowedClients: [] },
    { issuerUrl: "https://A.example", jwksUrl: "/", allowedClients: [] },
  ],
  [
    "IdentityProvider",
    "xaa",
    { issuerUrl: UNKNOWN, allowedClients: [UNKNOWN, "b"] },
    { issuerUrl: NOT_YET, jwksUrl: DECIDED, allowedClients: [NOT_YET, "b"] },
  ],
  ["Integration", "anthropic", UNKNOWN, NOT_YET],
];

describe.each(FORMS)("%s with %s %j", (resource, name, declared, shown) => {
  const definition = definitionOf(resource);
  const after = { [name]: declared };

  test("is shown as the service stores it, whether it is new or changed", () => {
    const { [name]: made } = newFields(definition, plannedChange("", { after }), siblingOf(definition));
    expect(made).toEqual(shown);
    const held = { [name]: "other", other: "kept" };
    const change = plannedChange("", { id: "o1/1", before: { [name]: "other" }, after });
    expect(changedFields(definition, change, held)).toEqual({ [name]: shown, other: "kept" });
  });
});

/** The plain members of a block, at any depth of blocks, which the program leaves to the service. */
const BLOCKS = INPUTS.flatMap(({ definition, resource, name, rules }) => {
  const blocksIn = ({ properties = {} }: Shape, path: readonly string[]): (readonly [string[], Shape])[] => [
    [[...path], { properties }],
    ...Object.entries(properties).flatMap(([member, inner]) =>
      inner.properties === undefined ? [] : blocksIn(inner, [...path, member]),
    ),
  ];
  return shapeOf(rules).properties === undefined
    ? []
    : blocksIn(shapeOf(rules), [name]).map(([path, shape]) => ({ definition, resource, path, shape }));
});

test.each(BLOCKS)("an empty block $path of $resource leaves its plain members to the service", (block) => {
  const { definition, path, shape } = block;
  const within = (value: unknown): unknown => path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const plain = Object.entries(shape.properties ?? {}).filter(
    ([, { properties, secret }]) => properties === undefined && secret !== true,
  );
  const after: Values = Object.fromEntries(Object.entries(within({}) ?? {}));
  const [name = ""] = path;
  const { [name]: made } = newFields(definition, plannedChange("", { after }), siblingOf(definition));
  expect({ [name]: made }).toEqual(within(Object.fromEntries(plain.map(([member]) => [member, DECIDED]))));
});

test("blocks within blocks are among them", () => {
  expect(BLOCKS.some(({ path }) => path.length > 1)).toBe(true);
});
