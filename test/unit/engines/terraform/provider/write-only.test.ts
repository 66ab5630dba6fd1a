import { describe, expect, test } from "@jest/globals";

import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import {
  attributeIn,
  comparedSides,
  isGivenWriteOnly,
  sentAfter,
  unsentVersions,
  upgradedObject,
  versionsAfterRead,
  type WriteOnlyInput,
} from "../../../../../src/engines/terraform/provider/write-only.ts";
import { comparisonWith } from "../../../../../src/driver/fingerprint.ts";
import { served } from "../../../../../src/app/served.ts";
import { secretMembers } from "../../../../../src/model/block.ts";
import { type AnyResource, fieldsOf } from "../../../../../src/model/definition.ts";
import { diffInputs } from "../../../../../src/model/diff.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { box, fakeBox, vault } from "../../../../support/fake-resources.ts";
import { field } from "../../../../../src/model/field.ts";
import { z } from "zod";

/** The driver's planned changes, by the names of the fields. */
function changes(definition: typeof vault, config: Values, prior: Values | undefined, sent: Values = {}): string[] {
  const { writeOnly } = new ResourceSchema(definition);
  const change = { config, prior, sent: sent as Record<string, string> };
  const declared = Object.fromEntries(
    writeOnly.filter(({ value }) => config[value] !== undefined).map(({ field: name, value }) => [name, config[value]]),
  );
  const { state, inputs } = comparedSides(writeOnly, change, { fingerprints: sent }, declared);
  return diffInputs(definition, state, inputs, comparisonWith(state)).map(({ kind, path }) => `${kind} ${path}`);
}

describe.each([
  ["returned by the service", box, "combination"],
  ["never returned by the service", vault, "password"],
] as const)("a secret that is %s", (_text, definition, name) => {
  const config = { [`${name}_wo`]: "s3cret", [`${name}_wo_version`]: 1 };
  const { writeOnly } = new ResourceSchema(definition);
  const sent = sentAfter(writeOnly, { config, prior: undefined, sent: {} });

  test("is sent when its version changes, even if it is the same, and only then", () => {
    expect(changes(definition, config, { [`${name}_wo_version`]: 1 }, sent)).toEqual([]);
    expect(changes(definition, { ...config, [`${name}_wo`]: "other" }, config, sent)).toEqual([]);
    expect(changes(definition, { ...config, [`${name}_wo_version`]: 2 }, config, sent)).toEqual([`add ${name}`]);
    expect(changes(definition, config, { [`${name}_wo_version`]: null }, sent)).toEqual([`add ${name}`]);
  });

  test("is taken back when it leaves the configuration, once", () => {
    expect(changes(definition, {}, config, sent)).toEqual([`remove ${name}`]);
    expect(changes(definition, {}, {}, sentAfter(writeOnly, { config: {}, prior: config, sent }))).toEqual([]);
  });

  test("leaves a salted, slow hash and nothing else", () => {
    expect(Object.keys(sent)).toEqual(definition === vault ? ["password"] : ["combination"]);
    expect(sent[name]).toMatch(/^scrypt:/u);
    expect(JSON.stringify(sent)).not.toContain("s3cret");
    const again = sentAfter(writeOnly, { config, prior: config, sent });
    expect(again).toEqual(sent);
  });
});

test("a version is dropped when the service holds another value, of a field that it returns", () => {
  const versionAfter = (definition: typeof box, name: string, observed: Values): unknown => {
    const { writeOnly } = new ResourceSchema(definition);
    const config = { [`${name}_wo`]: "s3cret", [`${name}_wo_version`]: 7 };
    const sent = sentAfter(writeOnly, { config, prior: undefined, sent: {} });
    const versions = versionsAfterRead(writeOnly, config, sent, observed);
    const input = writeOnly.find(({ field: one }) => one === name);
    return input === undefined ? undefined : versions.get(input);
  };
  expect(versionAfter(box, "combination", { combination: "s3cret" })).toBe(7);
  expect(versionAfter(box, "combination", { combination: "theirs" })).toBeNull();
  expect(versionAfter(box, "combination", { combination: null })).toBeNull();
  expect(versionAfter(vault, "password", {})).toBe(7);
});

test("a required secret is optional in both of its forms, a map has one for all, and a list has only the stored form", () => {
  const many = fakeBox({
    inputs: {
      key: field(z.string(), { doc: "Key.", secret: true }),
      keys: field(z.record(z.string(), z.string()), { doc: "Keys.", secret: true }),
      listed: field(z.array(z.string()), { doc: "Listed keys.", secret: true }),
    },
  });
  const schema = new ResourceSchema(many);
  expect(schema.writeOnly.map(({ value }) => value)).toEqual(["combination_wo", "key_wo", "keys_wo"]);
  const deciders = schema.attributes.map(({ name, decider }) => [name, decider]);
  expect(deciders).toContainEqual(["key", "optional"]);
  expect(deciders).toContainEqual(["keys", "optional"]);
  expect(deciders).toContainEqual(["listed", "required"]);
  expect(withoutWriteOnly([many])).toEqual(["Box.listed"]);
});

