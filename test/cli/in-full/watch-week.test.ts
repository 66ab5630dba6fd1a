import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { buildSync } from "esbuild";

import { keyOf, SqliteStore, type Subject, type WatchEvent } from "../../../packages/watch/src/index.ts";
import { ENGINES } from "../../support/conformance-engine.ts";
import type { Engine } from "../../support/engine-under-test.ts";
import { writeProgram } from "../../support/fake-tools.ts";
import { FOUNDER, startWorld, type World } from "../../support/scenario-world.ts";
import { type Shapes, WatchedOrganization } from "../../support/watched-week.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";
import { WeekClock } from "../../support/week-clock.ts";

const [dynamic] = ENGINES as [Engine];

/** A week can be made smaller, to look for the cause of a failure. */
const numberFrom = (variable: string, usual: number): number => Number(process.env[variable] ?? usual);
const SEED = numberFrom("ORGFORM_WEEK_SEED", 1);
const ORGANIZATIONS = numberFrom("ORGFORM_WEEK_ORGANIZATIONS", 40);
const ROUNDS = numberFrom("ORGFORM_WEEK_ROUNDS", 28);
const CHANGES = Math.round((200 * ROUNDS * ORGANIZATIONS) / (28 * 40));
const KILLS = Math.round((30 * ROUNDS) / 28);
const HOUR_MS = 3_600_000;
/** How long a round lasts at least, milliseconds of the machine: looks, changes, and kills fall into it. */
const ROUND_MS = 2_500;
/** How long looks at all organizations, or all messages, are waited for, milliseconds of the machine. */
const PATIENCE_MS = 180_000;
/** A message that is due this much later by the watchers' clock has failed before, so it isn't being sent now. */
const LONG_WAIT_MS = 60_000;
/**
 * Requests of a look at an organization from which nothing is missing. Before a look says that objects are missing, it asks for
 * each of them, and for the organization, once more (`test/cli/watch-fleet.test.ts` counts them).
 */
const MOST_REQUESTS = 16;
const mostRequests = (missing: number): number => MOST_REQUESTS + (missing === 0 ? 0 : missing + 1);
/** Reads of the list of organizations by one process in one round; a read for each organization would be 40. */
const MOST_READS = 3;

/** An engine that knows nothing but where the states lie. */
const ENGINE = `
case "$1 $2" in
  "workspace list") ls "$STATES";;
  "state pull") cat "$STATES/$TF_WORKSPACE";;
  *) exit 1;;
esac`;

const WATCH_FILE = `
every: 6h
remindAfter: 3d
flapping: { changes: 3, within: 3d }
channels:
  hook: { type: webhook, url: { environment: HOOK_URL }, secret: { environment: HOOK_SECRET } }
  day: { type: webhook, url: { environment: DAY_URL }, secret: { environment: HOOK_SECRET } }
routes:
  - { to: [hook] }
  - { to: [day], quietHours: { from: "20:00", to: "07:00", timeZone: UTC } }
`;

let seed = SEED * 7_919 + 11;
const chance = (): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const upTo = (count: number): number => Math.floor(chance() * count);

/** Below the checkout, where packages are found. Many watchers are started, so they don't compile anything. */
const script = join(__dirname, `../../../dist-tests/watch-week-${process.pid}.mjs`);
const folder = mkdtempSync(join(tmpdir(), "orgform-watch-week-"));
const [states, clockFile, history, begun] = ["states", "clock", "watch.sqlite", "begun"].map((one) =>
  join(folder, one),
) as [string, string, string, string];
let world: World;
let receiver: WebhookReceiver;
let organizations: WatchedOrganization[];
const watchers: Watcher[] = [];
let clock: WeekClock;

/** Each message that arrived: when it was sent, by the watchers' clock, and whether it was taken. */
const takenAt: { readonly path: string; readonly body: string; readonly sentMs: number; readonly isTaken: boolean }[] =
  [];
/** Requests of the watchers for each organization, by route, and reads of the list of organizations with the number of processes in that round. */
const requests = new Map<string, Map<string, number>>();
/** For each round: the most objects that were missing at once in each organization, and the looks that began. */
const rounds: { readonly missing: Map<string, number>; readonly begun: Map<string, number> }[] = [];
const lists: { readonly reads: number; readonly processes: number }[] = [];

