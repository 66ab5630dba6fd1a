import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { warnings } from "../../../src/capabilities/warnings.ts";
import { hasSecretMembers, member, secretMembers } from "../../../src/model/block.ts";
import { served } from "../../../src/app/served.ts";
import { ADOPT, FINGERPRINTS } from "../../../src/model/definition.ts";
import { sameStored } from "../../../src/model/diff.ts";
import { type Field, field } from "../../../src/model/field.ts";
import {
  hasParent,
  withSeparateSecrets,
  inputOf,
  joinValues,
  memberOf,
  put,
  splitValues,
  without,
} from "../../../src/model/parts.ts";
import { secretPaths, secretTextsIn } from "../../../src/model/secret-texts.ts";
import { shapeOf, lookedUpShapeOf } from "../../../src/model/shape.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { box, fakeBox } from "../../support/fake-resources.ts";

const doc = "A member.";
const text = (secret = false) => member(z.string().optional(), { doc, secret });

const target = field(
  z.strictObject({
    http: z.strictObject({ url: text(), token: member(z.string(), { doc, secret: true }) }).optional(),
    bucket: z.strictObject({ name: text(), keys: z.strictObject({ id: text(true) }).optional() }).optional(),
  }),
  { doc: "Where to." },
);
const chest = fakeBox({ name: "Chest", inputs: { target } });

const WHOLE = { name: "a", target: { http: { url: "u", token: "t1" }, bucket: { name: "b", keys: { id: "k1" } } } };
const APART = {
  name: "a",
  target: { http: { url: "u" }, bucket: { name: "b", keys: {} } },
  "target.http.token": "t1",
  "target.bucket.keys.id": "k1",
};

