import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { type CommonCounts, startLedger } from "../../packages/fleet/src/index.ts";
import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES, STORY_ENGINES } from "../support/conformance-engine.ts";
import type { Engine, EngineRun } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { accept, addMember, levelIn, NOW } from "../support/scenario-people.ts";
import { Program } from "../support/scenario-program.ts";
import { FOUNDER, startWorld, type World, writesOf } from "../support/scenario-world.ts";
import { emailOf, forEach, range } from "../counts/fixture.ts";

/** Past the time that a run notes: a simulated process lives fast, and a run takes a while. */
const HOUR_SECONDS = 3_600 + 60;
const AN_HOUR_LATER = /2026-11-20T11:00:\d\d\.000Z/u;
const DEFERRED = new RegExp(`deferred until ${AN_HOUR_LATER.source}: the service accepts 50 invites an hour`, "u");

let world: World;
let empty: Snapshot;

beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  empty = world.sandbox.control.snapshot();
});
beforeEach(() => {
  world.sandbox.control.restore(empty);
  world.sandbox.control.setClock(NOW, true);
  world.loseRecords();
  world.sandbox.control.clearRequests();
});
afterAll(() => world.sandbox.close());

const start = (engine: Engine): EngineRun => world.start(engine, LONG_TIMEOUT);

const invites = (): readonly Values[] => world.sandbox.control.call("GET", "invites") as readonly Values[];

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

/** Uses up the organization's invites of this hour from outside. */
async function useUp(left = 0): Promise<void> {
  const { organizationId } = world;
  const others = range(50 - left).map((index) => ({ target_email: `other${index}@globex.example` }));
  for (let from = 0; from < others.length; from += 20) {
    await sendBulk(organizationId, others.slice(from, from + 20));
  }
  for (const { id } of invites()) world.sandbox.control.call("DELETE", `invites/${String(id)}`);
  world.sandbox.control.clearRequests();
}

async function sendBulk(organizationId: string, bodies: readonly Values[]): Promise<void> {
  const { host } = world.sandbox;
  const answer = await fetch(`${host}/api/organizations/${organizationId}/invites/bulk/`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(bodies),
  });
  expect(answer.status).toBe(201);
}

/** One run of a program with many people: its warnings and errors. */
async function runAll(
  engine: Engine,
  programs: readonly Program[],
): Promise<{ failures: unknown[]; warnings: string[] }> {
  const run = start(engine);
  const failures: unknown[] = [];
  await forEach(programs, 50, async (program) => {
    const failure = await program.up(run);
    if (failure !== undefined) failures.push(failure);
  });
  return { failures, warnings: warningsOf(run) };
}

