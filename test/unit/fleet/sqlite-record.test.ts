import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { FleetOrganization } from "../../../packages/fleet/src/expansion/expand.ts";
import { fingerprintOf } from "../../../packages/fleet/src/expansion/fingerprint.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { NO_CHANGES, type Outcome } from "../../../packages/fleet/src/run/events.ts";
import { createFakeClock, FAKE_START, type FakeClock } from "../../support/fake-clock.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const OPTIONS = { isRefresh: true, isApproved: false, share: 0.25 };
const LATER = "2026-11-20T00:00:01.637Z";

let folder: string;
let clock: FakeClock;
let record: SqliteRecord;
/** In the order of the file; the wave of each is given apart. */
let organizations: readonly FleetOrganization[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-record-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  clock = createFakeClock();
  record = new SqliteRecord(join(folder, "runs.sqlite"), clock);
  const entries = ["c", "a", "b"].map((name) => ({ name, template: "free", formerNames: [`${name}-0`, `${name}-1`] }));
  const content = { templates: { free: { engine: "pulumi", path: "." } }, organizations: entries };
  const all = fleetOf(join(folder, "fleet.yaml"), JSON.stringify(content)).organizations;
  organizations = all.map((one, index) => ({ ...one, wave: [1, 0, 1][index] ?? 0 }));
});
afterEach(async () => {
  await record.close();
  rmSync(folder, { recursive: true });
});

const outcome = (state: Outcome["state"], more: Partial<Outcome> = {}): Outcome => ({
  state,
  changes: { ...NO_CHANGES, create: 3 },
  durationMs: 1501.5,
  message: "it said: ü 'x' |",
  ...more,
});
const only = (name: string): FleetOrganization[] => organizations.filter((one) => one.name === name);

describe("a run in a file", () => {
  test("is recorded as it began, with its organizations by wave, and then by their order", async () => {
    const run = await record.begin("up", organizations, 2, OPTIONS);
    const began = { id: run, action: "up", state: "running", started: FAKE_START, waves: 2, approved: 0 };
    expect([run, await record.run(run)]).toEqual([
      1,
      { ...began, ended: undefined, reason: undefined, options: OPTIONS },
    ]);
    const waits = { template: "free", state: "waiting", started: undefined, outcome: undefined };
    expect(await record.organizationsOf(run)).toEqual([
      { ...waits, name: "a", wave: 0 },
      { ...waits, name: "c", wave: 1 },
      { ...waits, name: "b", wave: 1 },
    ]);
    await expect(record.run(2)).rejects.toThrow(new Error("Run 2 is not in the record."));
    expect(await record.organizationsOf(2)).toEqual([]);
  });

  test("ends when it doesn't run any more, and goes on without an end and a reason", async () => {
    const [run, other] = [await record.begin("up", [], 1, OPTIONS), await record.begin("up", [], 1, OPTIONS)];
    clock.advance(1000);
    const seen: unknown[] = [];
    for (const [state, reason] of [["held", "é|"], ["running"], ["stopped", "why"], ["ended"]] as const) {
      await record.setState(run, state, reason);
      const { state: is, ended, reason: why } = await record.run(run);
      seen.push([is, ended, why]);
    }
    expect(seen).toEqual([
      ["held", LATER, "é|"],
      ["running", undefined, undefined],
      ["stopped", LATER, "why"],
      ["ended", LATER, undefined],
    ]);
    expect(await record.run(other)).toMatchObject({ state: "running", ended: undefined });
  });

  test("has each organization as it was started and ended, and what failed waits after a retry", async () => {
    const run = await record.begin("up", organizations, 2, OPTIONS);
    const other = await record.begin("up", organizations, 2, OPTIONS);
    clock.advance(1000);
    for (const name of ["a", "b", "c"]) expect(await record.start(run, name)).toBe(true);
    await record.end(run, "a", outcome("succeeded"));
    await record.end(run, "b", outcome("failed"));
    const states = async (of: number) =>
      (await record.organizationsOf(of)).map(({ name, state, started, outcome: had }) => [name, state, started, had]);
    const [succeeded, failed] = [outcome("succeeded"), outcome("failed")];
    expect(await states(run)).toEqual([
      ["a", "succeeded", LATER, succeeded],
      ["c", "running", LATER, undefined],
      ["b", "failed", LATER, failed],
    ]);
    expect(await record.tallyOf(run)).toEqual({ succeeded: 1, failed: 1, notStarted: 1 });
    await record.retry(run);
    expect((await states(run)).map(([, state]) => state)).toEqual(["succeeded", "running", "waiting"]);
    await record.start(run, "b");
    expect((await states(run))[2]).toEqual(["b", "running", LATER, undefined]);
    expect((await states(other)).map(([, state]) => state)).toEqual(["waiting", "waiting", "waiting"]);
  });

  test("has its approvals, the oldest first, and a word counts for all waves up to its own", async () => {
    const [run, other] = [await record.begin("up", [], 3, OPTIONS), await record.begin("up", [], 3, OPTIONS)];
    const given = [
      { wave: 2, at: LATER, digest: "d", comment: "é 'x' |" },
      { wave: 3, at: FAKE_START, digest: "d", by: "ann", signature: "s" },
      { wave: 1, at: FAKE_START, digest: "e", by: "ben" },
    ];
    for (const one of given) await record.approve(run, one);
    expect([await record.approvalsOf(run), await record.approvalsOf(other)]).toEqual([given, []]);
    expect([(await record.run(run)).approved, (await record.run(other)).approved]).toEqual([2, 0]);
  });
});

