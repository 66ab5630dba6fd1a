import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { CANARY, Cluster, type Event, until } from "../support/cluster.ts";

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.start();
  cluster.writeFleet(
    { acme: "canary", birch: "all", cedar: "all" },
    { waves: [{ labels: { stage: "canary" } }, { share: "100%", approve: true }], parallel: 2 },
  );
}, 120_000);

afterAll(() => cluster.dispose());

test("a run on Temporal waits for a person, refuses a second run, and survives its worker", async () => {
  const first = await cluster.worker();
  const held = await cluster.run("up", "--yes", "--json");
  expect(
    held.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Event),
  ).toEqual([
    { event: "start", run: 1, action: "up", organizations: 3, waves: 2 },
    { event: "wave", wave: 1, state: "started", organizations: 1 },
    { event: "organization", name: "acme", wave: 1, state: "started" },
    expect.objectContaining({
      name: "acme",
      state: "succeeded",
      changes: { ...NONE, create: 1 },
      calls: expect.any(Number),
    }),
    { event: "wave", wave: 1, state: "ended", organizations: 1 },
    { event: "wave", wave: 2, state: "held", organizations: 2 },
    { event: "end", succeeded: 1, failed: 0, notStarted: 2 },
  ]);
  expect(held.code).toBe(3);
  expect(await cluster.run("up", "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Another run of this fleet is in progress on Temporal"),
  });
  expect((await cluster.run("status")).stdout).toContain("held: wave 2 is waiting for approval");

  // One more worker would exceed its part of the budget.
  expect(await cluster.run("worker", "--record", "second.sqlite")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("1 other worker runs, and the budget is shared by 1"),
  });

  expect((await cluster.run("approve")).stdout).toContain("Wave 2 is starting");
  cluster.sandbox.control.addFault({ kind: "delay-after", delayMs: 3000, method: "POST", times: 2 });
  const followed = cluster.start("resume", "--yes", "--json");
  await until(() => cluster.projects().length > 1, first.lines);
  first.child.kill("SIGKILL");
  const second = await cluster.worker();
  const { code, stdout } = await followed.ended;
  expect(second.lines()).toMatch(/^(?:birch|cedar) started again, with a repair$/mu);
  expect({ stdout, code }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('{"event":"end","succeeded":3,"failed":0,"notStarted":0}'),
  });
  // Nothing was created twice, and the server stores neither the key nor the values of organizations.
  expect(cluster.projects()).toEqual(["acme", "birch", "cedar"]);
  const database = cluster.server.database();
  expect([cluster.sandbox.apiKey, CANARY].filter((secret) => database.includes(secret))).toEqual([]);
  expect(database.includes("birch")).toBe(true);
  second.child.kill("SIGTERM");
  expect((await second.ended).code).toBe(0);
}, 120_000);
