import { describe, expect, test } from "@jest/globals";

import {
  BLOCK_NAMES,
  blockOf,
  blocksIn,
  declaredBy,
  NEEDED_WITHOUT_INTEGRATION,
  secretPlaces,
  typeOf,
} from "../../../src/catalog/resources/batch-export/batch-export-blocks.ts";
import {
  COMMON_CONFIG,
  DESTINATION_TYPES,
  type DestinationType,
} from "../../../src/catalog/resources/batch-export/batch-export-types.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const TYPES = Object.entries<DestinationType>(DESTINATION_TYPES);

test("a secret of any type is a setting of none", () => {
  const settings = new Set(TYPES.flatMap(([, { config }]) => Object.keys({ ...config, ...COMMON_CONFIG })));
  expect(
    TYPES.flatMap(([type, { secrets }]) => secrets.filter((name) => settings.has(name)).map((name) => [type, name])),
  ).toEqual([]);
});

describe.each(TYPES)("a destination of the type %s", (type, { config, secrets }) => {
  const block = blockOf(type);
  const settings = Object.fromEntries(Object.keys({ ...config, ...COMMON_CONFIG }).map((name) => [name, `${name}|é`]));
  const hidden = Object.fromEntries(secrets.map((name) => [name, `secret ${name}`]));

  test("has a block of its own, with its settings apart from its secrets", () => {
    expect(TYPES.filter(([other]) => blockOf(other) === block)).toHaveLength(1);
    expect(block.toLowerCase()).toBe(type.toLowerCase());
    const declared = { block, type, config: settings, secrets: hidden };
    expect(declaredBy({ [block]: { ...settings, ...hidden } })).toEqual(declared);
    expect(declaredBy({ [block]: { integrationId: null, ...hidden, ...settings } })).toEqual(declared);
    expect(declaredBy({ [block]: { ...settings, ...hidden, integrationId: "5" } })).toEqual({
      ...declared,
      integrationId: "5",
    });
    expect(typeOf({ [block]: {} })).toBe(type);
  });

  test("has its secrets at these places", () => {
    expect(secretPlaces(block)).toEqual(secrets.map((name) => `destination.${block}.${name}`));
  });
});

describe("a destination in the block `other`", () => {
  test("has the declared type, which might not be known yet, and its values as one secret", () => {
    const config = { a: "b" };
    const other = (members: object) => declaredBy({ other: members });
    const open = { block: "other", config: {} };
    expect(other({ type: "New|é", config })).toEqual({ ...open, type: "New|é", secrets: { config } });
    expect(other({ config })).toEqual({ ...open, type: UNKNOWN, secrets: { config } });
    expect(other({ type: "New", integrationId: "5" })).toEqual({
      ...open,
      type: "New",
      secrets: { config: undefined },
      integrationId: "5",
    });
    expect(secretPlaces("other")).toEqual(["destination.other.config"]);
    expect(blockOf("New|é")).toBe("other");
    expect(BLOCK_NAMES).toEqual([...TYPES.map(([type]) => blockOf(type)), "other"]);
  });
});

test.each<[Values, readonly string[]]>([
  [{}, []],
  [{ s3: null, postgres: undefined, other: null }, []],
  [{ s3: {}, unknown: {} }, ["s3"]],
  [{ other: {}, noOp: {}, s3: UNKNOWN }, ["s3", "noOp", "other"]],
])("the blocks in %j are %j", (destination, blocks) => {
  const held = declaredBy(destination);
  expect([blocksIn(destination), held?.block]).toEqual([blocks, blocks[0]]);
});

test("a destination that isn't known has no known type, and a block that isn't known has no members", () => {
  expect([UNKNOWN, undefined, null, "s3", {}].map(typeOf)).toEqual([UNKNOWN, ...Array(4).fill(undefined)]);
  expect(declaredBy({ s3: UNKNOWN })).toEqual({ block: "s3", type: "S3", config: {}, secrets: {} });
  expect(declaredBy(UNKNOWN)).toBeUndefined();
  expect(secretPlaces("unknown")).toEqual([]);
});

test("a block that can do without an integration says what it needs then, and a block that can't says nothing", () => {
  const withoutOne = TYPES.flatMap(([type, { required, requiredLinked, isAlwaysLinked = false }]) => {
    const more = required.filter((name) => requiredLinked !== undefined && !requiredLinked.includes(name));
    const names = more.map((name) => `\`${name}\``).join(", ");
    return isAlwaysLinked || more.length === 0
      ? []
      : [`Without \`integrationId\`, \`${blockOf(type)}\` also needs ${names}.`];
  });
  expect(printed(NEEDED_WITHOUT_INTEGRATION)).toBe(withoutOne.join(" "));
  expect(withoutOne).toContain("Without `integrationId`, `postgres` also needs `user`, `password`, `host`.");
});
