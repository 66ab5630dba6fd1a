import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { callControl, controlRouteWith } from "../../../packages/sandbox/src/control/family-control.ts";
import type { ControlRoute } from "../../../packages/sandbox/src/family.ts";
import { type Job, runDue, schedule, startRecurring } from "../../../packages/sandbox/src/scheduler.ts";
import { worldWith } from "./world-with.ts";

const START = "2030-01-01T00:00:00Z";
const at = (seconds: number): number => Date.parse(START) + seconds * 1000;

function recording(): { seen: string[]; note: Job } {
  const seen: string[] = [];
  return {
    seen,
    note: (world, data) => void seen.push(`${String(data)} ${new Date(world.clock.nowMs()).toISOString()}`),
  };
}

describe("sandboxOnly: the scheduler", () => {
  test("runs what is due in the order of time, each at its own time, and only once", () => {
    const { seen, note } = recording();
    const { world } = worldWith([], { now: START });
    const jobs = { once: { note }, recurring: {} };
    world.store.transaction(() => {
      schedule(world, "note", at(60), "second");
      schedule(world, "note", at(30), "first");
      schedule(world, "note", at(7200), "later");
    });
    world.clock.set(at(3600), true);
    runDue(world, jobs);
    runDue(world, jobs);
    expect(seen).toEqual(["first 2030-01-01T00:00:30.000Z", "second 2030-01-01T00:01:00.000Z"]);
    expect(world.clock.nowMs()).toBe(at(3600));
  });

  test("runs a recurring job for every time that was passed, and leaves a refused one where it was", () => {
    const { seen, note } = recording();
    const run: Job = (world, data) => {
      note(world, data);
      return world.clock.nowMs() + 60_000;
    };
    const { world } = worldWith([], { now: START });
    const jobs = { once: {}, recurring: { minute: { firstMs: () => at(60), run } } };
    world.clock.set(at(0), true);
    startRecurring(world, jobs);
    startRecurring(world, jobs);
    world.clock.set(at(150), true);
    runDue(world, jobs);
    expect(seen).toHaveLength(2);
    expect(world.store.tables.timers.one({ job: "minute" })?.due_ms).toBe(at(180));
  });

  test("refuses a job that nobody registered", () => {
    const { world } = worldWith([], { now: START });
    world.store.transaction(() => schedule(world, "nobody", at(0)));
    world.clock.set(at(1), true);
    expect(() => runDue(world, { once: {}, recurring: {} })).toThrow("there is no job nobody");
  });
});

describe("sandboxOnly: control routes of families", () => {
  const { world } = worldWith([]);
  const routes: readonly ControlRoute[] = [
    controlRouteWith("POST", "things/:id/turn", z.strictObject({ by: z.number() }), (_world, request) => {
      const { parameters, body, query } = request;
      // @ts-expect-error -- the path has no such parameter, so reading it doesn't compile
      const stray: unknown = parameters.other_id;
      return [parameters.id, body.by, query["x"], stray];
    }),
  ];
  const call = (method: string, path: string, body?: unknown): unknown =>
    callControl(world, routes, { method, path, body });

  test("gets path, query and body, and refuses what does not fit", () => {
    expect(call("POST", "things/a%20b/turn/?x=1", { by: 2 })).toEqual(["a b", 2, "1", undefined]);
    expect(() => call("POST", "things/a/turn", { by: "2" })).toThrow("by: ");
    expect(() => call("GET", "things/a/turn", undefined)).toThrow("The control plane has no GET things/a/turn.");
  });
});
