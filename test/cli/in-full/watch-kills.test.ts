import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import { PostgresStore, SqliteStore, type WatchEvent, type WatchStore } from "../../../packages/watch/src/index.ts";
import { CutProxy } from "../../support/cut-proxy.ts";
import { PostgresServer } from "../../support/postgres-server.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";

jest.setTimeout(300_000);

const ORGANIZATIONS = 12;
const KILLS = 30;
/** Changes behind the back of everyone. */
const CHANGES = 200;
const SEED = 11;

let seed = SEED;
/** The same course in each run, except for the actions of the processes. */
const chance = (): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const upTo = (count: number): number => Math.floor(chance() * count);

const names = Array.from({ length: ORGANIZATIONS }, (_, index) => `org-${index + 1}.json`);
let folder: string;
let history: string;
let truth = new Map<string, Set<string>>(names.map((name) => [name, new Set<string>()]));
const startedMs = Date.now();
let receiver: WebhookReceiver;

function write(name: string): void {
  writeFileSync(join(folder, "new"), JSON.stringify([...(truth.get(name) ?? [])]));
  renameSync(join(folder, "new"), join(folder, name));
}

function watcher(how: "once" | "often"): ChildProcess {
  const script = join(__dirname, "../../support/watch-child.mts");
  const args = ["--import", "tsx", script, history, folder, receiver.url, how];
  return spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, STARTED: String(startedMs) } });
}

beforeEach(async () => {
  seed = SEED;
  folder = mkdtempSync(join(tmpdir(), "orgform-watch-kills-"));
  truth = new Map(names.map((name) => [name, new Set()]));
  receiver = await WebhookReceiver.start();
  let count = 0;
  receiver.answer = () => {
    count += 1;
    return { status: count % 3 === 0 ? 503 : 200 };
  };
  for (const name of names) write(name);
});
afterEach(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (): Promise<WatchStore> =>
  history.startsWith("postgres:") ? PostgresStore.open({ url: history }) : Promise.resolve(new SqliteStore(history));

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** Two watchers at a time; one of them is killed again and again, while organizations change. */
async function course(onKill: () => void): Promise<void> {
  const watchers = [watcher("often"), watcher("often")];
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let change = 0; change < CHANGES / KILLS; change += 1) {
      const name = names[upTo(names.length)] ?? "";
      const id = `domain-${upTo(4)}`;
      const open = truth.get(name);
      if (open?.delete(id) === false) open.add(id);
      write(name);
      await pause(upTo(400));
    }
    const index = upTo(watchers.length);
    const killed = watchers[index];
    if (killed !== undefined) await end(killed, "SIGKILL");
    onKill();
    watchers[index] = watcher("often");
  }
  await pause(3_000);
  for (const one of watchers) await end(one, "SIGTERM");
}

/** Sends the remaining messages. A refused message waits for a while. */
async function drained(): Promise<void> {
  receiver.answer = () => ({ status: 200 });
  for (let tries = 0; tries < 30; tries += 1) {
    const [code] = (await once(watcher("once"), "exit")) as [number | null];
    const store = await opened();
    const next = await store.nextDueMs();
    await store.close();
    if (code === 0 && next === undefined) return;
    await pause(3_000);
  }
}

/** Where a history is, what else happens with each kill, and what ends it. */
interface Place {
  readonly history: string;
  readonly onKill: () => void;
  readonly close: () => Promise<void>;
}

const inFile = (): Promise<Place> =>
  Promise.resolve({
    history: join(folder, "watch.sqlite"),
    onKill: () => undefined,
    close: () => Promise.resolve(),
  });

async function inPostgres(): Promise<Place> {
  const server = await PostgresServer.start();
  const proxy = await CutProxy.start(server.port);
  const close = async (): Promise<void> => {
    await proxy.close();
    await server.dispose();
  };
  return { history: server.url(proxy.port), onKill: () => proxy.cut(), close };
}

let place: Place | undefined;
afterEach(() => place?.close());

test.each<[string, () => Promise<Place>]>([
  ["in a file", inFile],
  ["in PostgreSQL, although connections are cut", inPostgres],
])(
  "each transition is in the history once, and in one message under one ID, whoever is killed: %s",
  async (_name, made) => {
    place = await made();
    history = place.history;
    await course(place.onKill);
    await drained();
    const store = await opened();
    const events = await store.events({ sinceMs: 0 });
    await store.close();
    const open = new Map<string, Set<string>>(names.map((name) => [name, new Set<string>()]));
    const wrong: string[] = [];
    for (const { event, organization, subject } of events) {
      const own = open.get(organization) ?? new Set<string>();
      const id = subject.id ?? "";
      if (event === "appeared" && own.has(id)) wrong.push(`${organization} ${id} appeared twice`);
      if (event === "appeared") own.add(id);
      if (event === "resolved" && !own.delete(id)) wrong.push(`${organization} ${id} was resolved twice`);
    }
    expect(wrong).toEqual([]);
    expect(open).toEqual(truth);
    const messages = new Map<string, string>();
    const inMessages = new Map<string, Set<string>>();
    for (const { body } of receiver.received) {
      const { id, events: told } = JSON.parse(body) as { id: string; events: WatchEvent[] };
      expect(messages.get(id) ?? body).toBe(body);
      messages.set(id, body);
      for (const event of told) inMessages.set(event.id, new Set([...(inMessages.get(event.id) ?? []), id]));
    }
    const told = events.filter(({ quiet }) => quiet === undefined).map(({ id }) => id);
    expect([...inMessages.keys()].toSorted()).toEqual(told.toSorted());
    expect([...inMessages.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(told.length).toBeGreaterThan(50);
    expect(receiver.received.length).toBeGreaterThan(messages.size);
  },
);