function move(toMs: number): void {
  world.sandbox.control.setClock(new Date(toMs).toISOString());
  clock.move(toMs);
}

async function shapes(): Promise<Shapes> {
  const run = world.start(dynamic);
  const { organizationId } = world;
  const made = async (resource: string, declared: object) => {
    const { inputs } = await run.check(resource, undefined, { ...declared });
    return { resource, name: "it", inputs, entry: await run.create(resource, inputs) };
  };
  const inputs = { name: "Acme", deletionProtection: true };
  return {
    organization: {
      resource: "Organization",
      name: "it",
      inputs,
      entry: { id: organizationId, state: { organizationId, ...inputs, stateVersion: 1 } },
    },
    role: await made("Role", { organizationId, name: "Readers" }),
  };
}

beforeAll(async () => {
  buildSync({
    entryPoints: [join(__dirname, "../../support/watch-week-child.mts")],
    outfile: script,
    bundle: true,
    packages: "external",
    tsconfigRaw: {},
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  world = await startWorld("2026-09");
  receiver = await WebhookReceiver.start();
  mkdirSync(states);
  mkdirSync(join(folder, "module"));
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
  writeFileSync(join(folder, "module/main.tf"), "");
  writeFileSync(join(folder, "orgform.watch.yaml"), WATCH_FILE);
  writeFileSync(begun, "");
  clock = WeekClock.start(clockFile, Date.parse("2026-11-23T03:10:00Z"));
  move(clock.nowMs());
  const shape = await shapes();
  organizations = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, async (_, index) => {
      const name = `org-${index + 1}`;
      const { id } = world.sandbox.control.createOrganization({ email: FOUNDER, name });
      const roles = new Map<string, string>();
      for (const role of ["Readers", "Writers"]) {
        roles.set(String((await world.send("POST", `organizations/${id}/roles/`, { name: role }))["id"]), role);
      }
      return new WatchedOrganization(world, shape, { name, id, roles, states });
    }),
  );
  const lines = organizations.map(({ name }) => `  - { name: ${name}, template: small }`);
  const fleet = ["templates:", "  small: { engine: terraform, path: ./module }", "organizations:", ...lines];
  const budget = "budget: { requestsPerMinute: 1000000, requestsPerHour: 1000000 }\nparallel: 8\n";
  writeFileSync(join(folder, "fleet.yaml"), [...fleet, budget].join("\n"));
  let count = 0;
  receiver.answer = ({ path, body, headers }) => {
    count += 1;
    const isTaken = count % 3 !== 0;
    // The clock can be moved while a message is on its way.
    takenAt.push({ path, body, sentMs: Number(headers["webhook-timestamp"]) * 1_000, isTaken });
    return { status: isTaken ? 200 : 503 };
  };
}, 120_000);

afterAll(async () => {
  for (const one of watchers) await end(one, "SIGKILL");
  await receiver.close();
  await world.sandbox.close();
  rmSync(script, { force: true });
  if (process.env["ORGFORM_WEEK_KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });
});

interface Watcher {
  readonly child: ChildProcess;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

function watcher(): Watcher {
  const files = ["fleet.yaml", "orgform.watch.yaml"].map((name) => join(folder, name));
  const child = spawn(process.execPath, [script, ...files, history, clockFile, begun], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
      STATES: states,
      ORGFORM_HOST: world.sandbox.host,
      ORGFORM_API_KEY: world.apiKey,
      ORGFORM_REQUESTS_PER_MINUTE: "1000000",
      ORGFORM_REQUESTS_PER_HOUR: "1000000",
      HOOK_URL: `${receiver.url}/hook`,
      DAY_URL: `${receiver.url}/day`,
      HOOK_SECRET: "secret",
    },
  });
  const ended = once(child, "exit").then(([code, signal]) => (signal ?? code) as number | string | null);
  return { child, ended };
}

async function end({ child, ended }: Watcher, signal: "SIGKILL" | "SIGTERM"): Promise<number | string | null> {
  child.kill(signal);
  return ended;
}

/** Counts the requests since the last round. @param processes - that ran in it */
function countRequests(processes: number): void {
  let reads = 0;
  const ofProject = new Map(organizations.map(({ id }) => [String(world.project(id)), id]));
  for (const { method, path } of world.sandbox.control.requests()) {
    // Watchers only read, so other requests are changes behind their back.
    if (method !== "GET") continue;
    const [, organization, project = ""] = /^\/api\/(?:organizations\/([^/?]+)|projects\/(\d+))\//u.exec(path) ?? [];
    const id = organization ?? ofProject.get(project);
    if (id !== undefined) {
      const routes = requests.get(id) ?? new Map<string, number>();
      const route = path.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=\/)\d+(?=\/)/gu, "{id}");
      requests.set(id, routes.set(route, (routes.get(route) ?? 0) + 1));
    } else if (/^\/api\/organizations\/\?limit=\d+$/u.test(path)) reads += 1;
  }
  world.sandbox.control.clearRequests();
  lists.push({ reads, processes });
}

