import { expect, test } from "@jest/globals";

import { FleetStates, type StatesOptions } from "../../../packages/fleet/src/drift/fleet-states.ts";
import type { FleetOrganization } from "../../../packages/fleet/src/expansion/expand.ts";

/** The states of an engine that lists what it is told to, and how often it was asked. */
function statesOf(lists: (() => readonly string[])[]) {
  const stacks = async () => (lists.length > 1 ? lists.shift() : lists[0])?.() ?? [];
  const engine = { program: "engine", states: { environment: (own: object) => own, stacks } };
  const organization = (name: string): FleetOrganization =>
    ({
      name,
      formerNames: [],
      folder: "/module",
      engine,
      template: "small",
      credential: undefined,
    }) as unknown as FleetOrganization; // -- a look for a state uses nothing else
  const options = {
    context: {
      keys: { hostOf: () => undefined, keyOf: async () => "key", redact: (text: string) => text },
      environment: {},
    },
    folder: "/fleet",
    parallel: 1,
    ledger: { environmentFor: () => ({}), close: async () => undefined },
  } as unknown as StatesOptions; // -- as above
  const states = new FleetStates(options);
  return async (name: string) => (await states.placeOf(organization(name)))?.stack;
}

test("a stack that was made after the list was read is found at once", async () => {
  const find = statesOf([() => ["one"], () => ["one", "two"]]);
  expect([await find("one"), await find("two")]).toEqual(["one", "two"]);
});

test("a list that couldn't be read is read again at the next look", async () => {
  const find = statesOf([
    () => {
      throw new Error("the backend is away");
    },
    () => ["one"],
  ]);
  await expect(find("one")).rejects.toThrow("the backend is away");
  expect([await find("one"), await find("none")]).toEqual(["one", undefined]);
});
