import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";

import { type EngineRun, type FleetEvent, FleetSession, type RunControl } from "../../../packages/fleet/src/index.ts";
import { type Dealings, NO_CHANGES, type PlannedObject } from "../../../packages/fleet/src/run/events.ts";
import { fleetEngines } from "../../../src/engines/index.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-retirement-"));
afterAll(() => rmSync(folder, { recursive: true }));

const object = (address: string, more: Partial<PlannedObject> = {}): PlannedObject => ({
  operation: "delete",
  address,
  fields: [],
  ...more,
});
const ROLE = object("Role ops");
const PROJECT = object("Project web");

let fleets = 0;
let file: string;
/** What the engine would delete, and what it was asked, in order. */
let objects: readonly PlannedObject[];
let asked: string[];
/** What happens while the engine runs a command. */
let during: (command: "plan" | "up", run: EngineRun) => void;
let events: FleetEvent[];
let sessions: FleetSession[];
let stop: AbortController;

beforeEach(() => {
  fleets += 1;
  const place = join(folder, String(fleets));
  mkdirSync(join(place, "program"), { recursive: true });
  writeFileSync(join(place, "program/Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  file = join(place, "customers.yaml");
  objects = [ROLE, PROJECT];
  asked = [];
  events = [];
  sessions = [];
  during = () => undefined;
  stop = new AbortController();
});
afterEach(() => Promise.all(sessions.map((session) => session.close())));

const dealt =
  (command: "plan" | "up") =>
  async ({ name }: { readonly name: string }, run: EngineRun): Promise<Dealings> => {
    const { isDestroy, isRepair, planned } = run;
    const words = [
      command,
      name,
      isDestroy && "destroy",
      isRepair && "repair",
      planned && `bound to ${planned.content}`,
    ];
    asked.push(words.filter((word) => typeof word === "string").join(" "));
    during(command, run);
    run.onProgress(1);
    const found = isDestroy === true ? objects : [];
    const changes = { ...NO_CHANGES, delete: found.length };
    return { changes, invites: 0, objects: found, saved: { bound: "exact", content: `of ${asked.length}` } };
  };

/** The fleet on a machine, with an engine that only tells. */
async function opened(names: readonly string[], rest: object = {}): Promise<FleetSession> {
  const organizations = names.map((name) => ({ name, template: "free", labels: { stage: name } }));
  const content = { templates: { free: { engine: "pulumi", path: "./program" } }, organizations, ...rest };
  writeFileSync(file, JSON.stringify(content));
  const engines = fleetEngines.map((one) => ({ ...one, plan: dealt("plan"), up: dealt("up") }));
  const session = await FleetSession.open({ file, engines, environment: { ORGFORM_API_KEY: "phx_canary" } });
  sessions.push(session);
  return session;
}

const control = (): RunControl => ({
  onEvent: (event) => void events.push(event),
  signal: stop.signal,
  approve: () => Promise.resolve(true),
});
const OPTIONS = { isRefresh: false, isApproved: false };

/** A fleet whose organization `old` ran, and is no longer in the file. */
async function left(rest: object = {}): Promise<FleetSession> {
  const before = await opened(["acme", "old"], rest);
  await before.run("up", {}, OPTIONS, control());
  const session = await opened(["acme"], rest);
  asked = [];
  events = [];
  return session;
}

const told = (): string[] =>
  events.map((one) => [one.event, "name" in one ? one.name : "", "state" in one ? one.state : ""].join(" ").trim());

test("a retirement is asked for, confirmed in words, and deletes exactly what was shown", async () => {
  const session = await left();
  expect(await session.left()).toEqual(["old"]);
  const words = "delete 2 objects of old";
  expect(await session.requestRetirement("old", control())).toEqual({
    name: "old",
    objects: [ROLE, PROJECT],
    kept: [],
    words,
    held: undefined,
  });
  expect(asked).toEqual(["plan old destroy"]);
  expect(await session.results()).toMatchObject({
    action: "retire",
    reason: "it waits for a confirmation",
    state: "held",
  });
  await expect(session.retire("old", "delete 1 object of old", control())).rejects.toThrow(
    '--confirm is "delete 1 object of old"; expected "delete 2 objects of old".',
  );
  expect(asked).toHaveLength(1);
  events = [];
  expect(await session.retire("old", words, control())).toEqual({ succeeded: 1, failed: 0, notStarted: 0 });
  expect(asked.slice(1)).toEqual(["plan old destroy", "up old destroy bound to of 2"]);
  expect(told()).toEqual([
    "start",
    "organization old started",
    "organization old progress",
    "organization old progress",
    "organization old succeeded",
    "end",
  ]);
  expect(await session.left()).toEqual([]);
  await expect(session.requestRetirement("old", control())).rejects.toThrow("old is retired already, by run 2.");
});

test.each<readonly [string, readonly PlannedObject[], string | undefined]>([
  ["the same", [ROLE, PROJECT], undefined],
  ["less", [ROLE], undefined],
  ["nothing", [], undefined],
  ["more", [ROLE, PROJECT, object("Role new")], "Role new"],
  ["something else", [object("Role new"), object("Role newer")], "Role new, Role newer"],
  ["what is protected now", [ROLE, { ...PROJECT, isProtected: true }], "Project web"],
])("if the engine would now delete %s, nothing goes that nobody saw", async (_what, now, others) => {
  const session = await left();
  await session.requestRetirement("old", control());
  objects = now;
  const tally = await session.retire("old", "delete 2 objects of old", control());
  expect(tally).toEqual({
    succeeded: others === undefined ? 1 : 0,
    failed: others === undefined ? 0 : 1,
    notStarted: 0,
  });
  expect(asked.some((one) => one.startsWith("up"))).toBe(others === undefined);
  const messages = (await session.results())?.organizations.map(({ message }) => message);
  expect(messages).toEqual([
    others && `Changed since the request, so nothing was deleted: ${others}. Request it again.`,
  ]);
});

test("what its state protects is named, and nothing is requested", async () => {
  const session = await left();
  objects = [ROLE, { ...PROJECT, isProtected: true }];
  expect(await session.requestRetirement("old", control())).toMatchObject({ kept: ["Project web"] });
  await expect(session.retire("old", "delete 2 objects of old", control())).rejects.toThrow(
    "Nobody has requested to retire old. Run `orgform fleet retire old` first.",
  );
});

test("an engine that can't say what it would delete requests nothing", async () => {
  const session = await left();
  during = () => {
    throw new Error("no state of phx_canary");
  };
  await expect(session.requestRetirement("old", control())).rejects.toThrow(
    /^old can't be retired, and nothing was deleted:\nno state of (?!phx)/u,
  );
  await expect(session.retire("old", "delete 0 objects of old", control())).rejects.toThrow("Nobody has requested");
});

test.each(["plan", "up"] as const)(
  "a retirement whose %s fails or is cut off is repaired by the next one",
  async (when) => {
    const session = await left();
    await session.requestRetirement("old", control());
    during = (command) => {
      if (command === when) throw new Error("no network");
    };
    const words = "delete 2 objects of old";
    expect(await session.retire("old", words, control())).toMatchObject({ failed: 1 });
    expect((await session.results())?.state).toBe("ended");
    during = (command) => {
      if (command !== when) return;
      stop.abort();
      throw new Error("interrupted");
    };
    asked = [];
    await session
      .requestRetirement("old", { ...control(), signal: new AbortController().signal })
      .catch(() => undefined);
    stop = new AbortController();
    await session.retire("old", words, control()).catch(() => undefined);
    expect((await session.results())?.state).toBe("stopped");
    during = () => undefined;
    stop = new AbortController();
    await session.requestRetirement("old", control());
    expect(asked.at(-1)).toBe("plan old destroy repair");
    expect(await session.retire("old", words, control())).toMatchObject({ succeeded: 1 });
  },
);

test("a retirement in a wave that needs an approval waits for one of its own, and then goes on", async () => {
  const session = await left({ waves: [{ labels: { stage: "acme" } }, { share: "100%", approve: true }] });
  const held = "wave 2 is waiting for approval";
  const { words, held: why } = await session.requestRetirement("old", control());
  expect([why, (await session.results())?.reason]).toEqual([held, held]);
  // The approval of the wave itself, which its run has had, doesn't count.
  expect(await session.retire("old", words, control())).toBe(held);
  expect(asked).toEqual(["plan old destroy"]);
  expect(await session.approve({ by: "ann" }, { retires: "old" })).toMatchObject({
    approval: { by: "ann", wave: 2 },
    held: undefined,
  });
  expect(await session.retire("old", words, control())).toMatchObject({ succeeded: 1 });
});

test("an approval is of one request: a later one of the same objects needs another", async () => {
  const session = await left({ waves: [{ labels: { stage: "acme" } }, { share: "100%", approve: true }] });
  const { words } = await session.requestRetirement("old", control());
  const { approval: first } = await session.approve({ by: "ann" }, { retires: "old" });
  await pause(5);
  expect(await session.requestRetirement("old", control())).toMatchObject({ words, objects: [ROLE, PROJECT] });
  expect(await session.retire("old", words, control())).toBe("wave 2 is waiting for approval");
  const { approval: second } = await session.approve({ by: "ann" }, { retires: "old" });
  expect([first.digest, second.digest]).toEqual([
    expect.stringMatching(/^sha256:/u),
    expect.stringMatching(/^sha256:/u),
  ]);
  expect(second.digest).not.toBe(first.digest);
});

test("a retirement in a wave that needs no approval can't be approved", async () => {
  const session = await left();
  await session.requestRetirement("old", control());
  await expect(session.approve({ by: "ann" }, { retires: "old" })).rejects.toThrow(
    "The retirement of old doesn't need an approval.",
  );
});

test.each([
  ["acme", "acme is in the fleet file. Remove it there first, and then retire it."],
  ["hooli", "The record has no `orgform fleet up` of hooli. These left it: old."],
])("%s can't be retired", async (name, says) => {
  const session = await left();
  await expect(session.requestRetirement(name, control())).rejects.toThrow(says);
  expect(asked).toEqual([]);
});

test.each([1, 2, 3, 7])("one of %i shards has its part of the budget", async (of) => {
  const session = await opened(["acme", "old", "hooli"]);
  const results: string[] = [];
  for (let index = 1; index <= of; index += 1) {
    await session.run("plan", { shard: { index, of } }, OPTIONS, control());
    results.push(`${(await session.record.newest())?.options.share}`);
  }
  expect(results).toEqual(Array.from({ length: of }, () => `${1 / of}`));
  // Each organization is in one of them.
  expect(asked.toSorted()).toEqual(["plan acme", "plan hooli", "plan old"]);
});
