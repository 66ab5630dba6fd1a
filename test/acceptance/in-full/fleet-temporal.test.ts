import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect } from "@jest/globals";

import { testInFull } from "../../support/extent.ts";
import { Cluster, type Running } from "../fleet/support/cluster.ts";

const LIMIT_MS = 1_800_000;
/** How often a worker or the server is killed. */
const KILLS = 8;
const NUMBER = 40;
/** A minute of the budget takes three seconds. */
const TIME_SCALE = 20;
const PER_MINUTE = 30;

const names = Array.from({ length: NUMBER }, (_, index) => `org-${index + 1}`);
const listed = Object.fromEntries(names.map((name) => [name, "all"]));
const END = `{"event":"end","succeeded":${NUMBER},"failed":0,"notStarted":0}`;

let cluster: Cluster | undefined;
afterEach(async () => {
  await cluster?.dispose();
  cluster = undefined;
});

/** Follows the run to its end, and tries again if the server was gone meanwhile. */
async function toEnd(on: Cluster): Promise<Awaited<Running["ended"]>> {
  let last = await on.run("up", "--yes", "--json");
  for (let tries = 0; last.code !== 0 && tries < 20; tries += 1) {
    await pause(2_000);
    last = await on.run("resume", "--yes", "--json");
  }
  return last;
}

testInFull(
  "a run ends as usual although workers and the server are killed at random moments",
  async () => {
    const on = (cluster = await Cluster.start());
    on.writeFleet(listed, { parallel: 2, stop: { failures: NUMBER } });
    const workers = [await on.worker("--workers", "2", "--record", "a.sqlite")];
    workers.push(await on.worker("--workers", "2", "--record", "b.sqlite"));
    let hasEnded = false;
    const ended = toEnd(on).finally(() => (hasEnded = true));
    for (let kills = 0; kills < KILLS; kills += 1) {
      await pause(1_000 + Math.random() * 4_000);
      if (kills % 4 === 3) {
        await on.server.kill();
        await on.server.run();
        continue;
      }
      const which = kills % 2;
      workers[which]!.child.kill("SIGKILL");
      await workers[which]!.ended;
      workers[which] = await on.worker("--workers", "2", "--record", which === 0 ? "a.sqlite" : "b.sqlite");
    }
    const { code, stdout } = await ended;
    expect(hasEnded).toBe(true);
    expect([code, stdout.trim().split("\n").at(-1)]).toEqual([0, END]);
    expect(on.projects()).toEqual(names.toSorted());
  },
  LIMIT_MS,
);

testInFull(
  "three workers with one credential stay together within its budget",
  async () => {
    const on = (cluster = await Cluster.start({}, { ORGFORM_FLEET_TIME_SCALE: String(TIME_SCALE) }));
    on.writeFleet(listed, { parallel: 2, budget: { requestsPerMinute: PER_MINUTE } });
    for (const record of ["a", "b", "c"]) await on.worker("--workers", "3", "--record", `${record}.sqlite`);
    expect((await on.run("up", "--yes", "--json")).stdout.trim().split("\n").at(-1)).toBe(END);
    // A fourth worker would exceed the budget, so it refuses to work.
    expect(await on.run("worker", "--workers", "3", "--record", "d.sqlite")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("3 other workers run, and the budget is shared by 3"),
    });
    const times = on.sandbox.control.requests().map(({ at }) => Date.parse(at));
    const windowMs = 60_000 / TIME_SCALE;
    const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
    expect(times.length).toBeGreaterThan(2 * PER_MINUTE);
    expect(most).toBeLessThanOrEqual(PER_MINUTE);
    // The budget did slow the workers down: they used a large part of it.
    expect(most).toBeGreaterThan(PER_MINUTE / 3);
  },
  LIMIT_MS,
);

testInFull(
  "a run that a person stops ends its engines cleanly, and continues after a resume",
  async () => {
    const on = (cluster = await Cluster.start());
    on.writeFleet(listed, { parallel: 2 });
    const worker = await on.worker();
    const followed = on.start("up", "--yes", "--json");
    while (on.projects().length < 3) await pause(50);
    expect((await on.run("stop")).code).toBe(0);
    expect((await followed.ended).code).toBe(1);
    expect((await on.run("status")).stdout).toContain("stopped");
    const made = on.projects().length;
    expect(made).toBeLessThan(NUMBER);
    const resumed = await on.run("resume", "--yes", "--json");
    expect([resumed.code, resumed.stdout.trim().split("\n").at(-1)]).toEqual([0, END]);
    expect(on.projects()).toEqual(names.toSorted());
    worker.child.kill("SIGTERM");
    expect((await worker.ended).code).toBe(0);
  },
  LIMIT_MS,
);