describe("secrets inside of inputs", () => {
  test("are found at any depth, with what is known of them", () => {
    expect(secretMembers("target", target)).toEqual([
      { path: ["target", "http", "token"], name: "target.http.token", doc, isRequired: true, isShown: false },
      {
        path: ["target", "bucket", "keys", "id"],
        name: "target.bucket.keys.id",
        doc,
        isRequired: false,
        isShown: false,
      },
    ]);
    expect(secretPaths(chest)).toEqual(
      expect.arrayContaining([["combination"], ["target", "http", "token"], [FINGERPRINTS]]),
    );
    expect(secretTextsIn(chest, { ...WHOLE, combination: "c" })).toEqual(["c", "t1", "k1"]);
    expect(shapeOf({ schema: z.unknown() }).properties).toBe(undefined);
    const shown = lookedUpShapeOf(target).properties?.["http"];
    expect([Object.keys(shown?.properties ?? {}), shown?.required]).toEqual([["url"], []]);
  });

  test.each([
    ["a list", z.array(z.strictObject({ token: text(true) }))],
    ["a record", z.record(z.string(), z.strictObject({ token: text(true) }))],
    ["one of several forms", z.union([z.string(), z.strictObject({ token: text(true) })])],
  ])("are refused in %s, where no name leads to them", (_where, schema) => {
    expect(hasSecretMembers(field(schema, { doc }))).toBe(true);
    expect(() => secretMembers("list", field(schema, { doc }))).toThrow("list has secrets that no name leads to");
  });

  test("are noticed without describing the type, in every input that there is", () => {
    const inputs = [...served, chest].flatMap((one) => Object.entries<Field>(one.inputs));
    const noticed = inputs.filter(([, rules]) => hasSecretMembers(rules)).map(([name]) => name);
    expect(noticed).toEqual(
      inputs.filter(([name, rules]) => secretMembers(name, rules).length > 0).map(([name]) => name),
    );
    const marked = inputs.filter(([, rules]) => JSON.stringify(shapeOf(rules)).includes('"secret":true'));
    expect(noticed).toEqual(marked.map(([name]) => name));
    expect(noticed).toEqual(expect.arrayContaining(["saml", "target"]));
  });

  test("are inputs of their own for the driver, and nowhere else", () => {
    expect(splitValues(chest, WHOLE)).toEqual(APART);
    expect(joinValues(chest, APART)).toEqual(WHOLE);
    expect(splitValues(chest, APART)).toEqual(APART);
    expect(joinValues(chest, WHOLE)).toEqual(WHOLE);
    const parts = withSeparateSecrets(chest);
    expect(withSeparateSecrets(parts)).toBe(parts);
    expect(parts.inputs).toMatchObject({ "target.http.token": { secret: true, returned: "never" } });
    expect(Object.keys(parts.inputs as object)).toContain(ADOPT);
    expect(withSeparateSecrets(box)).toBe(box);
    expect(inputOf(chest, "target.http.token")).toBe("target");
    expect(inputOf(chest, "name")).toBe("name");
    expect(memberOf(chest, "target")).toBe(undefined);
  });

  test("are compared without surrounding blanks where the service shows them", () => {
    const certificate = member(z.string(), { doc, secret: true, isShown: true });
    const saml = field(z.strictObject({ url: text(), certificate }).optional(), { doc });
    const { inputs, fromWire } = withSeparateSecrets(fakeBox({ name: "Door", inputs: { saml } }));
    const rules = (inputs as Record<string, Field>)["saml.certificate"];
    expect(rules).toMatchObject({ secret: true });
    expect(rules?.returned).toBe(undefined);
    expect(sameStored(rules as Field, " PEM\n", "PEM")).toBe(true);
    const wire = { id: "d1", saml: { url: "u", certificate: "PEM" } };
    expect(fromWire(wire, { organizationId: "o1", boxId: "d1" })).toMatchObject({
      saml: { url: "u" },
      "saml.certificate": "PEM",
    });
  });

  test("are left out where their object is not there", () => {
    expect(joinValues(chest, { ...APART, target: { http: { url: "u" } } })).toEqual({
      name: "a",
      target: { http: { url: "u", token: "t1" } },
    });
    expect(joinValues(chest, { ...APART, target: null })).toEqual({ name: "a", target: null });
    expect(hasParent(chest, "target.http.token", { target: { http: {} } })).toBe(true);
    expect(hasParent(chest, "target.http.token", { target: { bucket: {} } })).toBe(false);
    expect(hasParent(chest, "name", {})).toBe(true);
  });

  test("are not known where their object is not", () => {
    const parts = splitValues(chest, { target: UNKNOWN });
    expect(parts).toEqual({ target: UNKNOWN, "target.http.token": UNKNOWN, "target.bucket.keys.id": UNKNOWN });
    expect(joinValues(chest, parts)).toEqual({ target: UNKNOWN });
    expect(splitValues(chest, { target: { http: { token: UNKNOWN } } })).toEqual({
      target: { http: {} },
      "target.http.token": UNKNOWN,
    });
  });

  test("are sent with all of their object that is no secret, or not at all", () => {
    const { toWire, fromWire } = withSeparateSecrets(chest);
    const before = { wire: {}, state: APART, desired: { ...APART, "target.http.token": "t2" } };
    expect(toWire({ "target.http.token": "t2" }, before)).toEqual({
      target: { http: { url: "u", token: "t2" }, bucket: { name: "b", keys: {} } },
    });
    expect(toWire({ target: APART.target }, before)).toEqual({ target: APART.target });
    expect(toWire({ target: null, "target.http.token": null }, before)).toEqual({ target: null });
    expect(toWire(APART)).toEqual(WHOLE);
    expect(fromWire({ id: "b1", ...WHOLE }, { organizationId: "o1", boxId: "b1" })).toMatchObject({
      target: APART.target,
    });
  });

  test("are in their object for the call that changes it", async () => {
    const seen: unknown[] = [];
    const update = (...[, , body, , before]: Parameters<NonNullable<typeof box.ops.update>>) => {
      seen.push(body, before.desired);
      return Promise.resolve(undefined);
    };
    const { ops } = withSeparateSecrets({ ...chest, ops: { ...chest.ops, update } });
    const before = { wire: {}, state: {}, desired: APART };
    await ops.update?.({}, { organizationId: "o1", boxId: "b1" }, { name: "b" }, {} as never, before); // -- not looked at
    expect(seen).toEqual([{ name: "b" }, WHOLE]);
  });

  test("are in their object for warnings, and the rest of a capability stays as it is", () => {
    const seen: unknown[] = [];
    const warns = warnings({
      inputWarnings: (...given) => {
        seen.push(given);
        return ["Mind the gap."];
      },
      planWarnings: () => [],
    });
    const other = { name: "other", setAfterwards: ["name"] };
    const { capabilities } = withSeparateSecrets({ ...chest, capabilities: [other, warns] });
    expect(capabilities).toEqual([other, { ...warns, inputWarnings: expect.any(Function) }]);
    const lists = () => [];
    expect(capabilities?.[1]?.inputWarnings?.(APART, lists, 7)).toEqual(["Mind the gap."]);
    expect(seen).toEqual([[WHOLE, lists, 7]]);
  });

  test("cannot be set by a call for their input alone", () => {
    const set = () => Promise.resolve(undefined);
    const odd = fakeBox({ name: "Odd", inputs: { target }, ops: { ...box.ops, setters: { target: set } } });
    expect(() => withSeparateSecrets(odd)).toThrow("Odd has secrets inside of target, set by itself");
  });
});

test.each<[value: unknown, path: string[], put: unknown, left: unknown]>([
  [{ a: 1, b: 2 }, ["a"], { a: 9, b: 2 }, { b: 2 }],
  [{ a: { b: 1, c: 2 } }, ["a", "b"], { a: { b: 9, c: 2 } }, { a: { c: 2 } }],
  [{ a: { c: 2 } }, ["a", "b"], { a: { b: 9, c: 2 } }, { a: { c: 2 } }],
  [{ c: 2 }, ["a"], { a: 9, c: 2 }, { c: 2 }],
  // No object can contain it.
  [{ c: 2 }, ["a", "b"], { c: 2 }, { c: 2 }],
  [{ a: 1 }, ["a", "b"], { a: 1 }, { a: 1 }],
  [{ a: null }, ["a", "b"], { a: null }, { a: null }],
  [{ a: 1 }, [], { a: 1 }, { a: 1 }],
  ["a", ["a"], "a", "a"],
  [undefined, ["a"], undefined, undefined],
  [UNKNOWN, ["a"], UNKNOWN, UNKNOWN],
])(
  "of %j, the part at %j is put where an object can hold it, and left out where there is one",
  (value, path, ...to) => {
    expect([put(value, path, 9), without(value, path)]).toEqual(to);
  },
);
