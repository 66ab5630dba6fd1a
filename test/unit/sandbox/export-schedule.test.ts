import { describe, expect, test } from "@jest/globals";

import type { BatchExportRow } from "../../../packages/sandbox/src/routes/batch-exports/rows.ts";
import { backfillsOf, exportsOf, runsOf } from "../../../packages/sandbox/src/routes/batch-exports/rows.ts";
import { isGoing, requestBackfill, scheduleRuns } from "../../../packages/sandbox/src/routes/batch-exports/schedule.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";

/** Not a full hour. */
const NOW = "2030-01-02T03:04:05.000Z";
const HOUR_S = 3_600;
const at = (time: string): number => Date.parse(`2030-01-02T${time}Z`);

/** A sandbox with one export, and its schedule; the clock stands still. */
function opened(more: Partial<BatchExportRow> = {}, isScheduled = true) {
  const { world, control, seeded } = openWorld({ now: NOW });
  control.setClock(NOW, true);
  const row: BatchExportRow = {
    id: "e|é",
    organization: seeded.organizationId,
    project: 1,
    is_deleted: false,
    name: "Lake",
    model: "persons",
    destination: { type: "HTTP", config: {} },
    interval: "hour",
    paused: false,
    created_at: NOW,
    last_updated_at: NOW,
    last_paused_at: null,
    start_at: null,
    end_at: null,
    schema: null,
    filters: null,
    hogql_query: null,
    hogql_modifiers: null,
    primary_key: null,
    version_key: null,
    incremental_mode: "none",
    timezone: "UTC",
    offset_day: null,
    offset_hour: null,
    timer: null,
    outcome: { status: "Completed", error: null },
    ...more,
  };
  world.store.transaction(() => {
    const timer = isScheduled ? scheduleRuns(world, row) : null;
    exportsOf(world).put({ ...row, timer });
  });
  const own = () => exportsOf(world).get(row.id);
  const runs = () => runsOf(world).where({ batch_export: row.id }, { order: "created_ms ASC" });
  const ticks = () => world.store.tables.timers.all().filter(({ job }) => job === "batch-export-tick");
  const patch = (body: object) => control.call("PATCH", `batch-exports/${encodeURIComponent(row.id)}`, body);
  return { world, control, own, runs, ticks, patch };
}

describe("sandboxOnly: the schedule of an export", () => {
  test.each([
    ["hour", at("04:00:00")],
    ["day", Date.parse("2030-01-03T00:00:00Z")],
    ["every 5 minutes", at("03:05:00")],
  ] as const)("of every %s has its next run at the next full one", (interval, due) => {
    expect(
      opened({ interval })
        .ticks()
        .map(({ due_ms }) => due_ms),
    ).toEqual([due]);
  });

  test("runs for the hour that has passed: it starts, goes on, and ends, each in its time", () => {
    const { control, runs, ticks } = opened();
    control.setClock("2030-01-02T04:00:00Z", true);
    const [run] = runs();
    expect(run).toMatchObject({
      project: 1,
      batch_export: "e|é",
      backfill: null,
      status: "Starting",
      start_ms: at("03:00:00"),
      end_ms: at("04:00:00"),
      created_ms: at("04:00:00"),
      finished_ms: null,
      updated_ms: at("04:00:00"),
      records_completed: null,
      latest_error: null,
    });
    control.advanceClock(0.999);
    expect(runs().map(({ status }) => status)).toEqual(["Starting"]);
    control.advanceClock(0.001);
    expect(runs()).toMatchObject([{ status: "Running", finished_ms: null, updated_ms: at("04:00:01") }]);
    control.advanceClock(9.999);
    expect(runs()).toMatchObject([{ status: "Running" }]);
    control.advanceClock(0.001);
    expect(runs()).toMatchObject([
      { status: "Completed", finished_ms: at("04:00:11"), updated_ms: at("04:00:11"), records_total_count: null },
    ]);
    expect(ticks().map(({ due_ms }) => due_ms)).toEqual([at("05:00:00")]);
  });

  test.each<[what: string, more: Partial<BatchExportRow>, count: number]>([
    ["is paused", { paused: true }, 0],
    ["hasn't begun", { start_at: "2030-01-02T04:00:00.001Z" }, 0],
    ["begins now", { start_at: "2030-01-02T04:00:00Z" }, 1],
    ["has ended", { end_at: "2030-01-02T03:59:59.999Z" }, 0],
    ["ends now", { end_at: "2030-01-02T04:00:00Z" }, 1],
    ["is deleted", { is_deleted: true }, 0],
  ])("that %s has so many runs", (_what, more, count) => {
    const { control, runs, ticks } = opened(more);
    control.setClock("2030-01-02T04:00:00Z", true);
    expect([runs().length, ticks().length]).toEqual([count, more.is_deleted === true ? 0 : 1]);
  });

  test.each([
    [9, false],
    [10, true],
  ])("after %d failed runs is paused: %j", (count, isPaused) => {
    const { control, own, runs } = opened({ outcome: { status: "Failed", error: "no|é" } });
    control.setClock("2030-01-02T04:00:00Z", true);
    control.advanceClock((count - 1) * HOUR_S + 60);
    expect(
      runs().map(({ status, latest_error, records_completed }) => [status, latest_error, records_completed]),
    ).toEqual(Array.from({ length: count }, () => ["Failed", "no|é", null]));
    expect([own()?.paused, own()?.last_paused_at !== null]).toEqual([isPaused, isPaused]);
  });

  test.each([
    ["Starting", true],
    ["Running", true],
    ["Completed", false],
    ["Cancelled", false],
  ])("a run that is %s goes on: %j", (status, isOn) => {
    expect(isGoing({ status })).toBe(isOn);
  });
});