/** Notes how many objects are missing now. */
function noteMissing(round: number): void {
  rounds[round] ??= { missing: new Map(), begun: new Map() };
  const { missing } = rounds[round];
  for (const one of organizations) missing.set(one.name, Math.max(one.missing, missing.get(one.name) ?? 0));
}

/** Counts the looks that began since the round before. */
function countBegun(round: number): void {
  const all = countsOf(readFileSync(begun, "utf8").trim().split("\n"));
  for (const [name, count] of all) {
    const earlier = rounds.slice(0, round).map((one) => one.begun.get(name) ?? 0);
    rounds[round]?.begun.set(name, count - sumOf(earlier));
  }
}

/** The most requests that all looks at an organization may take. A look can go on into the next round. */
function allowedOf(name: string): number {
  const counts = rounds.map((round, index) => {
    const missing = Math.max(round.missing.get(name) ?? 0, rounds[index + 1]?.missing.get(name) ?? 0);
    return (round.begun.get(name) ?? 0) * mostRequests(missing);
  });
  return sumOf(counts);
}

/** Waits until each organization was looked at since a time. */
async function allLooked(sinceMs: number): Promise<void> {
  const store = new SqliteStore(history);
  for (const endMs = Date.now() + PATIENCE_MS; ; await pause(150)) {
    const looked = (await store.lastLooks()).filter(({ look }) => look.startedMs >= sinceMs).length;
    if (looked === ORGANIZATIONS) break;
    if (Date.now() > endMs)
      throw new Error(`Only ${looked} organizations were looked at since ${new Date(sinceMs).toISOString()}.`);
  }
  await store.close();
}

/** The week: each round moves the clock by six hours, changes some organizations, and kills a watcher. */
async function week(): Promise<void> {
  watchers.push(watcher(), watcher());
  const changedIn = new Map<WatchedOrganization, number>();
  const [busy] = organizations;
  let [changes, kills] = [0, 0];
  const killed = async (): Promise<void> => {
    const index = upTo(watchers.length);
    const one = watchers[index];
    if (one !== undefined) expect(await end(one, "SIGKILL")).toBe("SIGKILL");
    watchers[index] = watcher();
    kills += 1;
  };
  let startedMs = clock.nowMs();
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isLast = round === ROUNDS;
    noteMissing(round);
    const acts: { readonly atMs: number; readonly act: () => Promise<void> }[] = [];
    // A change is seen by the looks of its own round or by those of the next, so the next one of an organization comes after these.
    const free = organizations.filter((one) => one !== busy && (changedIn.get(one) ?? -2) < round - 1);
    const due = round === 0 || isLast ? 0 : Math.round((CHANGES * round) / (ROUNDS - 1)) - changes;
    if (busy !== undefined && round % 2 === 1 && !isLast) acts.push({ atMs: upTo(ROUND_MS), act: () => busy.swap() });
    for (let count = acts.length; count < due && free.length > 0; count += 1) {
      const [one] = free.splice(upTo(free.length), 1);
      if (one === undefined) break;
      changedIn.set(one, round);
      acts.push({ atMs: upTo(ROUND_MS), act: () => one.change(chance) });
    }
    changes += acts.length;
    const dueKills = isLast ? 0 : Math.round((KILLS * (round + 1)) / ROUNDS) - kills;
    for (let count = 0; count < dueKills; count += 1) acts.push({ atMs: upTo(ROUND_MS), act: killed });
    let passedMs = 0;
    for (const { atMs, act } of acts.toSorted((a, b) => a.atMs - b.atMs)) {
      await pause(atMs - passedMs);
      passedMs = atMs;
      await act();
      noteMissing(round);
    }
    await allLooked(startedMs);
    countRequests(watchers.length + dueKills);
    countBegun(round);
    startedMs += 6 * HOUR_MS;
    move(startedMs);
  }
  expect([changes >= CHANGES, kills]).toEqual([true, KILLS]);
  await drained();
  expect(await Promise.all(watchers.map((one) => end(one, "SIGTERM")))).toEqual([0, 0]);
}

