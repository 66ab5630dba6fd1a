import { describe, expect, test } from "@jest/globals";
import { hookOf } from "../../../../../src/model/hook-of.ts";
import { deferredFields } from "../../../../../src/capabilities/deferred-fields.ts";

import { plan } from "../../../../../src/driver/driver.ts";
import { fillPlan, planChange, planCreation } from "../../../../../src/engines/terraform/provider/plan-change.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";
import { resources } from "../../../../../src/catalog/resources/index.ts";
import { type AnyResource, defineResource } from "../../../../../src/model/definition.ts";
import { field } from "../../../../../src/model/field.ts";
import { definitionOf } from "../../../../support/definition-of.ts";
import { startDriver } from "../../../../support/fake-resources.ts";
import { FakeService } from "../../../../support/fake-service.ts";
import { z } from "zod";

/** One field of each kind that a plan treats differently. */
const box = defineResource({
  kind: "object",
  name: "Box",
  doc: "A box.",
  notes: [],
  stateVersion: 1,
  migrations: {},
  inputs: {
    parent: field(z.string(), { doc: "Parent.", onChange: "replace" }),
    label: field(z.string().optional(), { doc: "Label.", normalize: (value: string) => value.trim() }),
    sealed: field(z.boolean().optional(), { doc: "Sealed." }),
    guarded: field(z.boolean().default(true), { doc: "Guarded.", onChange: "none" }),
  },
  outputs: {
    boxId: field(z.string(), { doc: "Id.", stable: true }),
    weight: field(z.number(), { doc: "Weight." }),
    heldBack: field(z.array(z.string()).optional(), { doc: "Waiting." }),
  },
  identity: { parts: ["parent", "boxId"], of: () => ({ parent: "", boxId: "" }) },
  scopes: { read: [], write: [] },
  toWire: () => ({}),
  fromWire: () => ({}) as never,
  capabilities: [deferredFields({ inputs: ["sealed"], isMet: () => true, reason: "the box is closed" })],
  ops: { read: () => Promise.resolve({}), update: () => Promise.resolve(undefined), create: () => Promise.resolve({}) },
});

const schema = new ResourceSchema(box);

const STATE = { parent: "p", label: "one", guarded: true, boxId: "b", weight: 3 };
const DECLARED = { parent: "p", label: "one", guarded: true };

const preview = async (inputs: Values, state: Values = STATE) => {
  const { context } = startDriver(new FakeService());
  const planned = await plan(box, inputs, () => context, { id: "p/b", state }, { unknownReplaces: true });
  return planChange(schema, { id: "p/b", state, inputs }, planned);
};

