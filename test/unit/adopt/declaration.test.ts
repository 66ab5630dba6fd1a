import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { type Declaration, declarationOf, type Undeclarable } from "../../../src/adopt/declaration.ts";
import { askedSecrets } from "../../../src/capabilities/asked-secrets.ts";
import { pendingUpdate } from "../../../src/capabilities/pending-update.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import type { Problem } from "../../../src/model/diagnostics.ts";
import { type Field, field, isOptional } from "../../../src/model/field.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message, printed } from "../../../src/model/messages.ts";
import { fakeBox } from "../../support/fake-resources.ts";
import { DECLARED } from "../../support/made-up-resource.ts";

type Shown = Declaration | Undeclarable;

const declared = (definition: AnyResource, inputs: Values): Shown =>
  declarationOf(definition, { id: "i", state: inputs, inputs });

/** A value that no input takes. */
const BAD = { "nobody |é": [{}] };

/** The inputs of every resource that show and take no such value. */
const CASES = resources.flatMap((definition) =>
  fieldsOf(definition, "inputs")
    .filter(([, rules]) => rules.secret !== true && rules.returned !== "never" && !rules.schema.safeParse(BAD).success)
    .map(([name, rules]) => [definition.name, name, definition, isOptional(rules)] as const),
);

/** What is wrong with a declaration of an object with a value that no program has. */
function faultsIn(found: Shown, name: string, isLeftOut: boolean): string[] {
  if ("reason" in found) {
    // Without an optional input, another rule can be broken.
    return isLeftOut || new RegExp(`^${name}\\b`, "u").test(found.reason) ? [] : [found.reason];
  }
  const paths = found.leftOut.map(({ path }) => path);
  return [
    ...(isLeftOut ? [] : ["it can't be declared without the value"]),
    ...(name in found.inputs ? ["the value is declared"] : []),
    ...(paths.some((path) => path.split(/[.[]/u)[0] === name) ? [] : ["the value isn't listed"]),
    ...(new Set(paths).size === paths.length ? [] : ["a value is listed twice"]),
  ];
}

test.each(CASES)("a %s with a value of %s that no program has is declared without it, or not at all", (...given) => {
  const [, name, definition, isLeftOut] = given;
  expect(faultsIn(declared(definition, { ...definition.example, [name]: BAD }), name, isLeftOut)).toEqual([]);
});

test("nearly every optional input is left out of an object that a program declares", () => {
  const optional = CASES.filter(([, , , isLeftOut]) => isLeftOut);
  const whole = optional.filter(
    ([, name, definition]) => "inputs" in declared(definition, { ...definition.example, [name]: BAD }),
  );
  expect(whole.length).toBeGreaterThan(optional.length * 0.8);
});

const reasons = ({ leftOut }: Declaration): string[] => leftOut.map(({ path, reason }) => `${path} ${printed(reason)}`);

describe("a box at the service", () => {
  const box = fakeBox();

  test("has in a program what differs from the defaults, and nothing that the service hides or that is its own", () => {
    const state = { ...DECLARED, isProtected: true, weight: null, color: "grey", id: "b1", other: 1 };
    expect(declared(box, state)).toEqual({
      inputs: { organizationId: "o1", name: "a" },
      secrets: [],
      leftOut: [],
    });
  });

  test("leaves out each setting that a program can't have, with the reason", () => {
    const found = declared(box, { ...DECLARED, color: "pink |é", weight: 101, isProtected: "yes" });
    if ("reason" in found) throw new Error(found.reason);
    expect(found.inputs).toEqual({ organizationId: "o1", name: "a" });
    expect(reasons(found).map((one) => one.split(" ")[0])).toEqual(["color", "weight", "isProtected"]);
    expect(reasons(found)[0]).toContain("expected one of");
  });

  test.each<[string, Values, RegExp]>([
    ["an input that it needs is wrong", { ...DECLARED, name: "" }, /^name is empty/u],
    ["an input that it needs is absent", { organizationId: "o1" }, /^name is required/u],
    [
      "a setting of the provider is absent",
      { name: "a" },
      /^organizationId is required: set it here, or set organizationId$/u,
    ],
  ])("isn't declared if %s", (_what, inputs, reason) => {
    expect(declared(box, inputs)).toEqual({ reason: expect.stringMatching(reason) });
  });

  test("isn't declared if a program would write it at once, judged by what it would declare", () => {
    const why = (held: Values, inputs: Values) =>
      held["color"] === "red" && inputs["isProtected"] === true ? message`it's overdue` : undefined;
    const pending = fakeBox({ capabilities: [pendingUpdate({ why, output: "boxId" })] });
    expect(declared(pending, DECLARED)).toEqual({ reason: "a program would write it: it's overdue" });
    expect(declared(pending, { ...DECLARED, color: "blue" })).toMatchObject({ inputs: { color: "blue" } });
    // A value that no program has isn't what it would write.
    const picky = fakeBox({
      capabilities: [
        pendingUpdate({ why: (_, { color }) => (color === "pink" ? message`it's pink` : undefined), output: "boxId" }),
      ],
    });
    expect(declared(picky, { ...DECLARED, color: "pink" })).toMatchObject({ leftOut: [{ path: "color" }] });
  });

  test("isn't declared because of a rule over several settings that leaves none to leave out", () => {
    const strict = fakeBox({ validate: () => [{ path: "nowhere", reason: message`is never right` }] });
    expect(declared(strict, DECLARED)).toEqual({ reason: "nowhere is never right" });
    // It is optional, but the object doesn't have it.
    const wanting = fakeBox({ validate: () => [{ path: "weight", reason: message`is wanted` }] });
    expect(declared(wanting, DECLARED)).toEqual({ reason: "weight is wanted" });
  });
});

describe("a program asks for a secret", () => {
  const text = z.string().optional();
  const secretsOf = (inputs: Values, definition: AnyResource): unknown => {
    const found = declared(definition, { ...DECLARED, ...inputs });
    return "secrets" in found ? found.secrets.map((one) => `${one.field}${one.isRequired ? "!" : "?"}`) : found.reason;
  };

  /** A field, its value at the service, and what a program asks for. */
  test.each<[string, Field, unknown, string[]]>([
    ["that shows", field(text, { doc: "N.", secret: true }), "shown |é", ["note?"]],
    ["unless it isn't there", field(text, { doc: "N.", secret: true }), undefined, []],
    ["unless the service never set it", field(text, { doc: "N.", secret: true, serviceDefault: null }), null, []],
    ["that never shows", field(text, { doc: "N.", secret: true, returned: "never" }), undefined, ["note?"]],
    ["and for nothing else", field(text, { doc: "N." }), "shown", []],
  ])("%s", (_what, note, value, expected) => {
    expect(secretsOf({ note: value }, fakeBox({ inputs: { note } }))).toEqual(expected);
  });

  test("that it needs as one that is required", () => {
    const pin = field(z.string().min(3), { doc: "Pin.", secret: true, returned: "never" });
    expect(secretsOf({}, fakeBox({ inputs: { pin } }))).toEqual(["pin!"]);
  });

  test("that another setting needs as one that is required", () => {
    const note = field(text, { doc: "Note.", secret: true, returned: "never" });
    const validate = ({ color, note: given }: Values) =>
      color === "red" && given === undefined ? [{ path: "note", reason: message`is missing` }] : [];
    const definition = fakeBox({ inputs: { note }, validate });
    expect(secretsOf({}, definition)).toEqual(["note!"]);
    expect(secretsOf({ color: "blue" }, definition)).toEqual(["note?"]);
  });

  /** What a rule wants of a secret, which the service would show. */
  test.each(["note", 'note["a.b |é"]', "note.inner"])(
    "and not for one that the service doesn't show, although a rule wants %s",
    (path) => {
      const note = field(text, { doc: "Note.", secret: true });
      const validate = (): Problem[] => [{ path, reason: message`is missing` }];
      expect(declared(fakeBox({ inputs: { note }, validate }), DECLARED)).toEqual({
        inputs: { organizationId: "o1", name: "a", color: "red" },
        secrets: [],
        leftOut: [],
      });
    },
  );

  const KEYS = ["a b", "é|"];
  const record = z.record(z.string(), z.string());

  test.each([
    ["has to have", field(record, { doc: "Keys.", secret: true, returned: "never" }), true],
    ["may have", field(record.optional(), { doc: "Keys.", secret: true, returned: "never" }), false],
  ])("for each key of a record that an object %s, in rules as if they were filled in", (_what, keys, isRequired) => {
    const validate = ({ keys: given }: Values): Problem[] =>
      given === undefined ? [{ path: "color", reason: message`has no keys` }] : [];
    const definition = fakeBox({
      inputs: { keys },
      validate,
      capabilities: [askedSecrets(({ color }) => ({ keys: color === "red" ? KEYS : [] }))],
    });
    expect(declared(definition, DECLARED)).toEqual({
      inputs: { organizationId: "o1", name: "a", color: "red" },
      secrets: KEYS.map((key) => ({ field: "keys", member: [key], isRequired })),
      leftOut: [],
    });
  });

  test("and never writes its value", () => {
    const note = field(text, { doc: "Note.", secret: true });
    const found = declared(fakeBox({ inputs: { note } }), { ...DECLARED, note: "canary" });
    expect(JSON.stringify(found)).not.toContain("canary");
  });
});

/** Every input that isn't secret as a whole and can contain secrets. */
const HOLDERS = resources.flatMap((definition) =>
  fieldsOf(definition, "inputs")
    .filter(([, rules]) => typeof rules.secret === "object")
    .map(([name]) => [definition.name, name, definition] as const),
);

test.each(HOLDERS)("%s.%s is written only without secrets, and asked for with some", (_resource, name, definition) => {
  const holding = (isSecret: boolean): Shown =>
    declared(definition, {
      ...definition.example,
      [name]: JSON.stringify([{ key: "to", type: "string", secret: isSecret, default: "canary" }]),
    });
  const [plain, secret] = [holding(false), holding(true)];
  expect(JSON.stringify(secret)).not.toContain("canary");
  expect(JSON.stringify(plain)).toContain("canary");
  const askedOf = (found: Shown): unknown =>
    "secrets" in found ? found.secrets.some((one) => one.field === name) : found.reason;
  expect([askedOf(plain), askedOf(secret)]).toEqual([false, true]);
});
