import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { type History, historyOf, SqliteStore } from "../../../../packages/watch/src/index.ts";
import { WebhookReceiver } from "../../../support/webhook-receiver.ts";
import { CANARY, Cluster, type Running, until as waitFor } from "../support/cluster.ts";
import { lookedSince } from "../support/looked-since.ts";

const NAMES = ["acme", "birch", "cedar"];
const HOOK_KEY = "canary-of-the-hook";
const LIMIT_MS = 300_000;

interface Shown {
  readonly everyMs: number;
  readonly names?: readonly string[];
  readonly skipped: number;
  readonly last?: { readonly state: string; readonly outcomes?: Readonly<Record<string, unknown>> };
}

interface Sent {
  readonly events: readonly { readonly id: string }[];
}

let cluster: Cluster;
let receiver: WebhookReceiver;
let store: SqliteStore;
let worker: Running & { readonly lines: () => string };

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  cluster = await Cluster.start({}, { HOOK_URL: receiver.url, HOOK_KEY });
  cluster.writeFleet({ acme: "canary", birch: "all", cedar: "all" }, { parallel: 2 });
  const channel = "{ type: webhook, url: { environment: HOOK_URL }, secret: { environment: HOOK_KEY } }";
  writeFileSync(
    join(cluster.folder, "orgform.watch.yaml"),
    `every: 5s\njitter: 1s\nchannels:\n  team: ${channel}\nroutes:\n  - { to: [team], kinds: [changed] }\n`,
  );
  worker = await cluster.worker("--watch");
  store = new SqliteStore(join(cluster.folder, ".orgform/watch.sqlite"));
}, LIMIT_MS);

afterAll(async () => {
  await store.close();
  await cluster.dispose();
  await receiver.close();
});

const history = (): Promise<History> => historyOf(store, { sinceMs: 0 }, Date.now());
const shown = async (): Promise<Shown> => JSON.parse((await cluster.schedule("show", "--json")).stdout) as Shown;

/** Waits until a condition holds. @throws Error with the worker's output */
const until = (holds: () => Promise<boolean> | boolean, limitMs = 120_000): Promise<void> =>
  waitFor(holds, () => worker.lines(), limitMs);

describe("checks of a fleet that Temporal starts", () => {
  test(
    "begin with a schedule, and report a change once",
    async () => {
      expect((await cluster.run("up", "--yes", "--json")).code).toBe(0);
      expect((await cluster.schedule("show")).stdout).toContain("There is no schedule for checks of this fleet.");
      const { stdout, code } = await cluster.schedule("set");
      expect([code, stdout.split("\n").slice(0, 3)]).toEqual([
        0,
        [
          "The schedule is created.",
          "orgform-fleet/watch: every 5s, up to 1s later",
          "organizations: all of the fleet",
        ],
      ]);
      await until(lookedSince(store, NAMES, 0));
      await cluster.renameProject(cluster.projectOf("acme"), "renamed");
      await until(() => receiver.received.length > 0);
      const sinceMs = Date.now();
      await until(lookedSince(store, NAMES, sinceMs));
      const changed = (await store.events({ sinceMs: 0 })).filter(({ event, subject }) => {
        return event === "appeared" && subject.type === "finding" && subject.kind === "changed";
      });
      expect(changed).toMatchObject([{ organization: "acme" }]);
      const sent = receiver.received.flatMap(({ body }) => (JSON.parse(body) as Sent).events.map(({ id }) => id));
      expect(sent).toEqual([changed[0]?.id]);
      await until(async () => (await shown()).last?.state === "ended");
    },
    LIMIT_MS,
  );

  test(
    "don't begin while the previous check still runs",
    async () => {
      cluster.sandbox.control.addFault({ kind: "delay-after", delayMs: 2_000, method: "GET", times: 20 });
      await until(async () => (await shown()).skipped > 0);
      const looks = await store.looks({ sinceMs: 0 });
      for (const name of NAMES) {
        const own = looks.filter(({ organization }) => organization === name);
        for (const [index, { startedMs }] of own.entries()) {
          expect(startedMs).toBeGreaterThanOrEqual(own[index - 1]?.endedMs ?? 0);
        }
      }
    },
    LIMIT_MS,
  );

  test(
    "are finished by another worker if theirs is killed, and survive the server",
    async () => {
      cluster.sandbox.control.addFault({ kind: "delay-after", delayMs: 1_000, method: "GET", times: 20 });
      const from = cluster.sandbox.control.requests().length;
      await until(() => cluster.sandbox.control.requests().length > from);
      worker.child.kill("SIGKILL");
      await worker.ended;
      const sinceMs = Date.now();
      await cluster.server.kill();
      await cluster.server.run();
      worker = await cluster.worker("--watch");
      await until(lookedSince(store, NAMES, sinceMs), 240_000);
      const events = (await store.events({ sinceMs })).filter(
        ({ event }) => event === "appeared" || event === "changed",
      );
      expect(events).toEqual([]);
      expect((await history()).organizations.map(({ name }) => name).toSorted()).toEqual(NAMES);
    },
    LIMIT_MS,
  );

  test(
    "change with the schedule, and end with it",
    async () => {
      const { stdout } = await cluster.schedule("set", "--every", "1h", "--only", "acme");
      expect(stdout).toContain(
        "The schedule is changed.\norgform-fleet/watch: every 1h, up to 1s later\norganizations: acme\n",
      );
      expect(await shown()).toMatchObject({ everyMs: 3_600_000, names: ["acme"] });
      expect((await cluster.schedule("remove")).stdout).toBe("The schedule is removed.\n");
      expect((await cluster.schedule("show", "--json")).stdout).toBe("null\n");
      expect((await cluster.schedule("remove")).stdout).toContain("There is no schedule");
      worker.child.kill("SIGTERM");
      expect((await worker.ended).code).toBe(0);
    },
    LIMIT_MS,
  );

  test("leave no secret at the server", () => {
    const database = cluster.server.database();
    const secrets = [cluster.sandbox.apiKey, CANARY, HOOK_KEY, receiver.url];
    expect(secrets.filter((secret) => database.includes(secret))).toEqual([]);
    expect(database.includes("look birch")).toBe(true);
  });
});

test.each([
  [["--every", "5 minutes"], "--every is 5 minutes; it must be a duration such as 30m, 1h, or 1d."],
  [["--only", "nobody"], "nobody"],
  [["--fleet", "none.yaml"], "none.yaml"],
  [["--config", "none.yaml"], "The watch file none.yaml can't be read"],
])(
  "a schedule with %j is refused, and nothing is created",
  async (flags, why) => {
    expect(await cluster.schedule("set", ...flags)).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
    expect((await cluster.schedule("show", "--json")).stdout).toBe("null\n");
  },
  LIMIT_MS,
);

test(
  "two workers need a history that they share",
  async () => {
    expect(await cluster.run("worker", "--watch", "--workers", "2", "--record", "b.sqlite")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Set `database` in the watch file"),
    });
  },
  LIMIT_MS,
);