test("a secret inside of an object has both forms as well, a list only the stored one", () => {
  const secret = { secret: true };
  const members = {
    key: z.string().meta(secret),
    keyById: z.record(z.string(), z.string()).meta(secret),
    listed: z.array(z.string()).meta(secret),
    plain: z.string(),
  };
  const nested = fakeBox({
    inputs: { lock: field(z.object({ ...members, bolt: z.object(members) }), { doc: "Lock." }) },
  });
  const { writeOnly } = new ResourceSchema(nested);
  expect(
    writeOnly
      .filter(({ around }) => around.length > 0)
      .map(({ field: name, type, around, stored, value, version }) => [
        name,
        type.kind,
        [...around, stored].join("."),
        value,
        version,
      ]),
  ).toEqual([
    ["lock.key", "string", "lock.key", "key_wo", "key_wo_version"],
    ["lock.keyById", "map", "lock.key_by_id", "key_by_id_wo", "key_by_id_wo_version"],
    ["lock.bolt.key", "string", "lock.bolt.key", "key_wo", "key_wo_version"],
    ["lock.bolt.keyById", "map", "lock.bolt.key_by_id", "key_by_id_wo", "key_by_id_wo_version"],
  ]);
  expect(withoutWriteOnly([nested])).toEqual(["Box.lock.listed", "Box.lock.bolt.listed"]);
});

/** The secret inputs, and those inside of others, that can only be stored. */
function withoutWriteOnly(definitions: readonly AnyResource[]): string[] {
  return definitions.flatMap((definition) => {
    const given = new Set(new ResourceSchema(definition).writeOnly.map(({ field: name }) => name));
    const secrets = fieldsOf(definition, "inputs").flatMap(([name, rules]) =>
      rules.secret === true ? [name] : secretMembers(name, rules).map((inner) => inner.name),
    );
    return secrets.filter((name) => !given.has(name)).map((name) => `${definition.name}.${name}`);
  });
}

test("every secret that a resource takes can be given so that it is stored nowhere", () => {
  expect(withoutWriteOnly(served)).toEqual([]);
});

test("a name that is taken is refused at start", () => {
  const twice = fakeBox({ inputs: { combinationWo: field(z.string().optional(), { doc: "Taken." }) } });
  expect(() => new ResourceSchema(twice)).toThrow("Box has combination_wo twice");
});

/** Every secret that can be given write-only, with its resource. */
const INPUTS = served.flatMap((definition) => {
  const { typeName, writeOnly } = ResourceSchema.of(definition);
  return writeOnly.map((input) => [`${typeName}: ${input.field}`, input] as const);
});

/** An engine's object with attributes at the place of a secret. */
const placedAt = ({ around }: WriteOnlyInput, attributes: Values): Values =>
  around.reduceRight<Values>((inner, step) => ({ [step]: inner }), attributes);

test.each(INPUTS)("after a failure halfway, the version of %s stays if it wasn't to be sent", (_name, input) => {
  const at = (version: unknown) => placedAt(input, { [input.value]: "s", [input.version]: version });
  const prior = placedAt(input, { [input.version]: 1 });
  const after = (config: Values, before: Values | undefined): unknown =>
    unsentVersions([input], { config, prior: before, sent: {} }).get(input);
  expect(isGivenWriteOnly(input, at(1))).toBe(true);
  expect([after(at(1), prior), after(at(2), prior), after(at(1), {}), after(at(1), undefined)]).toEqual([
    1,
    null,
    null,
    null,
  ]);
  expect([after({}, prior), after({}, undefined)]).toEqual([1, undefined]);
});

test.each(INPUTS)(
  "an object of an earlier form keeps no value of %s, and has the version that it had",
  (_name, input) => {
    const { stored, value, version, around, type } = input;
    const now = placedAt(input, { [stored]: { a: "s" }, [value]: { a: "s" }, [version]: 7 });
    const partsOf = (object: Values): unknown[] =>
      (["stored", "value", "version"] as const).map((name) => attributeIn(input, name, object));
    const upgraded = (object: Values): unknown[] => partsOf(upgradedObject([input], object, now));
    expect(upgraded(placedAt(input, { [version]: 3 }))).toEqual([{ a: "s" }, null, 3]);
    expect(upgraded({})).toEqual([{ a: "s" }, null, null]);
    // An earlier input had the version on its own. A map has all that it held.
    const isHeir = around.length > 0 && type.kind === "map";
    expect(upgraded({ former_wo_version: 3 })).toEqual(isHeir ? [null, null, 3] : [{ a: "s" }, null, null]);
    expect(upgraded({ former_wo_version: null })).toEqual([{ a: "s" }, null, null]);
  },
);
