import { describe, expect, test } from "@jest/globals";

import {
  resendableMappings,
  keptMappings,
  mappingsOfRemoved,
} from "../../../src/catalog/resources/hog-function/hog-function-mappings.ts";
import type { HogFunctionWire } from "../../../src/client/hog-functions/hog-function-wire.ts";

const SHOWN = {
  name: "m",
  inputs_schema: [{ key: "a", type: "string" }],
  inputs: { a: { value: "1", order: 0, bytecode: ["_H"] }, b: null },
  filters: { source: "events", events: [{ id: "e", order: 0 }], bytecode: ["_H", 1, 29] },
};
const SENT = {
  name: "m",
  inputs_schema: SHOWN.inputs_schema,
  inputs: { a: { value: "1" } },
  filters: { source: "events", events: [{ id: "e", order: 0 }] },
};

const wireOf = (type: string, mappings?: unknown) => ({ type, mappings }) as HogFunctionWire;
const before = (wire: HogFunctionWire, state = {}) => ({ wire, state, desired: {} });

describe("mappings that a change carries which does not set them", () => {
  test("are those that were read, without what the service added", () => {
    expect(keptMappings(before(wireOf("destination", [SHOWN])))).toEqual([SENT]);
    expect(resendableMappings(null)).toBeNull();
  });

  test("are null, and never an empty list, for types that take none", () => {
    expect(keptMappings(before(wireOf("transformation", null)))).toBeNull();
    expect(keptMappings(before(wireOf("internal_destination", [])))).toBeNull();
  });

  test("are those of the state where a list leaves them out, and left out where nobody knows them", () => {
    const state = { type: "destination", mappings: JSON.stringify([SENT]) };
    expect(keptMappings(before(wireOf("destination"), state))).toEqual([SENT]);
    expect(keptMappings(before(wireOf("destination")))).toBeUndefined();
  });

  test("are looked for at a removal only where state holds none of a type that takes some", async () => {
    const looks: string[] = [];
    const target = (state: object, wire?: HogFunctionWire) => ({
      state: state as Record<string, unknown>,
      look: () => {
        looks.push("look");
        return Promise.resolve(wire);
      },
    });
    const stated = { type: "destination", mappings: JSON.stringify([SENT]) };
    expect(await mappingsOfRemoved(target({ type: "transformation" }))).toBeNull();
    expect(await mappingsOfRemoved(target(stated))).toEqual([SENT]);
    expect(looks).toEqual([]);
    expect(await mappingsOfRemoved(target({ type: "destination" }, wireOf("destination", [SHOWN])))).toEqual([SENT]);
    expect(looks).toEqual(["look"]);
  });
});
