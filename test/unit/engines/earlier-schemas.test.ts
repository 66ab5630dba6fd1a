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
const ANNOUNCED: readonly RegExp[] = [
  // The destination of an export is a block, also in lookups. No release had the earlier form.
  /^functions orgform:index:getBatchExport outputs: destination was .*, is .*BatchExportDestinationShown"\}$/u,
  /^resources orgform:index:BatchExport (?:in|out)puts: credentials was .*, is undefined$/u,
  /^types orgform:index:(?:BatchExport|ListBatchExports|ListBatchExportsItem)Destination: (?:type|config|otherConfig) was .*, is undefined$/u,
  /^types orgform:index:(?:BatchExportCredentials|(?:BatchExport|ListBatchExports(?:Item)?)DestinationConfig): is gone$/u,
  /^data_source_schemas orgform_batch_export: destination was /u,
  /^data_source_schemas orgform_list_batch_exports: items was .*"other_config".*, is .*"no_op"/u,
  /^resource_schemas orgform_batch_export: \(version\) was 1, is 2$/u,
  /^resource_schemas orgform_batch_export: credentials(?:_wo(?:_version)?)? was .*, is undefined$/u,
  /^resource_schemas orgform_batch_export destination: (?:type|config|other_config) was .*, is undefined$/u,
  /^resource_schemas orgform_batch_export (?:credentials(?:_wo)?|destination config): is gone$/u,
];

const isAnnounced = (line: string): boolean => ANNOUNCED.some((one) => one.test(line));

describe.each(readdirSync(SCHEMAS).sort())("what programs and states of %s rely on", (version) => {
  test.each(["pulumi", "terraform"] as const)(
    "is in today's schema of %s, and nothing more is demanded",
    async (engine) => {
      const before = JSON.parse(readFileSync(join(SCHEMAS, version, `${engine}.json`), "utf8")) as SchemaOutline;
      expect(Object.keys(before).length).toBeGreaterThan(100);
      expect(breaksBetween(before, await OUTLINES_NOW[engine]()).filter((line) => !isAnnounced(line))).toEqual([]);
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
