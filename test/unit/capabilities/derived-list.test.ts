import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { derivedList } from "../../../src/capabilities/derived-list.ts";
import { check, plan, read, reconcile } from "../../../src/driver/driver.ts";
import { type AnyResource, defineResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { FakeService, type Row } from "../../support/fake-service.ts";
import { warnings } from "../../../src/capabilities/warnings.ts";
import { box, BOX_INPUTS, orgOf, root, startDriver } from "../../support/fake-resources.ts";

/** All boxes of an organization as one object; of them, a program declares the colors of some. */
const store: AnyResource = defineResource({
  kind: "settings",
  name: "Store",
  doc: "The boxes of an organization.",
  notes: [],
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: BOX_INPUTS.organizationId,
    colors: field(z.record(z.string(), z.string()), { doc: "Colors by name." }),
  },
  outputs: { others: field(z.array(z.string()), { doc: "Boxes that are not declared." }) },
  identity: { parts: ["organizationId"], of: (_rows: readonly Row[], scope) => ({ organizationId: orgOf(scope) }) },
  scopes: { read: [], write: [] },
  toWire: (_inputs, before) => ({ wire: before?.wire ?? [], colors: before?.desired["colors"] as Values }),
  fromWire: (rows: readonly Row[], at, declared) => {
    const colors = rows.map((row) => [String(row["name"]), String(row["color"])] as const);
    const isDeclared = (name: string): boolean => declared?.colors === undefined || name in declared.colors;
    return {
      organizationId: orgOf(at),
      colors: Object.fromEntries(colors.filter(([name]) => isDeclared(name))),
      others: colors.flatMap(([name]) => (isDeclared(name) ? [] : [name])),
    };
  },
  ops: {
    update: async (service: FakeService, at, { wire, colors }) => {
      for (const row of wire) {
        const color = colors[String(row["name"])] ?? row["color"];
        if (color !== row["color"]) await service.update(orgOf(at), row.id, { color });
      }
      return undefined;
    },
  },
  collection: {
    name: "stores",
    scope: ["organizationId"],
    words: "the boxes of the organization",
    servesReads: true,
    capabilities: [derivedList({ resource: box, make: (rows: readonly Row[]) => Promise.resolve([rows]) })],
  },
  parent: root,
  capabilities: [
    warnings({
      planWarnings: (held, inputs, shown = held) => {
        const others = (held["others"] as readonly string[]).filter((one) => String(shown["others"]).includes(one));
        return others.map((one) => `${one} beside ${Object.keys(inputs["colors"] as Values).join()}`);
      },
    }),
  ],
});

const state = { organizationId: "o1", colors: { a: "red" }, others: [], stateVersion: 1 };

function open() {
  const service = new FakeService();
  service.seed({ name: "a", color: "red" });
  service.seed({ name: "b", color: "grey" });
  return { service, ...startDriver(service) };
}

describe("an object that is made of another resource's list", () => {
  test("is read from the same list, and shows what is declared of it", async () => {
    const { service, context } = open();
    const own = { organizationId: "o1", name: "b", color: "grey", boxId: "b2", isProtected: true };
    await Promise.all([read(store, "o1", state, context), read(box, "o1/b2", own, context)]);
    expect((await read(store, "o1", state, context))?.state).toEqual({ ...state, others: ["b"] });
    expect(service.calls).toEqual(["list o1"]);
  });

  test("shows what was just written to its rows", async () => {
    const { service, context } = open();
    await read(store, "o1", state, context);
    const own = { organizationId: "o1", name: "a", color: "red", boxId: "b1", isProtected: true };
    await reconcile(box, { ...own, color: "blue" }, context, { id: "o1/b1", state: own });
    expect((await read(store, "o1", state, context))?.inputs).toMatchObject({ colors: { a: "blue" } });
    expect(service.calls.filter((call) => call.startsWith("list"))).toEqual(["list o1"]);
  });

  test("is changed by what it is to hold as a whole, after a new list and followed by one", async () => {
    const { service, context } = open();
    await read(store, "o1", state, context);
    const inputs = { organizationId: "o1", colors: { a: "blue", b: "grey" } };
    const changed = await reconcile(store, inputs, context, { id: "o1", state });
    expect(changed.state).toEqual({ ...state, ...inputs });
    expect(service.calls).toEqual(["list o1", "list o1", "update b1", "list o1"]);
  });
});

const textsOf = (said: readonly { readonly text: string }[]): string[] => said.map(({ text }) => text);

describe("what a definition remarks", () => {
  const settings = { settings: { howToSet: (name: string) => name }, held: undefined };

  test("is said of state where nothing changes, as far as the list still shows it", async () => {
    const { service, context, said } = open();
    await plan(store, state, () => context, { id: "o1", state });
    expect([textsOf(said), service.calls]).toEqual([[], []]);
    await plan(store, state, () => context, { id: "o1", state: { ...state, others: ["b", "z"] } });
    expect([textsOf(said), service.calls]).toEqual([["b beside a"], ["list o1"]]);
  });

  test("is said of what the list shows before a change, and of a new object", async () => {
    const { service, context, said } = open();
    const inputs = { organizationId: "o1", colors: { b: "grey" } };
    await plan(store, inputs, () => context, { id: "o1", state });
    await check(store, inputs, settings, () => context);
    expect([textsOf(said), service.calls]).toEqual([["a beside b", "a beside b"], ["list o1"]]);
  });

  test("waits until everything is known, and until the list can be read", async () => {
    const { service, context, said } = open();
    await check(store, { organizationId: "o1", colors: { b: UNKNOWN } }, settings, () => context);
    expect(service.calls).toEqual([]);
    service.next("list", { error: new Error("The service said no.") });
    await check(store, { organizationId: "o1", colors: { b: "grey" } }, settings, () => context);
    expect(said).toEqual([]);
  });
});
