import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { letStrangersIn } from "./describe-histories.ts";
import { type Ending, Model } from "./model.ts";
import { ROWS } from "../support/conformance-rows.ts";
import { SLOTS } from "./slots.ts";

let world: World;
let beginning: Snapshot;
beforeAll(async () => {
  world = await startWorld("2025-08");
  await letStrangersIn(world);
  beginning = world.sandbox.control.snapshot();
});
beforeEach(() => {
  world.sandbox.control.restore(beginning);
  world.loseRecords();
});
afterAll(() => world.sandbox.close());

/** The ending of a program with one domain if something happens to the service's rows right before its last runs. */
async function endAfter(deed: (rows: Values[]) => Promise<void> | void): Promise<Ending> {
  const [engine] = ENGINES;
  const model = new Model(world, engine as (typeof ENGINES)[number]);
  await model.take({ kind: "declare", slot: "domain two", values: {} });
  await model.take({ kind: "up", trouble: undefined });
  await deed(world.sandbox.control.domains());
  return model.finish();
}

test("every resource has a slot in the histories", () => {
  const placed = new Set(SLOTS.map(({ resource }) => resource));
  // Of the resources that are new in 2026-09, only some have slots. The others have crash tables of their own.
  const later = new Set(ROWS.filter(({ onlyIn }) => onlyIn === "2026-09").map(({ resource }) => resource));
  const names = resources.map(({ name }) => name).filter((name) => !placed.has(name) && !later.has(name));
  expect(names).toEqual([]);
});

test("a history without problems ends well", async () => {
  const { strangers, ...ending } = await endAfter(() => undefined);
  expect(ending).toEqual({ failures: {}, unsettled: [], strays: [] });
  expect(strangers.after).toEqual(strangers.before);
  expect(strangers.before).not.toEqual([]);
});

test("an object that nobody declared is found", async () => {
  const { strays } = await endAfter(async () => void (await world.addDomain(world.organizationId, "one.example")));
  expect(strays).toEqual([expect.stringContaining("nobody's: domains ")]);
});

test("a change or deletion of a stranger's object is found", async () => {
  const strange = (rows: Values[]): string => String(rows.find((row) => row["domain"] === "somebody.example")?.["id"]);
  const changed = await endAfter(
    (rows) => void world.sandbox.control.updateDomain(strange(rows), { verified_at: "x" }),
  );
  expect(changed.strangers.after).not.toEqual(changed.strangers.before);
  world.sandbox.control.restore(beginning);
  const deleted = await endAfter((rows) => world.sandbox.control.deleteDomain(strange(rows)));
  expect(deleted.strangers.after).not.toEqual(deleted.strangers.before);
});

test("a run that keeps failing is found, and so is what remains to be done", async () => {
  const model = new Model(world, ENGINES[0] as (typeof ENGINES)[number]);
  await model.take({ kind: "declare", slot: "domain two", values: {} });
  world.sandbox.control.addFault({ kind: "status", status: 403, method: "POST", times: 0 });
  const { failures, unsettled } = await model.finish();
  world.sandbox.control.clearFaults();
  expect(Object.keys(failures)).toEqual(["domain two"]);
  expect(unsettled).toEqual(["domain two would be made", "domain two would be made after a refresh"]);
});
