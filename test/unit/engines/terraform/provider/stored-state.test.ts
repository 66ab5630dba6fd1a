import { describe, expect, test } from "@jest/globals";

import { served } from "../../../../../src/app/served.ts";
import {
  asDeclared,
  isJustMoved,
  movedBytes,
  undeclaredIn,
} from "../../../../../src/engines/terraform/provider/moves/moved-marks.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import {
  bookkeepingOf,
  hostFrom,
  identityData,
  identityFrom,
  idOf,
  knownId,
  refusedRemovalIn,
  sentSecretsFrom,
  stateFrom,
  withRefusedRemoval,
} from "../../../../../src/engines/terraform/provider/stored-state.ts";
import { isAction } from "../../../../../src/model/action.ts";
import { FINGERPRINTS, STATE_VERSION } from "../../../../../src/model/definition.ts";
import { formatId } from "../../../../../src/model/identity.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";
import { definitionOf } from "../../../../support/definition-of.ts";

const SCHEMAS = served.map((definition) => [definition.name, ResourceSchema.of(definition)] as const);

/** The private bytes as a person would read them. */
const read = (bytes: Uint8Array): unknown =>
  bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString());

describe.each(SCHEMAS)("a stored %s", (_name, schema) => {
  const { definition } = schema;
  const parts = definition.identity.parts.map((part, at) => [part, `é|"${at}/x`] as const);
  const identity = Object.fromEntries(parts);
  const state: Values = { ...definition.example, ...identity, [STATE_VERSION]: definition.stateVersion };

  test("is what was stored: values in attributes, and the driver's own in the private bytes", () => {
    // The parts of a run's identity are no attributes.
    const own = { [FINGERPRINTS]: { "a.b": "scrypt:1" }, ofNone: [1, "é"], ...(isAction(definition) ? identity : {}) };
    const object = schema.toTerraform({ ...state, ...own }, "an id");
    const bytes = bookkeepingOf(schema, { ...state, ...own });
    expect(read(bytes)).toEqual(own);
    expect(stateFrom(schema, object, bytes)).toEqual({
      ...schema.toModel(object),
      ...own,
      [STATE_VERSION]: definition.stateVersion,
    });
    expect(stateFrom(schema, object, bytes)).toMatchObject(identity);
    expect(idOf(object)).toBe("an id");
    expect(stateFrom(schema, object, new Uint8Array())).not.toHaveProperty("ofNone");
    expect(read(bookkeepingOf(schema, state))).toEqual(isAction(definition) ? identity : undefined);
  });

  test("has an identity as soon as each part of it is known", () => {
    const names = definition.identity.parts;
    const id = knownId(schema, state);
    expect(id).toBe(formatId(names, identity));
    expect(identityFrom(schema, identityData(schema, state))).toEqual(identity);
    for (const lack of names) {
      for (const value of [undefined, UNKNOWN, null]) {
        const { [lack]: _known, ...others } = state;
        const lacking = value === undefined ? others : { ...others, [lack]: value };
        expect([lack, knownId(schema, lacking), identityData(schema, lacking)]).toEqual([lack, undefined, undefined]);
      }
    }
    expect([identityFrom(schema, undefined), identityFrom(schema, identityData(schema, {}))]).toEqual([{}, {}]);
  });
});

describe("the private bytes", () => {
  const schema = ResourceSchema.of(definitionOf("Domain"));
  const SENT = { samlX509Cert: "scrypt:2" };
  const HOST = "https://é.example";

  test("keep the host, the hashes of what was sent, and why a removal was refused, apart from the state", () => {
    const own = { [FINGERPRINTS]: { samlX509Cert: "scrypt:1", other: "scrypt:3" } };
    const bytes = bookkeepingOf(schema, own, { sent: SENT, host: HOST });
    const refused = withRefusedRemoval(bytes, "It | is\nprotected.");
    for (const one of [bytes, refused]) {
      expect([hostFrom(one), sentSecretsFrom(one)]).toEqual([HOST, SENT]);
      // Only what the driver has a hash of, and what was sent counts.
      const { [STATE_VERSION]: _version, ...state } = stateFrom(schema, {}, one);
      expect(state).toEqual({ [FINGERPRINTS]: { samlX509Cert: "scrypt:2", other: "scrypt:3" } });
    }
    expect([refusedRemovalIn(bytes), refusedRemovalIn(refused)]).toEqual([undefined, "It | is\nprotected."]);
    expect(withRefusedRemoval(bytes, undefined)).toBe(bytes);
  });

  test("of a moved object mark the inputs that might not be declared, which is no part of the state", () => {
    const bytes = bookkeepingOf(schema, { a: 1 }, { undeclared: ["domain"] });
    expect(undeclaredIn(bytes)).toEqual(["domain"]);
    expect(isJustMoved(bytes)).toBe(false);
    expect(stateFrom(schema, {}, bytes)).toEqual({ a: 1, [STATE_VERSION]: schema.definition.stateVersion });
    const moved = movedBytes(["domain"]);
    expect([isJustMoved(moved), undeclaredIn(moved), stateFrom(schema, {}, moved)]).toEqual([
      true,
      ["domain"],
      { [STATE_VERSION]: schema.definition.stateVersion },
    ]);
    expect(read(movedBytes([]))).toEqual({ moved: true });
    expect([read(bookkeepingOf(schema, {}, { undeclared: [] })), undeclaredIn(new Uint8Array())]).toEqual([
      undefined,
      [],
    ]);
    expect([isJustMoved(new Uint8Array()), isJustMoved(Buffer.from("no JSON"))]).toEqual([false, false]);
  });

  test("of another form have none of these", () => {
    for (const text of ["[]", "7", '{"sentSecrets":7,"host":7,"refusedRemoval":7}', ""]) {
      const bytes = Buffer.from(text);
      expect([sentSecretsFrom(bytes), hostFrom(bytes), refusedRemovalIn(bytes)]).toEqual([{}, undefined, undefined]);
    }
    expect([idOf({}), idOf({ id: 7 }), idOf({ id: null })]).toEqual(["", "", ""]);
  });
});

test("a state declares what the program does, without inputs that only the other provider stored", () => {
  const bytes = bookkeepingOf(ResourceSchema.of(definitionOf("Project")), {}, { undeclared: ["timezone", "name"] });
  const state = { timezone: "UTC", name: "Web", description: "x" };
  expect(asDeclared(state, {}, bytes)).toEqual({ description: "x" });
  expect(asDeclared(state, { name: "Web" }, bytes)).toEqual({ name: "Web", description: "x" });
  expect(asDeclared(state, {}, new Uint8Array())).toEqual(state);
});
