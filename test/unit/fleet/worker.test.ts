import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, jest, test } from "@jest/globals";
import type * as client from "@temporalio/client";

import { machineClock } from "../../../packages/fleet/src/clock.ts";
import { fleetLocation } from "../../../packages/fleet/src/fleet-place.ts";
import { FileLock } from "../../../packages/fleet/src/record/run-lock.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { CallsEach } from "../../../packages/fleet/src/temporal/calls-each.ts";
import { workerIdentity } from "../../../packages/fleet/src/temporal/names.ts";
import { fleetEngines } from "../../../src/engines/index.ts";
import { until } from "../../support/until.ts";

/** What was opened and closed, in order, and the workers with their options. */
const log: string[] = [];
let workers: FakeWorker[] = [];
let others: string[] = [];
let fails: string | undefined;

class FakeWorker {
  readonly options: Readonly<Record<string, unknown>>;
  #state = "INITIALIZED";
  #end: () => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(options: Readonly<Record<string, unknown>>) {
    this.options = options;
  }
  static async create(options: Readonly<Record<string, unknown>>): Promise<FakeWorker> {
    if (options["taskQueue"] === fails) throw new Error("no such queue");
    const worker = new FakeWorker(options);
    workers.push(worker);
    return worker;
  }
  run(): Promise<void> {
    this.#state = "RUNNING";
    return new Promise<void>((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
  }
  getState = (): string => this.#state;
  shutdown(): void {
    if (this.#state !== "RUNNING") throw new Error(`A worker that is ${this.#state} can't be shut down.`);
    this.#state = "STOPPED";
    log.push(`end ${String(this.options["taskQueue"])}`);
    this.#end();
  }
  die(): void {
    this.#state = "FAILED";
    this.#fail(new Error("the worker died"));
  }
}

const opened = (what: string) => ({
  connect: async ({ address }: { address: string }) => {
    log.push(`open ${what} ${address}`);
    const pollers = others.map((identity) => ({ identity, lastAccessTime: { seconds: Date.now() / 1000 } }));
    const workflowService = { describeTaskQueue: async () => ({ pollers }) };
    return { workflowService, close: async () => void log.push(`close ${what}`) };
  },
});

jest.doMock("@temporalio/client", () => ({
  ...jest.requireActual<typeof client>("@temporalio/client"),
  Connection: opened("client"),
}));
jest.doMock("@temporalio/worker", () => ({
  bundleWorkflowCode: async ({ workflowsPath }: { workflowsPath: string }) => ({
    code: workflowsPath.split("/").at(-1),
  }),
  DefaultLogger: function Silent() {},
  NativeConnection: opened("worker"),
  Runtime: {
    install: ({ shutdownSignals }: { shutdownSignals: readonly string[] }) =>
      log.push(`signals ${shutdownSignals.length}`),
  },
  Worker: FakeWorker,
}));

const folder = mkdtempSync(join(tmpdir(), "orgform-worker-"));
mkdirSync(join(folder, "program"));
writeFileSync(join(folder, "program/Pulumi.yaml"), "name: test\nruntime: nodejs\n");
afterAll(() => rmSync(folder, { recursive: true }));

let file: string;
let stop: AbortController;
let fleets = 0;
beforeEach(() => {
  fleets += 1;
  file = join(folder, `fleet-${fleets}.yaml`);
  const own = Array.from({ length: 11 }, (_, index) => ({ name: `org-${index}`, template: "free", credential: "big" }));
  const content = {
    templates: { free: { engine: "pulumi", path: "./program" } },
    credentials: { big: { environment: "KEY_B" } },
    organizations: [{ name: "acme", template: "free" }, ...own],
    parallel: 7,
    budget: { requestsPerMinute: 120 },
  };
  writeFileSync(file, JSON.stringify(content));
  log.length = 0;
  workers = [];
  others = [];
  fails = undefined;
  stop = new AbortController();
});

async function started(more: object = {}) {
  const { runFleetWorker } = await import("../../../packages/fleet/src/temporal/worker.ts");
  const said: string[] = [];
  const ended = runFleetWorker({
    file,
    environment: { ORGFORM_API_KEY: "phx_canary", TEMPORAL_API_KEY: "canary" },
    engines: fleetEngines,
    temporal: { address: "here:1", namespace: "n", apiKey: () => undefined, tls: false },
    workers: 2,
    signal: stop.signal,
    log: (text) => said.push(text),
    ...more,
  });
  const outcome = ended.then(
    () => "ended",
    (error: unknown) => String(error),
  );
  const all = (many: number): Promise<void> =>
    until(() => workers.length >= many && workers.every((one) => one.getState() !== "INITIALIZED"));
  return { outcome, said, all };
}

const looks = { look: async () => "clean" as const };
const queues = (): string[] => workers.map(({ options }) => String(options["taskQueue"])).toSorted();

test("a worker polls a queue for the small credentials, one for each big one, and one for looks, until it's asked to end", async () => {
  const { outcome, said, all } = await started({ looks });
  await all(3);
  const name = `orgform-fleet-${fleets}`;
  expect(queues()).toEqual([name, `${name}/big`, `${name}/watch`]);
  const base = {
    namespace: "n",
    identity: workerIdentity(hostname(), fleetLocation(file).recordFile),
    maxConcurrentActivityTaskExecutions: 7,
    maxHeartbeatThrottleInterval: "3 seconds",
  };
  const bundle = { workflowBundle: { code: "workflows.js" } };
  const runs = { activities: { checkWave: expect.any(Function), runOrganization: expect.any(Function) } };
  const expected: Readonly<Record<string, object>> = {
    [name]: { ...bundle, ...runs },
    [`${name}/big`]: runs,
    [`${name}/watch`]: {
      ...bundle,
      activities: { organizationsToWatch: expect.any(Function), lookAt: expect.any(Function) },
    },
  };
  for (const { options } of workers) {
    const { connection, ...rest } = options;
    expect(connection).toMatchObject({ workflowService: expect.any(Object) });
    expect(rest).toEqual({ ...base, taskQueue: options["taskQueue"], ...expected[String(options["taskQueue"])] });
  }
  expect(said).toEqual([`Worker of ${name} at here:1, one of 2.`]);
  stop.abort();
  expect(await outcome).toBe("ended");
  expect(log.filter((line) => line.startsWith("end"))).toHaveLength(3);
  expect(log.filter((line) => !line.startsWith("end"))).toEqual([
    "open client here:1",
    "signals 0",
    "open worker here:1",
    "close worker",
    "close client",
  ]);
  // The lock is free again.
  await (await new FileLock(fleetLocation(file).lockFile).hold()).release();
});

test("a worker without looks leaves them to others, and a fleet can have another name", async () => {
  const { outcome, all } = await started({ name: "other" });
  await all(2);
  expect(queues()).toEqual(["other", "other/big"]);
  stop.abort();
  await outcome;
});

test("a big credential's queue has the rate that its organizations have needed", async () => {
  const { recordFile } = fleetLocation(file);
  const record = new SqliteRecord(recordFile, machineClock);
  await new CallsEach(record).add("big", 40);
  await record.close();
  const { outcome, all } = await started();
  await all(2);
  const rates = workers.map(({ options }) => [
    String(options["taskQueue"]).split("/")[1],
    options["maxTaskQueueActivitiesPerSecond"],
  ]);
  expect(rates).toEqual(
    expect.arrayContaining([
      ["big", 120 / 60 / 40],
      [undefined, undefined],
    ]),
  );
  stop.abort();
  await outcome;
});

test("a worker that dies ends the others, and says why", async () => {
  const { outcome, all } = await started({ looks });
  await all(3);
  workers[1]?.die();
  expect(await outcome).toBe("Error: the worker died");
  expect(log.filter((line) => line.startsWith("end"))).toHaveLength(2);
  expect(log.slice(-2)).toEqual(["close worker", "close client"]);
});

test("a worker that was asked to end before it began ends at once", async () => {
  stop.abort();
  const { outcome } = await started();
  expect(await outcome).toBe("ended");
});

test.each<readonly [string, () => Promise<unknown>, RegExp]>([
  ["many others run", async () => (others = ["a", "b"]), /^Error: 2 other workers run/u],
  [
    "another process has its record",
    async () => {
      mkdirSync(join(folder, ".orgform", `fleet-${fleets}`), { recursive: true });
      return new FileLock(fleetLocation(file).lockFile).hold();
    },
    /^Error: Another run of this fleet/u,
  ],
  ["a queue can't be opened", async () => (fails = `orgform-fleet-${fleets}/big`), /^Error: no such queue$/u],
  ["its file isn't there", async () => rmSync(file), /fleet-\d+\.yaml/u],
])("a worker doesn't start if %s, and leaves nothing open", async (_what, prepare, says) => {
  await prepare();
  const { outcome } = await started();
  expect(await outcome).toMatch(says);
  const opens = log.filter((line) => line.startsWith("open")).length;
  expect(log.filter((line) => line.startsWith("close"))).toHaveLength(opens);
});
