import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import type { TestAnswer } from "./client.ts";
import { ExportFixture } from "./export-fixture.ts";

let stage: ExportFixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];

describe.each(DIALECTS)("recorded: runs of batch exports in dialect %s, flow 7", (dialect) => {
  beforeEach(async () => {
    stage = await ExportFixture.open(dialect);
  });
  afterEach(() => stage.fixture.close());

  test("batch exports runs: one starts at every full interval, runs and completes; a paused export has none", async () => {
    const { path } = await stage.make();
    await stage.capture("2026-03-02T10:10:00Z");
    stage.seconds(40 * 60);
    const [starting] = (await stage.get(path)).latest_runs;
    expect(starting).toMatchObject({
      status: "Starting",
      data_interval_start: "2026-03-02T10:00:00Z",
      data_interval_end: "2026-03-02T11:00:00Z",
      finished_at: null,
    });
    stage.seconds(1);
    expect((await stage.get(`${path}runs/${starting.id}/`)).status).toBe("Running");
    stage.seconds(10);
    expect(await stage.get(`${path}runs/${starting.id}/`)).toMatchObject({
      status: "Completed",
      records_completed: 1,
      records_total_count: 1,
      finished_at: "2026-03-02T11:00:11Z",
    });
    await stage.fixture.call("POST", `${path}pause/`);
    stage.seconds(3600);
    expect((await stage.get(path)).latest_runs).toHaveLength(1);
    await stage.fixture.call("POST", `${path}unpause/`);
    stage.seconds(24 * 3600);
    expect((await stage.get(path)).latest_runs).toHaveLength(10);
    expect((await stage.get(`${path}runs/?limit=2`)).results).toHaveLength(25);
    expect((await stage.get(`${path}runs/?after=zzz`)).results).toEqual([]);
  });

  test("batch exports runs: none outside start and end, and they follow a changed interval", async () => {
    const { path } = await stage.make({ start_at: "2026-03-02T12:00:00Z", end_at: "2026-03-02T13:00:00Z" });
    stage.seconds(5 * 3600);
    const ends = (await stage.get(path)).latest_runs.map((run: { data_interval_end: string }) => run.data_interval_end);
    expect(ends).toEqual(["2026-03-02T13:00:00Z", "2026-03-02T12:00:00Z"]);
    await stage.fixture.call("PATCH", path, { start_at: null, end_at: null, interval: "day" });
    stage.seconds(24 * 3600);
    expect((await stage.get(path)).latest_runs[0].data_interval_end).toBe("2026-03-03T00:00:00Z");
    expect((await stage.get(path)).latest_runs).toHaveLength(3);
  });

  test("batch exports pause automatically after ten of the latest runs have failed", async () => {
    const { path, id } = await stage.make();
    const outcome = { status: "Failed", error: "no such bucket" };
    stage.fixture.sandbox.control.call("PATCH", `batch-exports/${id}`, { outcome });
    stage.seconds(9 * 3600);
    expect((await stage.get(path)).paused).toBe(false);
    stage.seconds(5 * 3600);
    const row = await stage.get(path);
    expect([row.paused, row.last_paused_at, row.latest_runs.length]).toEqual([true, "2026-03-02T20:00:11Z", 10]);
    expect(row.latest_runs[0]).toMatchObject({ status: "Failed", latest_error: "no such bucket" });
  });

  test("batch exports runs: a running one is canceled, a finished one is retried by a backfill", async () => {
    const { path } = await stage.make();
    stage.seconds(40 * 60);
    const [run] = (await stage.get(path)).latest_runs;
    const act = (action: string) => stage.fixture.call("POST", `${path}runs/${run.id}/${action}/`);
    expect((await act("cancel")).json).toEqual({ cancelled: true });
    stage.seconds(60);
    expect(await stage.get(`${path}runs/${run.id}/`)).toMatchObject({ status: "Cancelled", finished_at: null });
    expect((await act("cancel")).json.detail).toBe("Cannot cancel a run that is in 'Cancelled' status");
    const { json } = await act("retry");
    expect(json.backfill_id).toMatch(/-Backfill-2026-03-02T10:00:00\+00:00-2026-03-02T11:00:00\+00:00$/);
    stage.seconds(60);
    const again = (await stage.get(path)).latest_runs[0];
    expect([again.status, again.data_interval_end]).toEqual(["Completed", run.data_interval_end]);
    expect((await stage.fixture.call("DELETE", `${path}runs/${run.id}/`)).status).toBe(403);
    expect((await stage.fixture.call("GET", `${path}runs/${run.id}/?after=2100-01-01`)).status).toBe(404);
  });

  test("batch exports backfill: one run after another, as its progress shows", async () => {
    await stage.capture("2026-03-01T00:00:00Z");
    const { path } = await stage.make({ paused: true });
    const range = { start_at: "2026-03-01T00:00:00Z", end_at: "2026-03-01T03:00:00Z" };
    expect((await stage.fixture.call("POST", `${path}backfill/`, range)).status).toBe(200);
    stage.seconds(1 + 11 + 5);
    const [backfill] = (await stage.get(`${path}backfills/`)).results;
    expect(backfill).toMatchObject({
      status: "Running",
      progress: { total_runs: 3, finished_runs: 1, progress: 0.3 },
      start_at: range.start_at,
    });
    stage.seconds(60);
    expect(await stage.get(`${path}backfills/${backfill.id}/`)).toMatchObject({
      status: "Completed",
      progress: { total_runs: 3, finished_runs: 3, progress: 1 },
    });
    const cancelled = await stage.fixture.call("POST", `${path}backfills/${backfill.id}/cancel/`);
    expect(cancelled.json.detail).toBe("Cannot cancel a backfill that is in 'Completed' status");
    expect((await stage.get(path)).latest_runs).toHaveLength(3);
  });

  test.each([1, 120])("batch exports runs: pages by cursor contain every run once, %d at a time", async (atOnce) => {
    const { path, id } = await stage.make({ paused: true });
    for (let index = 0; index < 230; index += 1) {
      const created_at = new Date(Date.parse("2026-03-02T09:00:00Z") + Math.floor(index / atOnce) * 1000).toISOString();
      const run = { status: "Completed", start_at: null, end_at: created_at, created_at };
      stage.fixture.sandbox.control.call("POST", `batch-exports/${id}/runs`, run);
    }
    const walk = async (from: string, way: "next" | "previous") => {
      const pages: { ids: string[]; back: string }[] = [];
      for (let link: string | null = from; link !== null;) {
        const page: TestAnswer["json"] = await stage.get(link.replace(stage.fixture.sandbox.host, ""));
        pages.push({ ids: page.results.map((run: { id: string }) => run.id), back: page.previous });
        link = page[way];
      }
      return pages;
    };
    const forwards = await walk(`${path}runs/`, "next");
    expect(forwards.map(({ ids }) => ids.length)).toEqual([100, 100, 30]);
    expect(new Set(forwards.flatMap(({ ids }) => ids)).size).toBe(230);
    // When read backwards, the service's pages lose rows if all rows of a page have the same time.
    const from = atOnce === 1 ? forwards[2] : forwards[1];
    const expected = forwards.slice(0, atOnce === 1 ? 2 : 1).toReversed();
    expect((await walk(from?.back ?? "", "previous")).map(({ ids }) => ids)).toEqual(expected.map(({ ids }) => ids));
    expect((await stage.fixture.call("GET", `${path}runs/?cursor=cD16eno=`)).status).toBe(404);
  });
});
