import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { check } from "../../../src/model/check.ts";
import { diffInputs } from "../../../src/model/diff.ts";
import { printed } from "../../../src/model/messages.ts";
import { secretTextsIn } from "../../../src/model/secret-texts.ts";
import { containsUnknown, UNKNOWN } from "../../../src/model/unknown.ts";
import { parcel, vault } from "../../support/fake-resources.ts";

const settings = { organizationId: "o1", howToSet: (name: string) => `set ${name}` };
const name = fc.string({ minLength: 1, maxLength: 20 });
const destination = fc.record(
  {
    kind: fc.constantFrom("air", "sea"),
    config: fc.record({ region: fc.string({ minLength: 2 }), stops: fc.integer() }, { requiredKeys: ["region"] }),
  },
  { requiredKeys: ["kind"] },
);
const valid = fc.record(
  {
    organizationId: fc.string({ minLength: 1 }),
    name,
    color: fc.constantFrom("grey", "red", "blue"),
    weight: fc.integer({ min: 0, max: 100 }),
    combination: fc.string({ maxLength: 40 }),
    isProtected: fc.boolean(),
    adopt: fc.string({ minLength: 1 }),
    destination,
    emails: fc.array(
      name.map((text) => `${text}@b`),
      { maxLength: 3 },
    ),
    tokens: fc.dictionary(
      fc.string({ maxLength: 5 }).filter((key) => key !== "__proto__"),
      fc.string({ maxLength: 8 }),
    ),
  },
  { requiredKeys: ["name"] },
);

const anything = fc.dictionary(
  fc.oneof(fc.constantFrom(...Object.keys(parcel.inputs as object)), fc.string()),
  fc.oneof(fc.anything({ withNullPrototype: true }), fc.constant(UNKNOWN), fc.array(fc.constant(UNKNOWN))),
);

test("valid inputs have no problem, and no difference to themselves", () => {
  fc.assert(
    fc.property(valid, (given) => {
      const { inputs, problems } = check(parcel, given, settings);
      expect(problems).toEqual([]);
      expect(diffInputs(parcel, inputs, inputs)).toEqual([]);
      expect(diffInputs(parcel, inputs, structuredClone(inputs))).toEqual([]);
    }),
  );
});

test("checking twice is checking once", () => {
  fc.assert(
    fc.property(fc.oneof(valid, anything), (given) => {
      const once = check(parcel, given, settings);
      fc.pre(once.problems.length === 0);
      expect(check(parcel, once.inputs, settings)).toEqual(once);
    }),
  );
});

test("check accepts any input, and names a path for each problem", () => {
  fc.assert(
    fc.property(anything, (given) => {
      const { problems } = check(parcel, given, settings);
      for (const problem of problems) {
        expect(typeof problem.path).toBe("string");
        expect(printed(problem.reason)).not.toMatch(/invalid input|undefined|\[object|Symbol/iu);
      }
    }),
  );
});

test("an unknown in place of any value of valid inputs is accepted and kept", () => {
  const places = fc.constantFrom<readonly string[]>(
    ["name"],
    ["color"],
    ["weight"],
    ["isProtected"],
    ["destination"],
    ["destination", "kind"],
    ["destination", "config"],
    ["destination", "config", "region"],
    ["emails"],
    ["emails", "0"],
    ["tokens", "any"],
  );
  fc.assert(
    fc.property(valid, places, (given, path) => {
      const values = structuredClone({ ...given, destination: given.destination ?? {}, tokens: given.tokens ?? {} });
      let here = values as Record<string, unknown>;
      for (const key of path.slice(0, -1)) here = (here[key] ??= key === "emails" ? [] : {}) as Record<string, unknown>;
      here[path.at(-1)!] = UNKNOWN;
      const { inputs, problems } = check(parcel, values, settings);
      const reasons = problems.filter((problem) => problem.path.startsWith(path.join(".")));
      expect(reasons).toEqual([]);
      expect(containsUnknown(inputs[path[0]!])).toBe(true);
    }),
  );
});

test("no difference to an unknown replaces", () => {
  fc.assert(
    fc.property(valid, fc.constantFrom("organizationId", "name", "destination", "adopt"), (given, field) => {
      const { inputs } = check(parcel, given, settings);
      const changes = diffInputs(parcel, inputs, { ...inputs, [field]: UNKNOWN });
      expect(changes.map(({ effect }) => effect)).not.toContain("replace");
      expect(changes.length).toBe(field === "adopt" ? 0 : 1);
    }),
  );
});

const canary = fc
  .string({ unit: fc.constantFrom("Q", "W", "7"), minLength: 6, maxLength: 60 })
  .map((text) => `canary-${text}`);
const hidden = fc.oneof(
  canary,
  fc.array(canary),
  fc.dictionary(fc.string({ maxLength: 3 }), canary),
  fc.record({ a: fc.record({ b: canary }) }),
);

test("a secret value is in no reason, however wrong it is", () => {
  fc.assert(
    fc.property(hidden, hidden, hidden, (combination, tokens, password) => {
      const given = { name: "a", combination, tokens, password };
      for (const definition of [parcel, vault]) {
        const { problems, inputs } = check(definition, given, settings);
        const changes = [
          ...diffInputs(definition, inputs, {}),
          ...diffInputs(definition, {}, inputs, () => false),
          ...diffInputs(definition, { ...inputs, combination: "x", tokens: {} }, inputs),
        ];
        expect(JSON.stringify([problems, changes])).not.toContain("canary");
        for (const text of secretTextsIn(definition, given)) expect(text).toContain("canary");
      }
    }),
  );
});
