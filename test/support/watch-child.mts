/**
 * A watcher as a process of its own, which a test kills. It watches organizations whose findings are in files, by a clock that goes
 * sixty times as fast, and sends to one webhook.
 *
 * Arguments: the history, a file or the URL of a PostgreSQL database, the folder of the files, the URL of the receiver, and `once` or `often`.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import {
  type Finding,
  PostgresStore,
  SqliteStore,
  watchFileOf,
  watchOften,
  watchOnce,
  type WatchClock,
  type WatchStore,
} from "../../packages/watch/src/index.ts";

const FASTER = 60;
const FILE = `
every: 90s
remindAfter: 30m
flapping: { changes: 4, within: 20m }
channels: { hook: { type: webhook, url: { environment: URL_OF }, secret: { environment: SECRET_OF } } }
`;

const [history = "", folder = "", url = "", how = ""] = process.argv.slice(2);
const startedMs = Number(process.env["STARTED"]);
const clock: WatchClock = {
  // All processes see one time.
  nowMs: () => startedMs + (Date.now() - startedMs) * FASTER,
  sleep: (ms, signal) =>
    new Promise((done) => {
      const timer = setTimeout(done, ms / FASTER);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        done();
      });
    }),
  random: () => Math.random(),
  uuid: () => randomUUID(),
};

const findingsIn = (name: string): Finding[] =>
  (JSON.parse(readFileSync(join(folder, name), "utf8")) as string[]).map((id) => ({
    type: "finding",
    kind: "missing",
    severity: "error",
    resource: "Domain",
    id,
    name: id,
  }));

/** Leases go by the clock of a server, which isn't faster. */
async function opened(): Promise<WatchStore> {
  if (!history.startsWith("postgres:")) return new SqliteStore(history);
  const shared = await PostgresStore.open({ url: history });
  const hold = shared.hold.bind(shared);
  return Object.assign(shared, {
    hold: (name: string, holder: string, nowMs: number, untilMs: number) =>
      hold(name, holder, nowMs, nowMs + (untilMs - nowMs) / FASTER),
  });
}

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const store = await opened();
const options = {
  watched: readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name, labels: {}, look: () => Promise.resolve({ findings: findingsIn(name), gaps: [] }) })),
  file: watchFileOf("orgform.watch.yaml", FILE),
  store,
  clock,
  environment: { URL_OF: url, SECRET_OF: "secret" },
  signal: stop.signal,
  parallel: 4,
  say: () => undefined,
  onLook: () => undefined,
};
const isWell = how === "once" ? await watchOnce(options) : await watchOften(options).then(() => true);
await store.close();
process.exitCode = isWell ? 0 : 1;