describe("sandboxOnly: the control plane of exports", () => {
  test("loses a schedule and finds it again, and changes nothing that is so already", () => {
    const { own, ticks, patch } = opened();
    const timer = own()?.timer;
    patch({ hasSchedule: true });
    expect([own()?.timer, ticks().length]).toEqual([timer, 1]);
    patch({ name: "Sea", outcome: { status: "Failed", error: null } });
    expect(own()).toMatchObject({ timer, name: "Sea", outcome: { status: "Failed", error: null } });
    patch({ hasSchedule: false });
    expect([own()?.timer, ticks(), own()?.name]).toEqual([null, [], "Sea"]);
    patch({ hasSchedule: false });
    patch({});
    expect([own()?.timer, ticks()]).toEqual([null, []]);
    patch({ hasSchedule: true });
    expect(ticks().map(({ id }) => id)).toEqual([own()?.timer]);
  });

  test("gives a deleted export no schedule", () => {
    const { own, ticks, patch } = opened({ is_deleted: true }, false);
    patch({ hasSchedule: true });
    expect([own()?.timer, ticks()]).toEqual([null, []]);
  });

  test("moves an export to another type, and keeps its settings", () => {
    const { own, patch } = opened();
    patch({ movedTo: { type: "AwsS3", integration: 7 } });
    expect(own()?.destination).toEqual({ type: "AwsS3", config: {}, integration: 7 });
  });

  test("deletes an export with its schedule, and knows no other", () => {
    const { control, own, ticks } = opened();
    control.call("DELETE", "batch-exports/e%7C%C3%A9");
    expect([own(), ticks()]).toMatchObject([{ is_deleted: true, timer: null }, []]);
    control.call("DELETE", "batch-exports/e%7C%C3%A9");
    expect(() => control.call("DELETE", "batch-exports/none")).toThrow("There is no batch export none.");
  });
});

describe("sandboxOnly: a backfill", () => {
  const backfilled = (startMs: number | null, endMs: number | null, more: Partial<BatchExportRow> = {}) => {
    const all = opened(more);
    const { world, control } = all;
    const id = world.store.transaction(() => requestBackfill(world, "e|é", { startMs, endMs }));
    const row = () => backfillsOf(world).get(id);
    const slices = () => all.runs().map(({ start_ms, end_ms, status }) => [start_ms, end_ms, status]);
    return { ...all, id, row, slices, pass: (seconds: number) => control.advanceClock(seconds) };
  };

  test("begins a second later, and exports one slice after the other up to its end", () => {
    const { row, slices, pass, id, runs } = backfilled(at("00:00:00"), at("01:30:00"));
    pass(0.999);
    expect(row()).toBeUndefined();
    pass(0.001);
    expect(row()).toMatchObject({ id, status: "Running", start_ms: at("00:00:00"), end_ms: at("01:30:00") });
    expect(slices()).toEqual([[at("00:00:00"), at("01:00:00"), "Starting"]]);
    expect(runs().map(({ backfill }) => backfill)).toEqual([id]);
    pass(11);
    expect(slices().slice(1)).toEqual([[at("01:00:00"), at("01:30:00"), "Starting"]]);
    expect(row()).toMatchObject({ status: "Running", finished_ms: null });
    pass(11);
    expect([slices().length, row()?.status, row()?.finished_ms]).toEqual([2, "Completed", at("03:04:28")]);
  });

  test("up to now exports whole slices alone", () => {
    const { row, slices, pass } = backfilled(at("01:30:00"), null);
    pass(60);
    expect(slices()).toEqual([[at("01:30:00"), at("02:30:00"), "Completed"]]);
    expect(row()?.status).toBe("Completed");
  });

  test.each([
    [null, at("02:00:00"), at("02:00:00")],
    [null, null, at("03:04:06")],
  ])("without a start (%j to %j) is one run", (startMs, endMs, end) => {
    const { row, slices, pass } = backfilled(startMs, endMs);
    pass(60);
    expect([slices(), row()?.status]).toEqual([[[null, end, "Completed"]], "Completed"]);
  });

  test("ends with its first run that fails, and a cancelled one goes no further", () => {
    const failing = backfilled(at("00:00:00"), at("02:00:00"), { outcome: { status: "FailedRetryable", error: "e" } });
    failing.pass(60);
    expect([failing.slices().length, failing.row()?.status]).toEqual([1, "FailedRetryable"]);
    const stopped = backfilled(at("00:00:00"), at("02:00:00"));
    stopped.pass(1);
    const row = stopped.row();
    stopped.world.store.transaction(() => backfillsOf(stopped.world).put({ ...row!, status: "Cancelled" }));
    stopped.pass(60);
    expect([stopped.slices().length, stopped.row()?.status]).toEqual([1, "Cancelled"]);
  });

  test("of an export that was deleted meanwhile doesn't begin", () => {
    const { control, row, pass } = backfilled(at("00:00:00"), at("02:00:00"));
    control.call("DELETE", "batch-exports/e%7C%C3%A9");
    pass(60);
    expect(row()).toBeUndefined();
  });
});