test("the newest run is that of an action, of a shard, or of any", async () => {
  expect(await record.newest()).toBeUndefined();
  const shards = [undefined, { index: 1, of: 12 }, { index: 11, of: 2 }];
  for (const shard of shards) await record.begin("up", [], 1, { ...OPTIONS, ...(shard && { shard }) });
  await record.begin("plan", [], 1, OPTIONS);
  await record.begin("plan", [], 1, { ...OPTIONS, shard: shards[1] });
  await record.begin("retire", [], 1, OPTIONS);
  const newest = async (...asked: Parameters<typeof record.newest>) => (await record.newest(...asked))?.id;
  expect([await newest(), await newest("up"), await newest("plan"), await newest("retire")]).toEqual([6, 3, 5, 6]);
  const [, first, eleventh] = shards;
  expect([await newest(undefined, first), await newest("up", first), await newest("up", eleventh)]).toEqual([5, 2, 3]);
  expect([await newest("plan", eleventh), await newest("up", { index: 1, of: 1 })]).toEqual([undefined, undefined]);
});

test("only an up leaves the facts of its organizations, with their former names", async () => {
  await record.begin("plan", only("a"), 1, OPTIONS);
  expect([await record.factsOf("a"), [...(await record.formerNames())]]).toEqual([undefined, []]);
  await record.begin("up", [...only("a"), ...only("b")], 1, OPTIONS);
  await record.keep("calls of organization", { formerNames: ["not one"] });
  expect(await record.factsOf("a")).toEqual({
    formerNames: ["a-0", "a-1"],
    key: "a-0",
    template: "free",
    engine: "pulumi",
    folder,
    values: {},
    labels: {},
    sharesProvider: true,
    credential: "default",
  });
  expect([...(await record.formerNames())].toSorted()).toEqual(["a-0", "a-1", "b-0", "b-1"]);
  expect(await record.factsOf("c")).toBeUndefined();
});

test("a value that is kept replaces the one before, under its own name", async () => {
  await record.keep("é", { calls: 12 });
  await record.keep("é", [null, "|"]);
  await record.keep("e", 0);
  expect([await record.kept("é"), await record.kept("e"), await record.kept("E")]).toEqual([[null, "|"], 0, undefined]);
});

