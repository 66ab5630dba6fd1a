import { expect, test } from "@jest/globals";

import { drift, fingerprint, reconcile } from "../../../src/driver/driver.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { ticket } from "../../support/fake-listed.ts";
import { FakeService } from "../../support/fake-service.ts";
import { box, startDriver, vault } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

/** A created box, and its record for a later process. */
async function made() {
  const service = new FakeService();
  const { id, state, inputs } = await reconcile(box, declared, startDriver(service).context);
  return { service, recorded: { id, state, inputs, unreadable: [], fingerprints: {} } };
}

test("what is as it was declared is unchanged", async () => {
  const { service, recorded } = await made();
  const found = await drift(box, recorded, startDriver(service).context);
  expect(found).toEqual({ kind: "unchanged", properties: [], notCompared: [] });
});

test("what somebody else changed shows what was declared and what is there", async () => {
  const { service, recorded } = await made();
  await service.update("o1", "b1", { color: "blue" });
  const { kind, properties } = await drift(box, recorded, startDriver(service).context);
  expect({ kind, properties }).toEqual({
    kind: "changed",
    properties: [{ path: "color", isSecret: false, expected: "red", found: "blue" }],
  });
});

test("it does so too when a refresh has taken the change into state: the declaration counts", async () => {
  const { service, recorded } = await made();
  await service.update("o1", "b1", { color: "blue" });
  const refreshed = { ...recorded, state: { ...recorded.state, color: "blue" } };
  const { kind, properties } = await drift(box, refreshed, startDriver(service).context);
  expect({ kind, properties }).toEqual({
    kind: "changed",
    properties: [{ path: "color", isSecret: false, expected: "red", found: "blue" }],
  });
});

test("what is confirmed to be gone is missing", async () => {
  const { service, recorded } = await made();
  service.rowsOf("o1").delete("b1");
  expect(await drift(box, recorded, startDriver(service).context)).toEqual({
    kind: "missing",
    properties: [],
    notCompared: [],
  });
});

test("what was set or taken away at the service has no value on the other side", async () => {
  const { service, recorded } = await made();
  const heavy = { ...recorded, state: { ...recorded.state, weight: 5 }, inputs: { ...recorded.inputs, weight: 5 } };
  expect((await drift(box, heavy, startDriver(service).context)).properties).toStrictEqual([
    { path: "weight", isSecret: false, expected: 5 },
  ]);
  const { color: _color, ...uncolored } = recorded.inputs;
  const bare = { ...recorded, state: { ...recorded.state, color: null }, inputs: { ...uncolored, color: null } };
  expect((await drift(box, bare, startDriver(service).context)).properties).toStrictEqual([
    { path: "color", isSecret: false, found: "red" },
  ]);
});

test("a secret that state does not show is not compared, and shows no value where it is", async () => {
  const { service, recorded } = await made();
  const unreadable = { ...recorded, unreadable: ["combination"] };
  expect(await drift(box, unreadable, startDriver(service).context)).toEqual({
    kind: "unchanged",
    properties: [],
    notCompared: ["combination"],
  });
  const known = { ...recorded, inputs: { ...recorded.inputs, combination: "1234" } };
  expect(await drift(box, known, startDriver(service).context)).toEqual({
    kind: "changed",
    properties: [{ path: "combination", isSecret: true }],
    notCompared: [],
  });
});

test("a value that the service never shows is not compared where one is declared", async () => {
  const service = new FakeService();
  const notCompared = async (inputs: Values, fingerprints = {}) => {
    const made = await reconcile(vault, inputs, startDriver(service).context);
    const recorded = { ...made, unreadable: [], fingerprints };
    return (await drift(vault, recorded, startDriver(service).context)).notCompared;
  };
  expect(await notCompared({ ...declared, name: "b", password: "s3cret" })).toEqual(["password"]);
  expect(await notCompared({ ...declared, name: "c" })).toEqual([]);
  expect(await notCompared({ ...declared, name: "d" }, { password: "a fingerprint" })).toEqual(["password"]);
});

test("of a secret that is in no state, a fingerprint tells whether the service holds another one", async () => {
  const { service, recorded } = await made();
  await service.update("o1", "b1", { combination: "1234" });
  const compared = (fingerprints: Readonly<Record<string, string>>, unreadable: readonly string[] = []) =>
    drift(box, { ...recorded, fingerprints, unreadable }, startDriver(service).context);
  expect(await compared({ combination: fingerprint("1234") })).toEqual({
    kind: "unchanged",
    properties: [],
    notCompared: [],
  });
  expect(await compared({ combination: fingerprint("9999") }, ["combination"])).toEqual({
    kind: "changed",
    properties: [{ path: "combination", isSecret: true }],
    notCompared: [],
  });
  expect((await compared({ combination: "no fingerprint" })).kind).toBe("unchanged");
});

test("what has to be written anew although nothing else differs is shown as it is on both sides", async () => {
  const service = new FakeService();
  service.seed({ name: "a", color: "red", status: "broken" });
  const state = { ...declared, boxId: "b1", status: "broken", stateVersion: 1 };
  const recorded = { id: "o1/b1", state, inputs: declared, unreadable: [], fingerprints: {} };
  expect(await drift(ticket, recorded, startDriver(service).context)).toEqual({
    kind: "changed",
    properties: [{ path: "status", isSecret: false, expected: "broken", found: "broken" }],
    notCompared: [],
  });
});

test("a secret that was taken away at the service is not shown", async () => {
  const { service, recorded } = await made();
  const declaring = { ...recorded, inputs: { ...recorded.inputs, combination: "9999" } };
  expect((await drift(box, declaring, startDriver(service).context)).properties).toEqual([
    { path: "combination", isSecret: true },
  ]);
});