/** Waits until everything is told, in the daytime. */
async function drained(): Promise<void> {
  const day = new Date(clock.nowMs() + 24 * HOUR_MS).toISOString().slice(0, 10);
  const startedMs = Date.parse(`${day}T09:00:00Z`);
  move(startedMs);
  await allLooked(startedMs);
  const store = new SqliteStore(history);
  for (const limit = Date.now() + PATIENCE_MS; ; await pause(250)) {
    const told = new Set(
      takenAt.filter(({ isTaken }) => isTaken).flatMap(({ path, body }) => idsIn(body).map((id) => `${path} ${id}`)),
    );
    const events = (await store.events({ sinceMs: 0 })).filter(({ quiet }) => quiet === undefined);
    const untold = events.flatMap(({ id }) => [`/hook ${id}`, `/day ${id}`]).filter((one) => !told.has(one));
    const dueMs = await store.nextDueMs();
    if (untold.length === 0 && dueMs === undefined) break;
    if (Date.now() > limit)
      throw new Error(`Not everything was told: ${untold.join(", ")}, and ${JSON.stringify(await store.troubled())}`);
    // A message that fails again and again waits for up to an hour.
    if (dueMs !== undefined && dueMs - clock.nowMs() > LONG_WAIT_MS) move(dueMs);
  }
  await store.close();
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, one) => sum + one, 0);

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const eventsIn = (body: string): WatchEvent[] => (JSON.parse(body) as { events: WatchEvent[] }).events;
const idsIn = (body: string): string[] => eventsIn(body).map(({ id }) => id);

/** A subject in the words of the model. */
function subjectLine(subject: Subject): string {
  const { resource, id, field } = subject;
  const kind = subject.type === "gap" ? subject.source : subject.kind;
  return [kind, resource, id, field].filter((word) => word !== undefined).join(" ");
}

/** What a look told about one subject, without the damping of what changes too often. */
const lineOf = ({ event, subject, quiet }: WatchEvent): string =>
  [event, subjectLine(subject), ...(quiet === undefined || quiet === "flapping" ? [] : [quiet])].join(" ");

const CHANGES_OF = ["appeared", "changed", "resolved", "unchecked", "checked_again"];

/** The events of an organization that say what changed, look by look. */
function looksOf(events: readonly WatchEvent[], organization: string): string[][] {
  const looks = new Map<string, string[]>();
  for (const event of events) {
    if (event.organization !== organization || !CHANGES_OF.includes(event.event)) continue;
    looks.set(event.at, [...(looks.get(event.at) ?? []), lineOf(event)]);
  }
  return [...looks.values()].map((lines) => lines.toSorted());
}

/** Events that no message has although no damped time covers them, and the other way around. */
function wrongDamping(events: readonly WatchEvent[]): string[] {
  const flapping = new Set<string>();
  const wrong: string[] = [];
  for (const [index, event] of events.entries()) {
    const key = `${event.organization} ${keyOf(event.subject)}`;
    const isBegin = events.slice(index + 1).some((other) => {
      return (
        other.at === event.at && other.event === "flapping" && `${other.organization} ${keyOf(other.subject)}` === key
      );
    });
    if (event.quiet === "flapping" && !flapping.has(key) && !isBegin) wrong.push(`${lineOf(event)} is in no summary`);
    if (event.quiet === undefined && flapping.has(key) && event.event !== "calmed")
      wrong.push(`${lineOf(event)} is told`);
    if (event.event === "flapping") flapping.add(key);
    if (event.event === "calmed") flapping.delete(key);
  }
  return wrong;
}

