import { describe, expect, test } from "@jest/globals";

import { withSeparateSecrets } from "../../../src/model/parts.ts";
import { check, find, plan, read, reconcile, remove } from "../../../src/driver/driver.ts";
import { isAction } from "../../../src/model/action.ts";
import {
  type AnyResource,
  DEFERRED_FIELDS,
  EXISTED,
  fieldsOf,
  FINGERPRINTS,
  STATE_VERSION,
  WITHOUT_EFFECT,
} from "../../../src/model/definition.ts";
import type { Field } from "../../../src/model/field.ts";
import { formatId } from "../../../src/model/identity.ts";
import { actions } from "../../../src/app/actions.ts";
import { served } from "../../../src/app/served.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";
import { printed } from "../../../src/model/messages.ts";

const UUID = "01912345-89ab-7cde-8f01-23456789abcd";

/** Whether a deletion has a call of its own, or a default to put back. */
function sendsOnDelete(definition: AnyResource): boolean {
  const { update: change, delete: end } = definition.ops;
  const hasDefaults = fieldsOf(definition, "inputs").some(([, rules]) => "serviceDefault" in rules);
  return end !== undefined || (change !== undefined && hasDefaults);
}

test.each([
  ["the objects of the service", resources],
  ["what runs once", actions],
])("the registry of %s is sorted by name and holds each once", (_what, all) => {
  const names = all.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test("no two things that engines serve have one name", () => {
  expect(new Set(served.map(({ name }) => name)).size).toBe(resources.length + actions.length);
});

/** Fields that the driver keeps, and the service knows nothing of. */
const OF_DRIVER: ReadonlySet<string> = new Set([STATE_VERSION, EXISTED, FINGERPRINTS, DEFERRED_FIELDS, WITHOUT_EFFECT]);

/** Resources whose objects aren't rows of one kind. Their own functions define the wire form. */
const WITHOUT_CODECS: ReadonlySet<string> = new Set(["BatchExport", "OrganizationMembers"]);

test.each(resources.filter(({ name }) => !WITHOUT_CODECS.has(name)))(
  "every field of $name has a codec",
  (definition) => {
    const { parts } = definition.identity;
    const isKept = (name: string, { onChange }: Field): boolean =>
      onChange === "none" || onChange === "resend" || parts.includes(name) || OF_DRIVER.has(name);
    const fields = [...fieldsOf(definition, "inputs"), ...fieldsOf(definition, "outputs")];
    const bare = fields.filter(([name, rules]) => rules.wire === undefined && !isKept(name, rules));
    expect(bare.map(([name]) => name)).toEqual([]);
  },
);

describe.each(actions)("$name", (definition) => {
  const { context } = startDriver({});

  test("documents every field in one sentence, and takes no existing object", () => {
    for (const side of ["inputs", "outputs"] as const) {
      for (const [, { doc }] of fieldsOf(definition, side)) expect(printed(doc)).toMatch(/^[A-Z`].*\.$/u);
    }
    expect(fieldsOf(definition, "inputs").map(([name]) => name)).not.toContain("adopt");
  });

  test("asks the service nothing in a refresh and when it is removed, and cannot be imported", async () => {
    const state = { ...definition.example, ranAt: "2026-11-21T00:00:00Z", result: {}, stateVersion: 1 };
    expect(await read(definition, UUID, state, context)).toMatchObject({ id: UUID, state });
    await expect(remove(definition, UUID, state, context)).resolves.toBeUndefined();
    expect((await failureOf(find(definition, UUID, context))).message).toContain(
      `${definition.name} cannot be imported`,
    );
  });

  test("changes in place: triggers make it run, everything else is stored", async () => {
    const state = { ...definition.example, triggers: { month: "1" }, stateVersion: 1 };
    const effects = async (inputs: object): Promise<string[]> =>
      (await plan(definition, { ...state, ...inputs }, () => context, { id: UUID, state })).changes.map(
        ({ effect }) => effect,
      );
    expect(await effects({ triggers: { month: "2" } })).toEqual(["update"]);
    const [[name] = [""]] = fieldsOf(definition, "inputs");
    expect(await effects({ [name]: "another" })).toEqual(["store"]);
  });
});

test("a confirmation that waited for an unknown value is asked for when it is known", async () => {
  const definition = actions.find(({ name }) => name === "BulkDeletePersons")!;
  const { context } = startDriver({});
  const settings = { howToSet: String };
  const planned = { projectId: "1", distinctIds: UNKNOWN, confirm: "delete 1 person" };
  expect((await check(definition, planned, { settings, held: undefined }, () => context)).problems).toEqual([]);
  const inputs = { projectId: "1", distinctIds: ["ada", "grace"], deleteEvents: false, confirm: "delete 1 person" };
  expect((await failureOf(reconcile(definition, inputs, context))).message).toContain(
    'confirm: must be "delete 2 persons" or "2"',
  );
});

describe.each(resources)("$name", (definition) => {
  const id = formatId(
    definition.identity.parts,
    Object.fromEntries(definition.identity.parts.map((part) => [part, UUID])),
  );

  test("documents every field in one sentence", () => {
    for (const side of ["inputs", "outputs"] as const) {
      for (const [, { doc }] of fieldsOf(definition, side)) expect(printed(doc)).toMatch(/^[A-Z`].*\.$/u);
    }
  });

  test("has the calls of its kind", () => {
    const { kind, ops } = definition;
    expect(ops.create !== undefined).toBe(kind === "object");
    expect(ops.delete !== undefined).toBe(kind === "object" || kind === "existing");
    expect(isAction(definition)).toBe(false);
  });

  test("has a migration for every earlier version of its state", () => {
    const versions = Array.from({ length: definition.stateVersion - 1 }, (_, index) => index + 1);
    expect(Object.keys(definition.migrations).map(Number)).toEqual(versions);
  });

  test("names fields that exist in its key and its duplicates", () => {
    const inputs = fieldsOf(definition, "inputs").map(([name]) => name);
    const named = [
      ...(definition.naturalKey?.fields ?? []),
      ...(definition.capabilities ?? []).flatMap((one) => one.adoption?.allowDuplicateField ?? []),
    ];
    // A name inside inputs is a separate output.
    const isNameInside = (name: string): boolean => hookOf(definition, "nestedName") !== undefined && name === "name";
    expect(named.filter((name) => !inputs.includes(name) && !isNameInside(name))).toEqual([]);
  });

  test("shows what is due in an output that it has", () => {
    const outputs = fieldsOf(definition, "outputs").map(([name]) => name);
    const shown = definition.capabilities?.flatMap(({ pendingUpdate }) => pendingUpdate?.output ?? []) ?? [];
    expect(shown.filter((name) => !outputs.includes(name))).toEqual([]);
  });

  test("marks no input as an output, and no output as an input", () => {
    const ofInputs = ["onChange", "returned", "refersTo", "serviceDefault", "fromConfig"];
    const marksOf = (side: "inputs" | "outputs") =>
      fieldsOf(definition, side).flatMap(([, rules]) => Object.keys(rules));
    expect(marksOf("inputs")).not.toContain("stable");
    expect(marksOf("outputs").filter((mark) => ofInputs.includes(mark))).toEqual([]);
  });

  test("refers to others by an output that no third one has", () => {
    const marked = fieldsOf(definition, "inputs").flatMap(([, { refersTo }]) => refersTo ?? []);
    for (const { resource, by } of marked) {
      if (by === undefined) continue;
      const having = resources.filter((one) => fieldsOf(one, "outputs").some(([name]) => name === by));
      expect(having).toEqual([resource()]);
    }
  });

  test("can keep fingerprints secret where it needs any", () => {
    const needs = fieldsOf(withSeparateSecrets(definition), "inputs").some(([, { returned }]) => returned === "never");
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
    const state = {
      ...inputs,
      deletionProtection: false,
      samlEntityId: "x",
      ssoEnforcement: "saml",
      enforceVerifiedDomains: true,
    };
    const verbs = [
      () => reconcile(definition, inputs, context),
      () => read(definition, id, state, context),
      () => reconcile(definition, { ...state, ssoEnforcement: "github" }, context, { id, state }),
      ...(sendsOnDelete(definition) ? [() => remove(definition, id, state, context)] : []),
      () => read(definition, id, { ...state, stateVersion: 999 }, context),
      () => plan(definition, inputs, () => context, { id: `${id}/more`, state }),
    ];
    for (const failing of verbs) {
      const [summary = ""] = (await failureOf(failing())).message.split("\n");
      expect(summary).toContain(summary.startsWith("The ID") ? "<" : definition.name);
      expect(summary).toMatch(/^[^\n]{20,80}$/u);
      expect(summary).not.toMatch(/[.!]$/u);
    }
  });
});
