import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Fleet } from "../../../packages/fleet/src/index.ts";
import { machineClock } from "../../../packages/fleet/src/clock.ts";
import { fleetLocation } from "../../../packages/fleet/src/fleet-place.ts";
import { openRecord, type OpenRecord } from "../../../packages/fleet/src/record/open-record.ts";
import { RecordError } from "../../../packages/fleet/src/record/database.ts";
import { FleetBusyError, reasonToEnd } from "../../../packages/fleet/src/record/run-lock.ts";
import { planOrganizations } from "../../../packages/fleet/src/run/run-plan.ts";
import { type FleetAction, NO_CHANGES, type Outcome } from "../../../packages/fleet/src/run/events.ts";
import { fleetOf } from "../../support/fleet-of.ts";
import { CutProxy } from "../../support/cut-proxy.ts";
import { PostgresServer } from "../../support/postgres-server.ts";

const NAMES = ["acme", "acme-1", "globex"];
const OPTIONS = { isRefresh: true, isApproved: false, share: 0.25 };

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-records-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  server = await PostgresServer.start();
}, 60_000);
afterAll(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true });
});

let fleets = 0;
/** A separate fleet for each test, because all tests share one database. */
function fleetNamed(names: readonly string[] = NAMES): { readonly fleet: Fleet; readonly file: string } {
  const file = join(folder, `fleet-${(fleets += 1)}.yaml`);
  const entries = names.map((name) => `  - { name: ${name}, template: free, formerNames: [${name}-old] }`);
  const text = `templates: { free: { engine: pulumi, path: . } }\norganizations:\n${entries.join("\n")}\n`;
  return { fleet: fleetOf(file, text), file };
}

const opened = (kind: "file" | "database", file: string, url = server.url()): Promise<OpenRecord> =>
  openRecord({
    place: fleetLocation(file, join(folder, `${kind}-${fleets}.sqlite`)),
    database: kind === "file" ? undefined : { environment: "FLEET_DATABASE" },
    environment: { FLEET_DATABASE: url },
  });

const outcome = (state: Outcome["state"], calls: number): Outcome => ({
  state,
  changes: { ...NO_CHANGES, create: 3 },
  durationMs: 1501.5,
  calls,
  message: "it said: ü 'x' |",
});

/** Plays two runs and a retirement, and returns everything that the record says of them. */
async function played({ record }: OpenRecord, fleet: Fleet): Promise<unknown> {
  const begun = async (action: FleetAction | "retire", shard?: { index: number; of: number }): Promise<number> => {
    const run = await record.begin(
      action,
      fleet.organizations,
      1,
      shard === undefined ? OPTIONS : { ...OPTIONS, shard },
    );
    return run;
  };
  const runs = [await begun("up"), await begun("plan"), await begun("up", { index: 2, of: 4 })];
  const [first = 0, , shard = 0] = runs;
  await record.start(first, "acme");
  await record.end(first, "acme", outcome("succeeded", 12));
  await record.start(first, "acme-1");
  await record.end(first, "acme-1", outcome("failed", 2));
  await record.start(first, "globex");
  await record.setState(first, "stopped", "a person stopped it");
  await record.approve(first, { wave: 2, at: "2026-11-26T08:00:00.417Z", digest: "d", comment: "ü" });
  await record.approve(first, { wave: 3, at: "2026-11-26T08:00:01.417Z", digest: "d", by: "ann", signature: "s" });
  await record.retry(first);
  await record.keep("calls of a", { organizations: 1, calls: 12 });
  await record.keep("calls of a", { organizations: 2, calls: 20 });
  const retired = await begun("retire");
  await record.hold(retired, "globex", outcome("succeeded", 0), "it waits");
  const number = (id: number | undefined): number => [...runs, retired].indexOf(id ?? -1);
  const told = async (run: Awaited<ReturnType<typeof record.newest>>) =>
    run && { ...run, id: number(run.id), started: "", ended: run.ended === undefined ? undefined : "" };
  const last = await record.lastRunOf("globex");
  return {
    first: await told(await record.run(first)),
    missing: await record.run(shard + 1_000).catch(() => "an error"),
    newest: await told(await record.newest()),
    newestUp: await told(await record.newest("up")),
    ofShard: await told(await record.newest("up", { index: 2, of: 4 })),
    ofNoShard: await told(await record.newest("up", { index: 1, of: 4 })),
    organizations: (await record.organizationsOf(first)).map((one) => ({ ...one, started: one.started !== undefined })),
    empty: await record.organizationsOf(shard + 1_000),
    tally: await record.tallyOf(first),
    approvals: await record.approvalsOf(first),
    last: last && { state: last.state, run: await told(last.run) },
    facts: await record.factsOf("acme"),
    former: [...(await record.formerNames())].toSorted(),
    calls: await record.callsEach(),
    ups: [...(await record.lastUps())].toSorted(([one], [other]) => one.localeCompare(other)),
    kept: [await record.kept("calls of a"), await record.kept("nothing")],
    standings: (await planOrganizations(fleet, fleet.organizations, record, 1)).organizations.map(
      ({ standing }) => standing,
    ),
  };
}