describe("the plan of a change", () => {
  const UNCHANGED = { ...STATE, sealed: undefined, adopt: undefined, heldBack: undefined };

  test.each<[string, Values, Values, readonly string[]]>([
    ["nothing", DECLARED, UNCHANGED, []],
    ["a spelling that means the same", { ...DECLARED, label: " one " }, UNCHANGED, []],
    ["a field in place", { ...DECLARED, label: "two" }, { ...UNCHANGED, label: "two", weight: UNKNOWN }, []],
    [
      "a field that left the program",
      { parent: "p", guarded: true },
      { ...UNCHANGED, label: undefined, weight: UNKNOWN },
      [],
    ],
    ["a field that only steers the provider", { ...DECLARED, guarded: false }, { ...UNCHANGED, guarded: false }, []],
    ["`adopt`, which counts for nothing but a create", { ...DECLARED, adopt: "x" }, { ...UNCHANGED, adopt: "x" }, []],
    [
      "a deferrable field, which may be deferred",
      { ...DECLARED, sealed: true },
      { ...UNCHANGED, sealed: true, weight: UNKNOWN, heldBack: UNKNOWN },
      [],
    ],
    ["an unknown value", { ...DECLARED, label: UNKNOWN }, { ...UNCHANGED, label: UNKNOWN, weight: UNKNOWN }, []],
    [
      "a replacing field",
      { ...DECLARED, parent: "q" },
      { ...UNCHANGED, parent: "q", boxId: UNKNOWN, weight: UNKNOWN, heldBack: UNKNOWN },
      ["parent"],
    ],
    [
      "an unknown value of a replacing field",
      { ...DECLARED, parent: UNKNOWN },
      { ...UNCHANGED, parent: UNKNOWN, boxId: UNKNOWN, weight: UNKNOWN, heldBack: UNKNOWN },
      ["parent"],
    ],
  ])("of %s", async (_what, inputs, values, replaces) => {
    const planned = await preview(inputs);
    expect(planned.values).toEqual(values);
    expect(planned.replaces).toEqual(replaces);
    expect(planned.id).toBe(replaces.length === 0 ? "p/b" : UNKNOWN);
  });

  test("shows nothing for what the program leaves out, even where nothing changes, because the engine refuses all else", async () => {
    const { context } = startDriver(new FakeService());
    const inputs = { parent: "p" };
    const planned = await plan(box, DECLARED, () => context, { id: "p/b", state: STATE }, { unknownReplaces: true });
    expect(planned.changes).toEqual([]);
    expect(planChange(schema, { id: "p/b", state: STATE, inputs }, planned).values).toEqual({
      ...UNCHANGED,
      label: undefined,
    });
  });

  test("takes an object as a whole from the program if the state lacks its secret, and else in the spelling of the state", async () => {
    const { context } = startDriver(new FakeService());
    const planned = await plan(box, DECLARED, () => context, { id: "p/b", state: STATE }, { unknownReplaces: true });
    const provider = new ResourceSchema(definitionOf("IdentityProvider"));
    const oidc = (clientId: string, clientSecret?: string) => ({
      oidc: { issuerUrl: "https://idp.example", clientId, ...(clientSecret === undefined ? {} : { clientSecret }) },
    });
    const shown = (state: Values, inputs: Values) =>
      planChange(provider, { id: "o/i", state, inputs }, planned).values["oidc"];
    expect(shown(oidc("kept"), oidc("given", "s|é"))).toEqual(oidc("given", "s|é").oidc);
    expect(shown(oidc("kept", "s|é"), oidc("given", "s|é"))).toEqual(oidc("kept", "s|é").oidc);
    expect(shown(oidc("kept"), oidc("given"))).toEqual(oidc("kept").oidc);
  });

  test("keeps what `adopt` once said when it leaves the program", async () => {
    expect((await preview(DECLARED, { ...STATE, adopt: "x" })).values["adopt"]).toBe("x");
  });
});

describe("the plan of a creation", () => {
  test("knows what is declared and nothing that the service decides", () => {
    expect(planCreation(schema, DECLARED)).toEqual({
      values: { ...DECLARED, boxId: UNKNOWN, weight: UNKNOWN, heldBack: UNKNOWN },
      id: UNKNOWN,
      replaces: [],
    });
  });

  test("knows the id where all of the identity is declared", () => {
    const settings = resources.find(({ name }) => name === "DomainSso");
    const planned = planCreation(new ResourceSchema(settings as never), { organizationId: "o", domainId: "d" });
    expect(planned.id).toBe("o/d");
  });
});

test("an apply fills in what the plan did not know, and nothing else", () => {
  const planned = { a: "planned", b: UNKNOWN, c: UNKNOWN, d: null };
  expect(fillPlan(planned, { a: "made", b: "made", d: "made", e: "made" })).toEqual({
    a: "planned",
    b: "made",
    c: null,
    d: null,
  });
});

describe.each(resources.map((definition) => ({ name: definition.name, definition })))(
  "resource $name",
  ({ definition }) => {
    test("has no attribute that Terraform could not take, and shows what is held back", () => {
      const { attributes } = new ResourceSchema(definition);
      const names = attributes.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining([...definition.identity.parts]));
      // A plan shows nothing of a setting that was released unless an output changes with it.
      expect(names.includes("heldBack")).toBe(hookOf(definition, "deferredFields") !== undefined);
    });
  },
);

test("a field that Terraform keeps for itself is refused at start", () => {
  const whole: AnyResource = box;
  const bad = { ...whole, inputs: { ...box.inputs, count: field(z.number(), { doc: "Count." }) } };
  expect(() => new ResourceSchema(bad)).toThrow("Box.count cannot be an attribute count of Terraform");
});