let events: readonly WatchEvent[];
let looks: Awaited<ReturnType<SqliteStore["looks"]>>;
let open: Awaited<ReturnType<SqliteStore["open"]>>;
/** IDs of messages by channel and event. */
const messagesOf = new Map<string, Set<string>>();
/** Text of each message, by its ID. */
const bodies = new Map<string, string>();

beforeAll(async () => {
  await week();
  const store = new SqliteStore(history);
  [events, looks, open] = [await store.events({ sinceMs: 0 }), await store.looks({ sinceMs: 0 }), await store.open()];
  await store.close();
  for (const { path, body } of takenAt) {
    const { id } = JSON.parse(body) as { id: string };
    bodies.set(id, bodies.get(id) ?? body);
    for (const event of idsIn(body)) {
      const key = `${path} ${event}`;
      messagesOf.set(key, (messagesOf.get(key) ?? new Set()).add(id));
    }
  }
}, ROUNDS * 60_000);

const begunOf = (name: string): number => sumOf(rounds.map((round) => round.begun.get(name) ?? 0));
const requestsOf = (id: string): number => sumOf(requests.get(id)?.values() ?? []);
const isTold = ({ quiet }: WatchEvent): boolean => quiet === undefined;

describe(`a week of ${ORGANIZATIONS} organizations with ${CHANGES} changes and ${KILLS} kills, seed ${SEED}`, () => {
  test("each change is in the history exactly once, and says whether an update made it", () => {
    const found = organizations.map(({ name }) => [name, looksOf(events, name)]);
    expect(found).toEqual(organizations.map(({ name, told }) => [name, told]));
  });

  test("what is open at the end is what differs", () => {
    const found = organizations.map(({ name }) => {
      const own = open.filter(({ organization, subject }) => organization === name && subject.type === "finding");
      return [name, own.map(({ subject }) => subjectLine(subject)).toSorted()];
    });
    expect(found).toEqual(organizations.map((one) => [one.name, one.open]));
  });

  test("each event is in one message of each channel, which keeps its ID and its text, or in the summary of a damped time", () => {
    const toTell = events.filter(isTold).flatMap(({ id }) => [`/day ${id}`, `/hook ${id}`]);
    expect([...messagesOf.keys()].toSorted()).toEqual(toTell.toSorted());
    expect([...messagesOf].filter(([, { size }]) => size !== 1)).toEqual([]);
    const other = takenAt.filter(({ body }) => bodies.get((JSON.parse(body) as { id: string }).id) !== body);
    expect(other).toEqual([]);
    expect(wrongDamping(events)).toEqual([]);
    expect(takenAt.length).toBeGreaterThan(bodies.size);
  });

  test("no event says a second time that a finding is still there, and nothing is sent in quiet hours", () => {
    const reminded = events
      .filter(({ event }) => event === "persists")
      .map(({ organization, subject, since }) => `${organization} ${subjectLine(subject)} ${since}`);
    expect(reminded.toSorted()).toEqual([...new Set(reminded)].toSorted());
    const hours = takenAt.filter(({ path }) => path === "/day").map(({ sentMs }) => new Date(sentMs).getUTCHours());
    expect(hours.filter((hour) => hour >= 20 || hour < 7)).toEqual([]);
  });

  test("a look takes 16 requests at most, and those that confirm what is missing; looks of a watcher share the list of organizations", () => {
    const tooMany = organizations.filter(({ name, id }) => requestsOf(id) > allowedOf(name));
    const routesOf = ({ name, id }: WatchedOrganization) => [name, begunOf(name), ...(requests.get(id) ?? [])];
    expect(tooMany.map(routesOf)).toEqual([]);
    // Once in five minutes by the watchers' clock, and once more for an organization that is looked at a second time in them.
    expect(lists.filter(({ reads, processes }) => reads > MOST_READS * processes)).toEqual([]);
    const figures = {
      looks: looks.length,
      begun: sumOf(organizations.map(({ name }) => begunOf(name))),
      allowed: sumOf(organizations.map(({ name }) => allowedOf(name))),
      requests: sumOf(organizations.map(({ id }) => requestsOf(id))),
      lists: lists.map(({ reads, processes }) => `${reads}/${processes}`).join(" "),
      events: events.length,
      told: events.filter(isTold).length,
      messages: bodies.size,
      tries: takenAt.length,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  });
});
