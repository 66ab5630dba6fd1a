import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { driftReport, type DriftOptions } from "../../../src/app/drift/drift-report.ts";
import { systemClock } from "../../../src/app/clock.ts";
import { Sessions } from "../../../src/app/sessions.ts";
import type { ForeignObject, RecordedObject } from "../../../src/driver/driver.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld("2025-08");
  world.settleIn(world.organizationId);
});
afterAll(() => world.sandbox.close());

const NOTHING_IGNORED = { ignoresAll: () => false, ignores: () => false };

/** An object of a state. */
const recorded = (resource: string, id: string, changes: Partial<RecordedObject> = {}): RecordedObject => ({
  resource,
  address: `a.${resource}`,
  id,
  state: { organizationId: world.organizationId, stateVersion: 1 },
  inputs: { organizationId: world.organizationId },
  unreadable: [],
  fingerprints: {},
  ...changes,
});

async function roleOf(name: string): Promise<RecordedObject> {
  const { id: roleId } = await world.send("POST", `organizations/${world.organizationId}/roles/`, { name });
  const { organizationId } = world;
  const inputs = { organizationId, name };
  return recorded("Role", `${organizationId}/${String(roleId)}`, {
    address: name,
    inputs,
    state: { ...inputs, roleId, stateVersion: 1 },
  });
}

/** What a comparison says, besides what it leaves out because nobody wants it. */
const report = (
  stack: { objects: readonly RecordedObject[]; unknown?: readonly string[]; foreign?: readonly ForeignObject[] },
  options: Partial<DriftOptions> = {},
  settings = { host: world.sandbox.host, apiKey: world.apiKey, retryBudgetMs: 0 },
) =>
  driftReport({ engine: "pulumi", unknown: [], ...stack }, settings, NOTHING_IGNORED, {
    environment: {},
    importLine: (definition, { name }, beside) => `import ${definition.name} ${name} beside ${beside.length}`,
    ...options,
  });

test("a report has its version, host, time, and counts; what differs or isn't declared; and lines that import it", async () => {
  const [kept, moved, left] = [await roleOf("Kept"), await roleOf("Moved"), await roleOf("Left")];
  const drifted = { ...moved, inputs: { ...moved.inputs, name: "As declared" } };
  const before = Date.now();
  const told = await report({ objects: [kept, drifted], unknown: ["a.future"] });
  const { schemaVersion, engine, host, organizations, declared, outcome, changed, missing } = told;
  expect({ schemaVersion, engine, host, organizations, declared, outcome, missing }).toEqual({
    schemaVersion: 1,
    engine: "pulumi",
    host: world.sandbox.host,
    organizations: [world.organizationId],
    declared: 2,
    outcome: "drift",
    missing: [],
  });
  expect(changed.map(({ address }) => address)).toEqual(["Moved"]);
  expect(Date.parse(told.checkedAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(told.checkedAt)).toBeLessThanOrEqual(Date.now());
  expect(told.checkedAt).toMatch(/Z$/u);
  const roles = told.unmanaged.filter(({ resource }) => resource === "Role");
  expect(roles.map(({ id, importLine }) => [id, importLine])).toEqual([[left.id, "import Role Left beside 2"]]);
  expect(told.unchecked.map(({ address }) => address)).toEqual(["a.future"]);
});

test("what another provider manages in the same state isn't unmanaged", async () => {
  const kept = await roleOf("By another");
  const told = await report({ objects: [], foreign: [{ ...kept, by: "other/other" }] });
  expect(told.unmanaged.map(({ id }) => id)).not.toContain(kept.id);
});

test("objects of several accounts are read with their own keys, and an unknown object is listed once", async () => {
  const [own, other] = [await roleOf("Own"), await roleOf("Other")];
  const told = await report(
    { objects: [own, { ...other, provider: "eu", host: world.sandbox.host }], unknown: ["a.future"] },
    { environment: { ORGFORM_API_KEY_EU: "phx_refused" } },
  );
  expect(told.declared).toBe(2);
  expect(told.host).toBe(world.sandbox.host);
  expect(told.unchecked.filter((one) => JSON.stringify(one).includes("a.future"))).toHaveLength(1);
  expect(JSON.stringify(told)).not.toMatch(/phx_/u);
  const twice = await report(
    { objects: [own, { ...other, provider: "eu", host: "http://127.0.0.1:1" }] },
    {
      environment: { ORGFORM_API_KEY_EU: "phx_other" },
    },
  );
  expect(twice.host).toBe(`${world.sandbox.host}, http://127.0.0.1:1`);
  const remedy = await report({ objects: [{ ...other, provider: "us west", host: "https://us.example" }] });
  expect(JSON.stringify(remedy.unchecked)).toContain(
    "Set ORGFORM_API_KEY_US_WEST to the key of the provider us west, or ORGFORM_HOST to its host.",
  );
  const misled = await report(
    { objects: [{ ...other, provider: "us west", host: "https://us.example" }] },
    { environment: { ORGFORM_API_KEY_US_WEST: "phx_us", ORGFORM_HOST_US_WEST: world.sandbox.host } },
  );
  expect(misled.unchecked.map(({ reason }) => reason)).toEqual([
    `It belongs to https://us.example, but this run checks ${world.sandbox.host}. Set ORGFORM_HOST_US_WEST to the host of the object, or remove the variable.`,
  ]);
});

test("secrets of the state are in no reason and no note", async () => {
  const secret = "a-secret-of-the-state";
  const state = { organizationId: world.organizationId, domain: "acme.example", samlX509Cert: secret, stateVersion: 1 };
  world.sandbox.control.addFault({
    kind: "status",
    status: 500,
    body: { detail: `quoted ${secret}` },
    route: "/api/organizations/:organization_id/domains/",
    times: 0,
  });
  const told = await report({ objects: [recorded("Domain", `${world.organizationId}/d1`, { state })] });
  world.sandbox.control.clearFaults();
  expect(told.unchecked.length).toBeGreaterThan(0);
  expect(JSON.stringify(told)).not.toContain(secret);
});

test.each([
  ["with the sessions of others, which stay open", true],
  ["with sessions of its own, which it closes", false],
])("a comparison works %s", async (_what, isShared) => {
  const closed = jest.spyOn(Sessions.prototype, "close");
  const sessions = new Sessions(systemClock);
  await report({ objects: [] }, isShared ? { sessions } : {});
  expect(closed).toHaveBeenCalledTimes(isShared ? 0 : 1);
  closed.mockRestore();
  await sessions.close();
});

test("a comparison stops at its timeout or when aborted, and lists everything it didn't reach", async () => {
  const silent = await startScriptedServer(() => ({ silent: true }));
  const settings = { host: silent.origin, apiKey: world.apiKey, retryBudgetMs: 0 };
  const objects = [recorded("Role", `${world.organizationId}/r1`)];
  const late = await report({ objects }, { timeoutSeconds: 0.05 }, settings);
  const stopped = await report({ objects }, { signal: AbortSignal.abort(new Error("told to stop")) }, settings);
  await silent.close();
  expect([late.outcome, stopped.outcome]).toEqual(["unknown", "unknown"]);
  expect(JSON.stringify(late.unchecked)).toContain("The comparison didn't finish within 0.05 s");
  expect(JSON.stringify(late.unchecked)).toContain("Run again later, or raise --timeout.");
  expect(JSON.stringify(stopped.unchecked)).toContain("told to stop");
});
