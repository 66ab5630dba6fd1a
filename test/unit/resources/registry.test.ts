import { describe, expect, test } from "@jest/globals";

import { create, diff, read, remove, update } from "../../../src/lifecycle/driver.ts";
import { type AnyResource, fieldsOf, STATUS } from "../../../src/model/definition.ts";
import { formatId } from "../../../src/model/identity.ts";
import { resources } from "../../../src/resources/index.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";

const UUID = "01912345-89ab-7cde-8f01-23456789abcd";

/** Whether a deletion has a call of its own, or a default to put back. */
function sendsOnDelete(definition: AnyResource): boolean {
  const { update: change, delete: end } = definition.ops;
  const hasDefaults = fieldsOf(definition, "inputs").some(([, rules]) => "serviceDefault" in rules);
  return end !== undefined || (change !== undefined && hasDefaults);
}

test("the registry is sorted by name and holds each once", () => {
  const names = resources.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

describe.each(resources)("$name", (definition) => {
  const id = formatId(
    definition.identity.parts,
    Object.fromEntries(definition.identity.parts.map((part) => [part, UUID])),
  );

  test("documents every field in one sentence", () => {
    for (const side of ["inputs", "outputs"] as const) {
      for (const [, { doc }] of fieldsOf(definition, side)) expect(doc).toMatch(/^[A-Z`].*\.$/u);
    }
  });

  test("has a migration for every earlier version of its state", () => {
    const versions = Array.from({ length: definition.stateVersion - 1 }, (_, index) => index + 1);
    expect(Object.keys(definition.migrations).map(Number)).toEqual(versions);
  });

  test("names fields that exist in its key, its duplicates and its wait", () => {
    const inputs = fieldsOf(definition, "inputs").map(([name]) => name);
    const named = [
      ...(definition.naturalKey?.fields ?? []),
      ...(definition.allowDuplicateField === undefined ? [] : [definition.allowDuplicateField]),
      ...(definition.wait === undefined ? [] : [definition.wait.timeoutField, definition.wait.intervalField]),
    ];
    expect(named.filter((name) => !inputs.includes(name))).toEqual([]);
  });

  test("shows what is due in an output that it has", () => {
    const outputs = fieldsOf(definition, "outputs").map(([name]) => name);
    const shown = definition.due === undefined ? [] : [definition.dueOutput ?? STATUS];
    expect(shown.filter((name) => !outputs.includes(name))).toEqual([]);
  });

  test("can keep fingerprints secret where it needs any", () => {
    const needs = fieldsOf(definition, "inputs").some(([, { writeOnly }]) => writeOnly === true);
    const has = fieldsOf(definition, "outputs").some(
      ([name, { secret }]) => name === "fingerprints" && secret === true,
    );
    expect(has).toBe(needs);
  });

  test("fails with a summary of at most 80 characters and no full stop, whatever the verb", async () => {
    const broken = new Proxy(
      {},
      {
        get: () =>
          new Proxy(
            {},
            {
              get: () => () => {
                throw new Error("The service said no.");
              },
            },
          ),
      },
    );
    const { context } = startDriver(broken);
    const inputs = Object.fromEntries(
      [...definition.identity.parts, ...(definition.naturalKey?.fields ?? [])].map((name) => [name, UUID]),
    );
    const state = { ...inputs, deletionProtection: false, samlEntityId: "x", ssoEnforcement: "saml" };
    const verbs = [
      () => create(definition, inputs, context),
      () => read(definition, id, state, context),
      () => update(definition, id, state, { ...state, ssoEnforcement: "github" }, context),
      ...(sendsOnDelete(definition) ? [() => remove(definition, id, state, context)] : []),
      () => read(definition, id, { ...state, stateVersion: 999 }, context),
      () => diff(definition, `${id}/more`, state, inputs, () => context),
    ];
    for (const failing of verbs) {
      const [summary = ""] = (await failureOf(failing())).message.split("\n");
      expect(summary).toContain(summary.startsWith("The id") ? "<" : definition.name);
      expect(summary).toMatch(/^[^\n]{20,80}$/u);
      expect(summary).not.toMatch(/[.!]$/u);
    }
  });
});