test("a database says of every run what a file says", async () => {
  const { fleet, file } = fleetNamed();
  const [one, other] = [await opened("file", file), await opened("database", file)];
  const ofFile = await played(one, fleet);
  expect(await played(other, fleet)).toEqual(ofFile);
  expect(ofFile).toMatchObject({
    tally: { succeeded: 1, failed: 0, notStarted: 2 },
    calls: 12,
    missing: "an error",
    first: { reason: "a person stopped it", approved: 2 },
    former: ["acme-1-old", "acme-old", "globex-old"],
    standings: ["same", "failed", "cut off"],
    newestUp: { options: { shard: { index: 2, of: 4 } } },
  });
  await Promise.all([one.record.close(), other.record.close()]);
});

describe("several processes that share a database", () => {
  let all: OpenRecord[];
  let fleet: Fleet;
  beforeEach(async () => {
    const named = fleetNamed();
    ({ fleet } = named);
    all = [await opened("database", named.file), await opened("database", named.file)];
  });
  afterEach(() => Promise.all(all.map(({ record }) => record.close())));

  test("run one part each at a time, and different parts together", async () => {
    const [one, other] = all;
    const held = await one?.lock.hold("run");
    await expect(other?.lock.hold("run")).rejects.toThrow(FleetBusyError);
    expect([await other?.lock.isHeld("run"), await other?.lock.isHeld("shard 1/2")]).toEqual([true, false]);
    const shard = await other?.lock.hold("shard 1/2");
    await held?.release();
    expect(await other?.lock.isHeld("run")).toBe(false);
    await (await other?.lock.hold("run"))?.release();
    await shard?.release();
  });

  test("never work on one organization together, and a process that has lost one records nothing of it", async () => {
    const [one, other] = all;
    const [first = 0, second = 0] = [
      await one?.record.begin("up", fleet.organizations, 1, OPTIONS),
      await other?.record.begin("up", fleet.organizations, 1, OPTIONS),
    ];
    expect(await one?.record.start(first, "acme")).toBe(true);
    expect(await other?.record.start(second, "acme")).toBe(false);
    expect(await other?.record.start(second, "acme-1")).toBe(true);
    await one?.record.end(first, "acme", outcome("succeeded", 1));
    expect(await other?.record.start(second, "acme")).toBe(true);
    await one?.record.end(first, "acme", outcome("failed", 1));
    const states = async (run: number) => (await one?.record.organizationsOf(run))?.map(({ state }) => state);
    expect(await states(first)).toEqual(["succeeded", "waiting", "waiting"]);
    expect(await states(second)).toEqual(["running", "running", "waiting"]);
  });

  test("go on after their connections are cut, and record each thing once", async () => {
    const { file } = fleetNamed();
    const proxy = await CutProxy.start(server.port);
    const cut = await opened("database", file, server.url(proxy.port));
    const run = await cut.record.begin("up", fleet.organizations, 1, OPTIONS);
    proxy.cut();
    expect(await cut.record.begin("up", fleet.organizations, 1, OPTIONS)).toBe(run + 1);
    proxy.cut();
    await cut.record.approve(run, { wave: 1, at: "2026-11-26T08:00:00.417Z", digest: "d" });
    proxy.cut();
    expect(await cut.record.approvalsOf(run)).toHaveLength(1);
    await cut.record.close();
    await proxy.close();
  }, 30_000);
});

test("a run ends when it can no longer renew its lease, and says so", async () => {
  const { file } = fleetNamed();
  const timers: (() => void)[] = [];
  let nowMs = 0;
  const clock = {
    ...machineClock,
    monotonicMs: () => nowMs,
    setTimer: (_delayMs: number, task: () => void) => {
      timers.push(task);
      return () => undefined;
    },
  };
  const environment = { FLEET_DATABASE: server.url() };
  const place = fleetLocation(file, join(folder, "lease.sqlite"));
  const { record, lock } = await openRecord({ place, database: { environment: "FLEET_DATABASE" }, environment, clock });
  const { lost } = await lock.hold("run");
  timers.pop()?.();
  await expect(lock.isHeld("run")).resolves.toBe(true);
  expect(lost.aborted).toBe(false);
  await record.close();
  nowMs += 30_001;
  const ended = new Promise((resolve) => lost.addEventListener("abort", resolve));
  timers.pop()?.();
  await ended;
  expect(reasonToEnd(lost)).toContain("lease of the run in the database has expired");
  expect(reasonToEnd(AbortSignal.abort())).toBe("a person stopped it");
});

test.each([
  [{ environment: "UNSET" }, /variable UNSET, which is missing or empty/u],
  [{ file: "/nowhere/url" }, /file \/nowhere\/url, which is missing or empty/u],
  [{ environment: "WRONG" }, /^The database 127\.0\.0\.1:\d+\/postgres can't be used: (?!.*phx_canary)/u],
  [{ environment: "HTTP" }, /should be postgres:\/\/user:password@host:5432\/name/u],
])("a record in %j is refused, without a secret", async (database, message) => {
  const { file } = fleetNamed();
  const environment = { WRONG: server.url(server.port, "phx_canary"), HTTP: "https://acme.example" };
  const refused = openRecord({ place: fleetLocation(file), database, environment });
  await expect(refused).rejects.toThrow(RecordError);
  await expect(refused).rejects.toThrow(message);
});
