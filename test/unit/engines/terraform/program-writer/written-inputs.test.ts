import { describe, expect, test } from "@jest/globals";

import { served } from "../../../../../src/app/served.ts";
import { inputsIn } from "../../../../../src/engines/terraform/program-writer/written-inputs.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { modelName } from "../../../../../src/model/names.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";
import { definitionOf } from "../../../../support/definition-of.ts";

/** The same without what isn't there. */
const clean = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (_key, one: unknown) => one ?? undefined));

describe.each(served.map((definition) => [definition.name, definition] as const))(
  "a block of %s",
  (_name, definition) => {
    const schema = ResourceSchema.of(definition);
    const example = definition.example ?? {};
    const { id: _id, ...attributes } = schema.toTerraform(example, null);
    const written = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)) as Values;

    test("has the inputs of its resource, under their names", () => {
      const { inputs, strays } = inputsIn(definition, written);
      expect(strays).toEqual([]);
      expect(clean(inputs)).toEqual(clean(example));
    });

    test("has nothing where it says null, and what isn't known yet where it isn't", () => {
      for (const name of Object.keys(written)) {
        expect(inputsIn(definition, { [name]: null })).toEqual({
          inputs: { [modelName(name)]: undefined },
          strays: [],
        });
        expect(inputsIn(definition, { [name]: UNKNOWN })).toEqual({
          inputs: { [modelName(name)]: UNKNOWN },
          strays: [],
        });
      }
    });

    test("tells misspelt names with the one that is meant, and leaves them out", () => {
      for (const name of Object.keys(written)) {
        const { inputs, strays } = inputsIn(definition, { [`${name}x`]: "a" });
        expect([inputs, strays]).toEqual([{}, [{ field: `${name}x`, near: expect.any(String) }]]);
      }
      for (const name of Object.keys(written).filter((one) => modelName(one) !== one)) {
        const { strays } = inputsIn(definition, { [modelName(name)]: "a" });
        expect(strays).toEqual([{ field: modelName(name), near: name }]);
      }
      expect(inputsIn(definition, { zzzzzzzzzzzz: 1 }).strays).toEqual([{ field: "zzzzzzzzzzzz", near: undefined }]);
    });

    test("has a value of another type as it is written, for the check to tell", () => {
      for (const { attribute, name, type } of schema.inputs) {
        const others = ["é", 7, true, ["a"], [{ a_b: 1 }], { a_b: "c" }, { a_b: { c_d: 1 } }].filter(
          (one) =>
            !(Array.isArray(one) ? type.kind === "list" : typeof one === "object" && /map|object/u.test(type.kind)),
        );
        for (const value of others) {
          expect(inputsIn(definition, { [attribute]: value })).toEqual({ inputs: { [name]: value }, strays: [] });
        }
      }
    });

    test("takes a write-only value for its field, and a version for nothing", () => {
      for (const { around, field, stored, value, version } of schema.writeOnly) {
        const inBlocks = (inner: Values): Values =>
          around.reduceRight<Values>((one, block) => ({ [block]: one }), inner);
        const read = (inner: Values) => inputsIn(definition, inBlocks(inner));
        const name = around.length === 0 ? field : modelName(stored);
        const expected = (text: string): Values =>
          around.reduceRight<Values>((one, block) => ({ [modelName(block)]: one }), { [name]: text });
        expect(read({ [value]: "hushed", [version]: 2 })).toEqual({ inputs: expected("hushed"), strays: [] });
        expect(read({ [stored]: "kept", [value]: null, [version]: null })).toEqual({
          inputs: expected("kept"),
          strays: [],
        });
      }
    });
  },
);

test("misspelt names inside of blocks are told with their place", () => {
  const { inputs, strays } = inputsIn(definitionOf("BatchExport"), {
    destination: { s3: { bucket_name: "b", regionn: "eu", prefix: null } },
  });
  expect(inputs["destination"]).toStrictEqual({ s3: { bucketName: "b" } });
  expect(strays).toEqual([{ field: "destination.s3.regionn", near: "region" }]);
});
