import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { OUTLINES_NOW } from "../../../scripts/record-state/outlines-now.ts";
import { breaksBetween, outlineOfPulumi, type SchemaOutline } from "../../../scripts/record-state/schema-outline.ts";

const SCHEMAS = join(__dirname, "../../fixtures/schemas");

/**
 * What differs from an earlier version on purpose, as {@link breaksBetween} says it, each with its reason in the change
 * log. Whoever adds a line breaks programs or states of users.
 */
const ANNOUNCED: readonly string[] = [
  // A destination is a block or has a type; look-ups go on to show the type.
  'functions orgform:index:getBatchExport outputs: destination was {"$ref":"#/types/orgform:index:BatchExportDestination"}, is {"$ref":"#/types/orgform:index:BatchExportDestinationShown"}',
  'types orgform:index:BatchExportDestination: type was {"required":true,"type":"string"}, is {"type":"string"}',
  'resource_schemas orgform_batch_export destination: type was {"required":true,"type":"string"}, is {"optional":true,"type":"string"}',
];

describe.each(readdirSync(SCHEMAS).sort())("what programs and states of %s rely on", (version) => {
  test.each(["pulumi", "terraform"] as const)(
    "is in today's schema of %s, and nothing more is demanded",
    async (engine) => {
      const before = JSON.parse(readFileSync(join(SCHEMAS, version, `${engine}.json`), "utf8")) as SchemaOutline;
      expect(Object.keys(before).length).toBeGreaterThan(100);
      expect(breaksBetween(before, await OUTLINES_NOW[engine]()).filter((line) => !ANNOUNCED.includes(line))).toEqual(
        [],
      );
    },
  );
});

test("what is gone, changed or newly required is told, and what is new or said in other words is not", () => {
  const input = { type: "string", description: "A name." };
  const schemaOf = (inputs: object, requiredInputs: readonly string[], token = "Domain"): SchemaOutline =>
    outlineOfPulumi({ resources: { [token]: { inputProperties: inputs, requiredInputs } } });
  const before = schemaOf({ name: input }, ["name"]);
  expect(
    breaksBetween(before, schemaOf({ name: { ...input, description: "Its name." }, tag: input }, ["name"])),
  ).toEqual([]);
  expect(breaksBetween(before, schemaOf({ name: input, tag: input }, ["name", "tag"]))).toEqual([
    "resources Domain inputs: tag is new and required",
  ]);
  expect(breaksBetween(before, schemaOf({ name: { ...input, secret: true } }, []))).toEqual([
    'resources Domain inputs: name was {"required":true,"type":"string"}, is {"secret":true,"type":"string"}',
  ]);
  expect(breaksBetween(before, schemaOf({}, [], "Site"))).toEqual([
    "resources Domain inputs: is gone",
    "resources Domain outputs: is gone",
  ]);
});

test("an input may take more than before, and not something else", () => {
  const schemaOf = (side: "inputProperties" | "properties", property: object): SchemaOutline =>
    outlineOfPulumi({ resources: { Domain: { [side]: { level: property } } } });
  const words = { $ref: "#/types/Level" };
  const wider = { type: "string", oneOf: [{ type: "string" }, words] };
  const broken = (side: "inputProperties" | "properties", now: object): number =>
    breaksBetween(schemaOf(side, { type: "string" }), schemaOf(side, now)).length;
  expect(broken("inputProperties", wider)).toBe(0);
  expect(broken("inputProperties", { ...wider, oneOf: [words] })).toBe(1);
  expect(broken("inputProperties", { ...wider, secret: true })).toBe(1);
  expect(broken("inputProperties", words)).toBe(1);
  expect(broken("properties", wider)).toBe(1);
});

test("objects that are only read may say more, and no less", () => {
  const outlineOf = (mark: "computed" | "optional", attributes: object): SchemaOutline => ({
    "data_source_schemas orgform_list_roles": { items: { [mark]: true, type: ["list", ["object", attributes]] } },
  });
  const before = { id: "string", level: "string" };
  const more = { ...before, is_default: "bool" };
  expect(breaksBetween(outlineOf("computed", before), outlineOf("computed", more))).toEqual([]);
  expect(breaksBetween(outlineOf("computed", more), outlineOf("computed", before))).toHaveLength(1);
  expect(
    breaksBetween(outlineOf("computed", before), outlineOf("computed", { ...more, level: "number" })),
  ).toHaveLength(1);
  expect(breaksBetween(outlineOf("optional", before), outlineOf("optional", more))).toHaveLength(1);
});
