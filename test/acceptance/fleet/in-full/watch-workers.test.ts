import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";

import { workerIdentity } from "../../../../packages/fleet/src/temporal/names.ts";
import { PostgresStore, type WatchEvent } from "../../../../packages/watch/src/index.ts";
import { PostgresServer } from "../../../support/postgres-server.ts";
import { WebhookReceiver } from "../../../support/webhook-receiver.ts";
import { Cluster, type Running, until as waitFor } from "../support/cluster.ts";
import { lookedSince } from "../support/looked-since.ts";

const NAMES = ["acme", "birch", "cedar"];
const LIMIT_MS = 400_000;
const LOOKED = /^orgform_watch_last_success_timestamp_seconds\{organization="(\w+)"\} \d/gmu;

/** A worker with what it printed: a line for each renaming that it saw. */
interface WatchWorker extends Running {
  readonly identity: string;
  readonly lines: () => string;
  readonly told: () => string[];
}

let postgres: PostgresServer;
let cluster: Cluster;
let [receiver, collector]: WebhookReceiver[] = [];
let store: PostgresStore;
let connection: Connection;
let workers: WatchWorker[];
const projects = new Map<string, string>();
let renames = 0;

async function worker(record: string): Promise<WatchWorker> {
  const sharing = ["--workers", "2", "--record", record];
  const running = await cluster.worker("--watch", ...sharing, "--metrics", "0", "--otlp", collector?.url ?? "");
  let printed = "";
  running.child.stdout?.on("data", (text: string) => (printed += text));
  return {
    ...running,
    identity: workerIdentity(hostname(), join(cluster.folder, record)),
    told: () => printed.split("\n").filter((line) => line.includes("renamed")),
  };
}

beforeAll(async () => {
  [receiver, collector, postgres] = await Promise.all([
    WebhookReceiver.start(),
    WebhookReceiver.start(),
    PostgresServer.start(),
  ]);
  cluster = await Cluster.start({}, { HOOK_URL: receiver.url, HOOK_KEY: "secret", DATABASE_URL: postgres.url() });
  cluster.writeFleet({ acme: "canary", birch: "all", cedar: "all" }, { parallel: 2 });
  const channel = "{ type: webhook, url: { environment: HOOK_URL }, secret: { environment: HOOK_KEY } }";
  const lines = [
    "every: 3s",
    "jitter: 1s",
    "database: { environment: DATABASE_URL }",
    "flapping: { changes: 100, within: 1d }",
    "channels:",
    `  team: ${channel}`,
    "routes:",
    "  - { to: [team], kinds: [changed] }",
  ];
  writeFileSync(join(cluster.folder, "orgform.watch.yaml"), `${lines.join("\n")}\n`);
  workers = [await worker("a.sqlite"), await worker("b.sqlite")];
  store = await PostgresStore.open({ url: postgres.url() });
  connection = await Connection.connect({ address: cluster.server.address });
}, LIMIT_MS);

afterAll(async () => {
  await store.close();
  await connection.close();
  await cluster.dispose();
  await Promise.all([receiver?.close(), collector?.close(), postgres.dispose()]);
});

/** Waits until something holds. @throws Error with what the workers printed */
const until = (holds: () => Promise<boolean> | boolean, limitMs = 120_000): Promise<void> =>
  waitFor(holds, () => workers.map((one) => one.lines()).join(), limitMs);

const changesOf = async (): Promise<WatchEvent[]> => {
  const events = await store.events({ sinceMs: 0 });
  return events.filter(({ subject }) => subject.type === "finding" && subject.kind === "changed");
};

/** Renames the project of an organization, and waits until a look has seen it. */
async function rename(name: string): Promise<void> {
  const before = (await changesOf()).length;
  await cluster.renameProject(projects.get(name) ?? "", `renamed ${(renames += 1)}`);
  await until(async () => (await changesOf()).length > before);
}