const statuses = (programs: readonly Program[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const { entry } of programs) {
    const status = String(entry?.state["status"]);
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
};

const program = (engine: Engine, resource: string, declared: Values): Program =>
  new Program(engine, resource, { organizationId: world.organizationId, ...declared });

const [FIRST = ENGINES[0]] = ENGINES;

test("250 people are invited within three days: no run fails, and nobody is invited twice", async () => {
  if (FIRST === undefined) throw new Error("there is no engine");
  const programs = range(250).map((index) =>
    program(FIRST, index % 2 === 0 ? "Invite" : "Membership", { email: emailOf(index), level: "member" }),
  );
  const sent: number[] = [];
  const seen = new Set<unknown>();
  let due = Date.parse(NOW);
  for (let number = 0; number < 10 && sent.at(-1) !== 0; number += 1) {
    world.sandbox.control.setClock(new Date(due).toISOString(), true);
    const { failures } = await runAll(FIRST, programs);
    expect(failures).toEqual([]);
    const ids = new Set(invites().map(({ id }) => id));
    // An invite that was sent again has another id.
    for (const id of seen) expect(ids).toContain(id);
    sent.push(ids.size - seen.size);
    for (const id of ids) seen.add(id);
    const times = programs.map(({ entry }) => entry?.state["dueAt"]).filter((time) => typeof time === "string");
    due = Math.max(due, ...times.map((time) => Date.parse(time)));
  }
  expect(sent).toEqual([50, 50, 50, 50, 50, 0]);
  expect(statuses(programs)).toEqual({ pending: 250 });
  // The fifth fifty waited for the next day.
  expect(new Date(due).toISOString()).toMatch(/^2026-11-21T10:0/u);
});

describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))(
  "invites over the limit, %s",
  (_, engine) => {
    test("what fits is sent, the rest waits with a warning that names the time, and is no difference until then", async () => {
      await useUp(7);
      const programs = range(25).map((index) => program(engine, "Invite", { email: emailOf(index), level: "member" }));
      const { failures, warnings } = await runAll(engine, programs);
      expect(failures).toEqual([]);
      expect(statuses(programs)).toEqual({ pending: 7, deferred: 18 });
      expect(invites()).toHaveLength(7);
      expect(warnings.filter((text) => DEFERRED.test(text))).toHaveLength(1);
      const [waiting] = programs.filter(({ entry }) => entry?.state["status"] === "deferred");
      expect(waiting?.entry?.state).toMatchObject({ level: "member", dueAt: expect.stringMatching(AN_HOUR_LATER) });

      world.sandbox.control.clearRequests();
      const before = await runAll(engine, programs);
      expect([before.failures, writesOf(world)]).toEqual([[], []]);
      expect(before.warnings).toHaveLength(1);
      for (const one of programs) expect(await one.refresh(start(engine))).toBeUndefined();
      expect(statuses(programs)).toEqual({ pending: 7, deferred: 18 });

      world.sandbox.control.advanceClock(HOUR_SECONDS);
      expect((await runAll(engine, programs)).failures).toEqual([]);
      expect(statuses(programs)).toEqual({ pending: 25 });
      world.sandbox.control.clearRequests();
      expect(await runAll(engine, programs)).toEqual({ failures: [], warnings: [] });
      expect(writesOf(world)).toEqual([]);
    });

    test("what was accepted or replaced counts although no list shows it, also for a key that may not see the organization", async () => {
      const { sandbox, organizationId } = world;
      const bodies = range(37).map((index) => ({ target_email: `other${index}@globex.example` }));
      await sendBulk(organizationId, bodies.slice(0, 20));
      await sendBulk(organizationId, bodies.slice(20));
      for (const { target_email: email } of bodies.slice(0, 25)) accept(world, email);
      await sendBulk(organizationId, bodies.slice(25));
      expect(invites()).toHaveLength(12);
      sandbox.control.clearRequests();
      const scopes = ["organization_member:read", "organization_member:write"];
      const { apiKey } = sandbox.control.createKey({ email: FOUNDER, scopes });
      const startBlind = (): EngineRun => engine.start({ host: sandbox.host, apiKey, config: LONG_TIMEOUT });
      const programs = range(3).map((index) => program(engine, "Invite", { email: emailOf(index), level: "member" }));
      const runAllBlind = async (): Promise<unknown[]> => {
        const run = startBlind();
        return (await Promise.all(programs.map((one) => one.up(run)))).filter((failure) => failure !== undefined);
      };
      expect(await runAllBlind()).toEqual([]);
      expect(statuses(programs)).toEqual({ pending: 1, deferred: 2 });
      expect(invites()).toHaveLength(13);
      sandbox.control.advanceClock(HOUR_SECONDS);
      expect(await runAllBlind()).toEqual([]);
      expect(statuses(programs)).toEqual({ pending: 3 });
      expect(invites()).toHaveLength(15);
    });

    test("one that has to be sent again, for its age or a change, waits as well and is not lost", async () => {
      const aged = program(engine, "Invite", { email: emailOf(0), level: "member" });
      const changed = program(engine, "Membership", { email: emailOf(1), level: "member" });
      expect((await runAll(engine, [aged, changed])).failures).toEqual([]);
      world.sandbox.control.advanceClock(73 * HOUR_SECONDS);
      const raised = new Program(
        engine,
        "Membership",
        { organizationId: world.organizationId, email: emailOf(1), level: "admin" },
        changed.entry,
      );
      await useUpKeeping();
      expect(await aged.refresh(start(engine))).toBeUndefined();
      expect(aged.entry?.state["status"]).toBe("expired");
      expect((await runAll(engine, [aged, raised])).failures).toEqual([]);
      expect(statuses([aged, raised])).toEqual({ deferred: 2 });
      expect(raised.entry?.state["level"]).toBe("admin");
      expect(invites().map(({ level }) => level)).toEqual([1, 1]);
      expect(await raised.refresh(start(engine))).toBeUndefined();
      expect((await runAll(engine, [aged, raised])).failures).toEqual([]);
      expect(statuses([aged, raised])).toEqual({ deferred: 2 });
      world.sandbox.control.advanceClock(HOUR_SECONDS);
      expect((await runAll(engine, [aged, raised])).failures).toEqual([]);
      expect(statuses([aged, raised])).toEqual({ pending: 2 });
      expect(invites().map(({ level, is_expired }) => [level, is_expired])).toEqual([
        [1, false],
        [8, false],
      ]);
    });

    test("a place in a role waits with the invite that waits, and is taken after it was accepted", async () => {
      const { organizationId } = world;
      const { id: roleId } = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "builders" });
      await useUp();
      const person = program(engine, "Membership", { email: emailOf(0), level: "member" });
      const place = program(engine, "RoleMembership", { email: emailOf(0), roleId });
      const together = async () => {
        const run = start(engine);
        return [await person.up(run), await place.up(run)];
      };
      expect(await together()).toEqual([undefined, undefined]);
      expect(person.entry?.state["dueAt"]).toMatch(AN_HOUR_LATER);
      expect(place.entry?.state["dueAt"]).toBe(person.entry?.state["dueAt"]);
      expect(await place.refresh(start(engine))).toBeUndefined();
      expect(await together()).toEqual([undefined, undefined]);
      expect(writesOf(world)).toHaveLength(1);
      world.sandbox.control.advanceClock(HOUR_SECONDS);
      expect(await together()).toEqual([undefined, undefined]);
      expect([person.entry?.state["status"], place.entry?.state["status"]]).toEqual(["pending", "deferred"]);
      accept(world, emailOf(0));
      expect(await together()).toEqual([undefined, undefined]);
      expect(place.entry?.state["status"]).toBe("active");
    });

    test("one that waits is destroyed without a request that changes anything, and sent by nobody", async () => {
      await useUp();
      const one = program(engine, "Invite", { email: emailOf(0), level: "member" });
      expect(await one.up(start(engine))).toBeUndefined();
      world.sandbox.control.clearRequests();
      expect(await one.destroy(start(engine))).toBeUndefined();
      expect([one.entry, writesOf(world)]).toEqual([undefined, []]);
    });

    test("somebody who became a member meanwhile is taken as one", async () => {
      await useUp();
      const one = program(engine, "Membership", { email: emailOf(0), level: "admin" });
      expect(await one.up(start(engine))).toBeUndefined();
      addMember(world, emailOf(0), 1);
      world.sandbox.control.advanceClock(HOUR_SECONDS);
      expect(await one.up(start(engine))).toBeUndefined();
      expect([one.entry?.state["status"], levelIn(world, emailOf(0))]).toEqual(["accepted", 8]);
    });

    test("a refusal holds back nothing else of the run, and on an older service it is an error as ever", async () => {
      await useUp();
      const run = start(engine);
      const invite = program(engine, "Invite", { email: emailOf(0), level: "member" });
      const role = program(engine, "Role", { name: "builders" });
      expect([await invite.up(run), await role.up(run)]).toEqual([undefined, undefined]);

      world.sandbox.control.setDialect("2025-08");
      const body = { type: "throttled_error", code: "throttled", detail: "Request was throttled.", attr: null };
      const route = "/api/organizations/:organization_id/invites/";
      world.sandbox.control.addFault({
        kind: "rate-limited",
        retryAfter: 3_600,
        route,
        method: "POST",
        body,
        times: 0,
      });
      const other = program(engine, "Invite", { email: emailOf(1), level: "member" });
      expect(String(await other.up(start(engine)))).toMatch(/answered 429 throttled/u);
      world.sandbox.control.clearFaults();
      world.sandbox.control.setDialect("2026-09");
    });

    test("what a fleet's ledger has no room for is deferred without being sent", async () => {
      const key = [world.sandbox.host, "invites", world.organizationId].join(" ");
      const common: CommonCounts = {
        isCurrent: true,
        hasChanged: () => false,
        read: (name) => ({ ended: name === key ? [[Date.now(), 50]] : [], elsewhere: 0, pausedUntilMs: 0 }),
        exchange: (reports, then) => then(reports.map(({ wanted }) => wanted?.calls ?? 0)),
      };
      const ledger = await startLedger({ common });
      process.env["ORGFORM_BUDGET"] = ledger.environmentFor("acme").ORGFORM_BUDGET;
      try {
        const programs = range(5).map((index) => program(engine, "Invite", { email: emailOf(index), level: "member" }));
        const { failures, warnings } = await runAll(engine, programs);
        expect([failures, statuses(programs), writesOf(world)]).toEqual([[], { deferred: 5 }, []]);
        expect(warnings).toHaveLength(1);
        expect(ledger.callsOf("acme")).toBe(world.sandbox.control.requests().length);
      } finally {
        delete process.env["ORGFORM_BUDGET"];
        await ledger.close();
      }
    });

    test("an invite that its sender may not delete any more says who may", async () => {
      const one = program(engine, "Invite", { email: emailOf(0), level: "member" });
      expect(await one.up(start(engine))).toBeUndefined();
      world.sandbox.control.addMembership({ email: FOUNDER, organizationId: world.organizationId, level: 1 });
      expect(String(await one.destroy(start(engine)))).toMatch(
        /organization access level is insufficient.*only admins of the organization can delete invites/su,
      );
    });
  },
);

/** Uses up the hour without touching the invites that are there. */
async function useUpKeeping(): Promise<void> {
  const kept = new Set(invites().map(({ id }) => id));
  for (let from = 0; from < 50; from += 10) {
    await sendBulk(
      world.organizationId,
      range(10).map((index) => ({ target_email: `other${from + index}@globex.example` })),
    );
  }
  for (const { id } of invites()) if (!kept.has(id)) world.sandbox.control.call("DELETE", `invites/${String(id)}`);
}
