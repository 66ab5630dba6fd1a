import { describe, expect, test } from "@jest/globals";
import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";

import { plannedObject } from "../../../../../src/engines/pulumi/fleet/planned-object.ts";

const TYPE = "orgform:index:Role";
const planned = (step: object) =>
  plannedObject({
    op: "update",
    type: TYPE,
    urn: `urn:pulumi:acme::shop::a$${TYPE}::a b|é`,
    ...step,
  } as StepEventMetadata); // -- what is read of a step

describe("a step of a preview", () => {
  test.each([
    ["create", "create"],
    ["update", "update"],
    ["replace", "replace"],
    ["delete", "delete"],
    ...["same", "read", "refresh", "create-replacement", "delete-replaced", "import", "discard"].map((op) => [
      op,
      undefined,
    ]),
  ])("%s is a planned %s", (op, operation) => {
    expect(planned({ op: String(op) })).toEqual(
      operation === undefined ? undefined : { operation, address: `${TYPE} a b|é`, fields: [] },
    );
  });

  test.each(["pulumi:pulumi:Stack", "pulumi:providers:orgform"])(
    "of the engine's own resource %s is left out",
    (type) => {
      expect(planned({ op: "create", type })).toBeUndefined();
    },
  );

  const BEFORE = { kept: { a: [1] }, changed: "x", gone: true, __provider: "code" };
  const AFTER = { kept: { a: [1] }, changed: "y", added: null, __provider: "other" };

  test.each([
    ["inputs that differ", { old: { inputs: BEFORE }, new: { inputs: AFTER } }, ["added", "changed", "gone"]],
    ["all inputs, where one side has none", { new: { inputs: AFTER } }, ["added", "changed", "kept"]],
    ["all that go", { old: { inputs: BEFORE } }, ["changed", "gone", "kept"]],
    [
      "fields that the provider names",
      { diffs: ["z", "a.b", "__x"], detailedDiff: { "list[0].c": {}, "a.d": {} } },
      ["a", "list", "z"],
    ],
    ["nothing", { diffs: null, detailedDiff: null, old: null, new: null }, []],
  ])("tells by name, once, and sorted: %s", (_what, sides, fields) => {
    for (const op of ["update", "replace"]) expect(planned({ op, ...sides })?.fields).toEqual(fields);
    for (const op of ["create", "delete"]) expect(planned({ op, ...sides })?.fields).toEqual([]);
  });

  test("is marked as protected only if it deletes", () => {
    const old = { protect: true, outputs: { deletionProtection: true } };
    for (const op of ["create", "update", "replace"]) expect(planned({ op, old })).not.toHaveProperty("isProtected");
    expect(planned({ op: "delete", old })).toHaveProperty("isProtected", true);
    expect(planned({ op: "delete", old: { outputs: { deletionProtection: "true" } } })).not.toHaveProperty(
      "isProtected",
    );
  });
});