test("the last run of an organization is one that could have changed it", async () => {
  const up = await record.begin("up", [...only("a"), ...only("b")], 2, OPTIONS);
  await record.start(up, "a");
  await record.begin("plan", only("a"), 2, OPTIONS);
  expect(await record.lastRunOf("a")).toEqual({ run: await record.run(up), state: "running" });
  const retirement = await record.begin("retire", only("a"), 2, OPTIONS);
  clock.advance(1000);
  await record.hold(retirement, "a", outcome("succeeded", { calls: 7 }), "it waits");
  expect(await record.lastRunOf("a")).toEqual({ run: await record.run(retirement), state: "waiting" });
  expect(await record.run(retirement)).toMatchObject({ state: "held", reason: "it waits", ended: LATER });
  expect((await record.organizationsOf(retirement))[0]?.outcome).toEqual(outcome("succeeded", { calls: 7 }));
  expect([(await record.lastRunOf("b"))?.state, await record.lastRunOf("c")]).toEqual(["waiting", undefined]);
});

test("the requests of an organization are those of the latest run that succeeded: an up before any plan", async () => {
  const means: unknown[] = [await record.callsEach()];
  const runs: readonly (readonly ["up" | "plan", readonly Outcome[]])[] = [
    ["plan", [outcome("succeeded", { calls: 3 }), outcome("succeeded", { calls: 6 })]],
    ["plan", [outcome("failed", { calls: 90 }), outcome("succeeded", { calls: 2 })]],
    ["plan", [outcome("failed", { calls: 90 }), outcome("succeeded")]],
    ["up", [outcome("succeeded", { calls: 13 }), outcome("succeeded")]],
    ["plan", [outcome("succeeded", { calls: 1 })]],
    ["up", [outcome("succeeded", { calls: 15 }), outcome("succeeded", { calls: 16 })]],
  ];
  for (const [action, outcomes] of runs) {
    const run = await record.begin(action, organizations, 2, OPTIONS);
    for (const [index, one] of outcomes.entries()) await record.end(run, ["a", "b"][index] ?? "", one);
    means.push(await record.callsEach());
  }
  expect(means).toEqual([undefined, 4.5, 2, 2, 13, 13, 15.5]);
});

test("the last ups have what ran in its latest run, without what is retired", async () => {
  const first = await record.begin("up", organizations, 2, OPTIONS);
  for (const name of ["a", "b"]) await record.start(first, name);
  await record.end(first, "a", outcome("succeeded"));
  await record.end(first, "b", outcome("failed"));
  const [a, b] = ["a", "b"].map((name) => ({ fingerprint: fingerprintOf(only(name)[0]!) }));
  const ups = async () => [...(await record.lastUps())].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const before = [
    ["a", { ...a, state: "succeeded" }],
    ["b", { ...b, state: "failed" }],
  ];
  expect(await ups()).toEqual(before);
  await record.retry(first);
  expect(await ups()).toEqual(before);
  await record.end(await record.begin("plan", only("a"), 1, OPTIONS), "a", outcome("failed"));
  const retirement = await record.begin("retire", only("a"), 2, OPTIONS);
  await record.hold(retirement, "a", outcome("succeeded"), "it waits");
  expect(await ups()).toEqual(before);
  await record.end(retirement, "a", outcome("succeeded"));
  expect(await ups()).toEqual([["b", { ...b, state: "failed" }]]);
  await record.start(await record.begin("up", only("a"), 2, OPTIONS), "a");
  expect((await ups())[0]).toEqual(["a", { ...a, state: "running" }]);
});

test("a run that can't be recorded whole leaves nothing", async () => {
  const doubled = record.begin("up", [...only("a"), ...only("a")], 1, OPTIONS);
  await expect(doubled).rejects.toThrow("UNIQUE constraint failed: organizations.run, organizations.name");
  expect([await record.newest(), await record.factsOf("a")]).toEqual([undefined, undefined]);
});

test("the counts of a record are those that every ledger of it has, by its clock", async () => {
  const [one, other] = [record.counts(), record.counts()];
  const nowMs = clock.nowMs();
  one.exchange([{ key: "k", ended: [[nowMs, 2]], held: 3, spanMs: 1000 }], () => undefined);
  expect(other.read("k", nowMs - 1)).toEqual({ ended: [[nowMs, 2]], elsewhere: 3, pausedUntilMs: 0 });
});