/** Identities of the workers that look at an organization now. */
async function lookingNow(): Promise<string[]> {
  const { workflow } = new Client({ connection });
  const found: string[] = [];
  for await (const { workflowId } of workflow.list({ query: "ExecutionStatus = 'Running'" })) {
    const { raw } = await workflow.getHandle(workflowId).describe();
    for (const { activityId, lastWorkerIdentity } of raw.pendingActivities ?? []) {
      if (activityId?.startsWith("look ")) found.push(lastWorkerIdentity ?? "");
    }
  }
  return found;
}

/** The organizations whose last look succeeded, according to a worker's metrics. */
async function shownBy({ lines }: WatchWorker): Promise<string[]> {
  const url = /^Metrics: (\S+)$/mu.exec(lines())?.[1] ?? "";
  const text = await (await fetch(url)).text();
  return [...text.matchAll(LOOKED)].map(([, name = ""]) => name).toSorted();
}

const isAlive = ({ child }: WatchWorker): boolean => child.exitCode === null && child.signalCode === null;

describe("checks by two workers that share a history", () => {
  test(
    "tell each change once, whichever worker sees it, and each shows the metrics of all",
    async () => {
      expect((await cluster.run("up", "--yes", "--json")).code).toBe(0);
      for (const name of NAMES) projects.set(name, cluster.projectOf(name));
      expect((await cluster.schedule("set")).code).toBe(0);
      await until(lookedSince(store, NAMES, 0));
      for (let index = 0; index < 3 || workers.some((one) => one.told().length === 0); index += 1) {
        await rename(NAMES[index % 3] ?? "");
      }
      expect((await changesOf()).length).toBe(renames);
      await until(() => workers.flatMap((one) => one.told()).length === renames);
      expect(await Promise.all(workers.map(shownBy))).toEqual([NAMES, NAMES]);
    },
    LIMIT_MS,
  );

  test(
    "continue after the worker that is looking is killed",
    async () => {
      cluster.sandbox.control.addFault({ kind: "delay-after", delayMs: 3_000, method: "GET", times: 6 });
      let looking: WatchWorker | undefined;
      await until(async () => {
        const identities = await lookingNow();
        looking = workers.find(({ identity }) => identities.includes(identity));
        return looking !== undefined;
      });
      looking?.child.kill("SIGKILL");
      await looking?.ended;
      const sinceMs = Date.now();
      await until(lookedSince(store, NAMES, sinceMs), 240_000);
      for (const name of NAMES) await rename(name);
      expect((await changesOf()).map(({ event }) => event)).toEqual([
        "appeared",
        "appeared",
        "appeared",
        ...Array.from({ length: renames - 3 }, () => "changed"),
      ]);
    },
    LIMIT_MS,
  );

  test(
    "leave no message behind, and send their metrics and traces to a collector",
    async () => {
      const ids = (await changesOf()).map(({ id }) => id);
      const eventsOf = ({ body }: { body: string }) => (JSON.parse(body) as { events: WatchEvent[] }).events;
      const received = (): string[] =>
        [...new Map(receiver?.received.map((one) => [one.headers["webhook-id"], eventsOf(one)])).values()].flatMap(
          (events) => events.map(({ id }) => id),
        );
      await until(() => received().length >= ids.length);
      expect(received().toSorted()).toEqual(ids.toSorted());
      const alive = workers.filter(isAlive);
      expect(alive.length).toBe(1);
      for (const { child } of alive) child.kill("SIGTERM");
      expect(await Promise.all(alive.map(async ({ ended }) => (await ended).code))).toEqual([0]);
      const last = collector?.received.filter(({ path }) => path === "/v1/metrics").at(-1)?.body ?? "";
      expect(NAMES.filter((name) => !last.includes(`"${name}"`))).toEqual([]);
      expect(collector?.received.map(({ path }) => path)).toContain("/v1/traces");
    },
    LIMIT_MS,
  );
});
