import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { served } from "../../../../src/app/served.ts";
import { RESOURCE_TYPES } from "../../../../src/engines/pulumi/program/tables.generated.ts";
import type { ResourceType } from "../../../../src/engines/pulumi/program/table-types.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import { field } from "../../../../src/model/field.ts";
import { secretPaths } from "../../../../src/model/secret-texts.ts";
import { valueAt } from "../../../../src/model/unknown.ts";
import { fakeBox } from "../../../support/fake-resources.ts";
import { PULUMI_SCHEMA } from "../../../support/pulumi-schema.ts";

/** A property of the schema below others, through the types that it names. */
function propertyAt(properties: unknown, [step = "", ...rest]: readonly string[]): unknown {
  const property = valueAt(properties, [step]);
  const reference = valueAt(property, ["$ref"]);
  if (rest.length === 0 || typeof reference !== "string") return property;
  return propertyAt(valueAt(PULUMI_SCHEMA.types, [reference.replace("#/types/", ""), "properties"]), rest);
}

/** Unmarked secrets of a resource in the plugin's schema: paths below its inputs or outputs. */
function unmarkedIn(definition: AnyResource, resource: unknown): string[] {
  return secretPaths(definition).flatMap((path) =>
    ["inputProperties", "properties"]
      .filter((side) => side === "properties" || Object.hasOwn(definition.inputs, path[0] ?? ""))
      .filter((side) => valueAt(propertyAt(valueAt(resource, [side]), path), ["secret"]) !== true)
      .map((side) => `${definition.name} ${side}: ${path.join(".")}`),
  );
}

/** Secrets that the classes would leave in plain text: neither marked as inputs nor kept secret in the state. */
function unsealedIn(definition: AnyResource, type: ResourceType | undefined): string[] {
  const members = (type?.secretMembers ?? []).map((path) => path.join("."));
  return secretPaths(definition)
    .filter((path) => {
      const [root = ""] = path;
      if (path.length > 1) return !members.includes(path.join("."));
      const isGiven = Object.hasOwn(definition.inputs, root);
      const isSealed = !isGiven || type?.secretInputs.includes(root) === true;
      return !isSealed || type?.secretOutputs.includes(root) !== true;
    })
    .map((path) => `${definition.name}.${path.join(".")}`);
}

/** A row of the classes' table without any secret. */
const TABLE_ROW: ResourceType = {
  name: "Box",
  module: "box",
  isLookedUp: true,
  inputs: ["key"],
  secretInputs: [],
  secretOutputs: [],
  outputs: [],
};

const typeOf = ({ name }: AnyResource): ResourceType | undefined => RESOURCE_TYPES.find((one) => one.name === name);
const schemaOf = ({ name }: AnyResource): unknown => PULUMI_SCHEMA.resources[`orgform:index:${name}`];

describe.each(served.map((definition) => [definition.name, definition] as const))("%s", (_name, definition) => {
  test("marks each of its secrets in the schema, and its classes keep them secret", () => {
    expect(unmarkedIn(definition, schemaOf(definition))).toEqual([]);
    expect(unsealedIn(definition, typeOf(definition))).toEqual([]);
  });
});

test("a secret that is marked nowhere is found", () => {
  const box = fakeBox({ inputs: { key: field(z.string(), { doc: "Key.", secret: true }) } });
  const secrets = secretPaths(box).map(([name]) => name);
  expect(secrets).toContain("key");
  expect(unmarkedIn(box, { inputProperties: { key: {} }, properties: {} })).toEqual(
    expect.arrayContaining(["Box inputProperties: key", "Box properties: key"]),
  );
  const bare = { ...TABLE_ROW, secretOutputs: ["key"] };
  expect(unsealedIn(box, bare)).toContain("Box.key");
});
