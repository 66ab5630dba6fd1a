import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";

import { machineClock } from "../../../packages/fleet/src/clock.ts";
import { type Fleet, FleetSession } from "../../../packages/fleet/src/index.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { Leases } from "../../../packages/fleet/src/run/leases.ts";
import { fleetEngines } from "../../../src/engines/index.ts";
import { fleetOf } from "../../support/fleet-of.ts";
import { type LedgerProcess, ledgerProcess } from "../../support/ledger-process.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-leases-"));
const file = join(folder, "customers.yaml");
const organizations = ["acme", "acme-1"].map((name) => ({ name, template: "free" }));
const content = {
  templates: { free: { engine: "pulumi", path: "." } },
  organizations,
  budget: { requestsPerMinute: 8 },
};
let fleet: Fleet;
beforeAll(() => {
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  writeFileSync(file, JSON.stringify(content));
  fleet = fleetOf(file, JSON.stringify(content));
});
afterAll(() => rmSync(folder, { recursive: true }));

let closers: (() => Promise<unknown> | void)[];
let tests = 0;
beforeEach(() => {
  closers = [];
  tests += 1;
});
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
});

/** Asks for so many requests, which are over at once. @returns how many are granted */
async function sent(environment: Readonly<Record<string, string>>, calls: number): Promise<number> {
  const one: LedgerProcess = await ledgerProcess(environment["ORGFORM_BUDGET"] ?? "");
  for (let ask = 1; ask <= calls; ask += 1) one.tell({ ask, maxOwnWaitMs: 0 });
  await one.settled();
  for (let end = 1; end <= calls; end += 1) one.tell({ end });
  await one.settled();
  one.leave();
  return one.heard.filter((word) => "grant" in word).length;
}

function recordOf(name: string): SqliteRecord {
  mkdirSync(join(folder, String(tests)), { recursive: true });
  const record = new SqliteRecord(join(folder, String(tests), `${name}.sqlite`), machineClock);
  closers.push(() => record.close());
  return record;
}

async function leasesOf(record: SqliteRecord, share: number): Promise<Leases> {
  const leases = await Leases.open(record, { share, limits: fleet.budget, engines: fleetEngines });
  closers.push(() => leases.close());
  return leases;
}

test("each lease counts its own requests, and all of a run share its part of the budget", async () => {
  const leases = await leasesOf(recordOf("runs"), 0.75);
  const [acme, other] = fleet.organizations;
  const first = await leases.take(acme!, {}, folder);
  const beside = await leases.take(other!, {}, folder);
  expect([await sent(first.environment, 2), await sent(beside.environment, 1)]).toEqual([2, 1]);
  expect([first.calls(), beside.calls()]).toEqual([2, 1]);
  await first.giveBack();
  const second = await leases.take(acme!, {}, folder);
  expect([second.calls(), await sent(second.environment, 9), second.calls()]).toEqual([0, 3, 3]);
  expect(Object.keys(second.environment)).toEqual(["ORGFORM_BUDGET"]);
});

test("runs of one record share the budget, and runs of another don't", async () => {
  const [one, other] = [await leasesOf(recordOf("runs"), 1), await leasesOf(recordOf("runs"), 1)];
  const apart = await leasesOf(recordOf("other"), 1);
  const [acme] = fleet.organizations;
  const granted = [];
  for (const leases of [one, other, apart])
    granted.push(await sent((await leases.take(acme!, {}, folder)).environment, 9));
  expect(granted).toEqual([8, 0, 8]);
});

/** A search for states in the same fleet, each time by another process. */
async function states(selection: object, search: object = {}) {
  const engines = fleetEngines.map((engine) => ({
    ...engine,
    states: { environment: (own: Readonly<Record<string, string>>) => own, stacks: async () => ["acme", "acme-1"] },
  }));
  const recordFile = join(folder, `states-${tests}`, "runs.sqlite");
  const session = await FleetSession.open({
    file,
    recordFile,
    environment: { ORGFORM_API_KEY: "phx_canary" },
    engines,
  });
  const found = await session.states(selection, search);
  closers.push(
    () => session.close(),
    () => found.close(),
  );
  const place = await found.placeOf(session.fleet.organizations[0]!);
  return sent(place?.environment ?? {}, 9);
}

test.each([
  ["alone", {}, {}, 8],
  ["for a shard", { shard: { index: 1, of: 2 } }, {}, 4],
  ["with a share of its own", { shard: { index: 1, of: 2 } }, { share: 0.25 }, 2],
])("a search for states %s keeps to its part of the fleet's budget", async (_what, selection, search, most) => {
  expect(await states(selection, search)).toBe(most);
});

test("searches for states count together, told of outages or not", async () => {
  expect([await states({}), await states({}, { onNote: () => undefined })]).toEqual([8, 0]);
});
