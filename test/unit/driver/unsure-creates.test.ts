import { describe, expect, test } from "@jest/globals";
import { adoption } from "../../../src/capabilities/adoption.ts";
import { z } from "zod";

import { reconcile, remove } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import { afterTry, box, type Driver, failureOf, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService, lostAnswer, unreachable, type Row } from "../../support/fake-service.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const common = fakeBox({
  ...(box.naturalKey === undefined ? {} : { naturalKey: { ...box.naturalKey, isUnique: false } }),
  capabilities: [
    adoption({
      madeAt: (wire: Row) => wire["madeAt"] as string | undefined,
      isMadeByAccount: (_service, { maker }: Row) => Promise.resolve(maker === undefined ? undefined : maker === "me"),
    }),
  ],
});

function open(definition: AnyResource = common) {
  const service = new FakeService();
  service.isUnique = definition.naturalKey?.isUnique === true;
  const creations = new MemoryCreations();
  const start = (store: MemoryCreations = creations, options = {}) =>
    startDriver(service, { creations: store, ...options });
  const makeIn = (driver: Driver, inputs: Readonly<Record<string, unknown>> = {}) =>
    reconcile(definition, { ...declared, ...inputs }, driver.context);
  const driver = start();
  return { service, creations, start, makeIn, driver, make: (inputs = {}) => makeIn(driver, inputs) };
}

/** Makes lists show created objects only later, by the clock of a process. */
function lagging(service: FakeService, { clock }: Driver, lagMs: number): void {
  const madeMs = new Map<string, number>();
  service.isListed = ({ id }) => {
    if (!madeMs.has(id)) madeMs.set(id, clock.now());
    return clock.now() - (madeMs.get(id) ?? 0) >= lagMs;
  };
}

const looksOf = (service: FakeService) => service.calls.filter((call) => call.startsWith("list")).length;
const attemptsOf = (creations: MemoryCreations) => [...creations.records.values()].flatMap(({ attempts }) => attempts);

describe("where the natural key is not unique, a create whose answer was lost", () => {
  test.each([5_000, 29_000])("is found in a list that lags %i ms, and never sent again", async (lagMs) => {
    const { service, driver, make } = open();
    lagging(service, driver, lagMs);
    service.next("create", { error: lostAnswer(), isApplied: true });
    expect((await make()).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a"]);
  });

  test("that no list shows for 30 s is told as unconfirmed, with the record kept", async () => {
    const { service, driver, creations, make } = open();
    service.next("create", { error: lostAnswer() });
    expect((await failureOf(make()))["code"]).toBe("create_unconfirmed");
    expect(service.writes).toEqual(["create a"]);
    expect(driver.clock.now()).toBeGreaterThanOrEqual(30_000);
    expect(attemptsOf(creations)).toMatchObject([{ gaveUpAt: "1970-01-01T00:00:30.000Z" }]);
  });

  test("is looked for by one list for all that are open, 25 of them", async () => {
    const { service, make } = open();
    service.next("create", ...Array.from({ length: 25 }, () => ({ error: lostAnswer() })));
    await Promise.all(Array.from({ length: 25 }, (_, index) => failureOf(make({ name: `n${index}` }))));
    expect(service.writes).toHaveLength(25);
    expect(looksOf(service)).toBeLessThanOrEqual(12);
  });

  test("is told as unconfirmed when the looks for it fail, and its record stays", async () => {
    const { service, creations, make } = open();
    service.next("create", { error: lostAnswer() });
    const failed = { error: apiError({ category: "unavailable", status: 503 }) };
    service.next("list", {}, ...Array.from({ length: 20 }, () => failed));
    expect((await failureOf(make()))["code"]).toBe("create_unconfirmed");
    expect(service.writes).toEqual(["create a"]);
    expect(attemptsOf(creations)).toHaveLength(1);
  });

  test("is not looked for any more once the call is ended", async () => {
    const { service, start, creations, makeIn } = open();
    const ending = new AbortController();
    const driver = start(creations, { signal: ending.signal });
    service.next("create", { error: lostAnswer() });
    const making = failureOf(makeIn(driver));
    while (driver.sleptMs.length < 3) await new Promise((resolve) => setImmediate(resolve));
    ending.abort(new Error("ended by the engine"));
    expect((await making).message).toContain("ended by the engine");
    expect(attemptsOf(creations)).toHaveLength(1);
  });
});

describe("a later process that finds an open record", () => {
  /** A process that sends its create and is killed. */
  async function killedCreate(world: ReturnType<typeof open>, isApplied: boolean): Promise<void> {
    const driver = world.start();
    Object.assign(driver.session.clock, { sleep: () => new Promise<never>(() => undefined) });
    world.service.next("create", { error: lostAnswer(), isApplied });
    void world.makeIn(driver).catch(() => undefined);
    while (looksOf(world.service) < 2) await new Promise((resolve) => setImmediate(resolve));
  }

  test("waits until a list shows the object", async () => {
    const world = open();
    world.service.isListed = () => world.driver.clock.now() >= 12_000;
    await killedCreate(world, true);
    expect((await world.make()).id).toBe("o1/b1");
    expect(world.service.writes).toEqual(["create a"]);
  });

  test("makes one when a list that began 30 s later lacks it", async () => {
    const world = open();
    await killedCreate(world, false);
    expect((await world.make()).id).toBe("o1/b1");
    expect(world.driver.clock.now()).toBeGreaterThanOrEqual(30_000);
    expect(world.service.writes).toEqual(["create a", "create a"]);
  });

  test("makes none while the lists fail", async () => {
    const world = open();
    await killedCreate(world, false);
    const failed = { error: apiError({ category: "unavailable", status: 503 }) };
    world.service.next("list", {}, ...Array.from({ length: 20 }, () => failed));
    await failureOf(world.make());
    expect(world.service.writes).toEqual(["create a"]);
    expect(attemptsOf(world.creations)).toHaveLength(1);
  });

  test("does not wait where the service refuses a second object by itself", async () => {
    const world = open(fakeBox({ capabilities: [adoption({ isMadeByAccount: () => Promise.resolve(undefined) })] }));
    await killedCreate(world, false);
    expect((await world.make()).id).toBe("o1/b1");
    expect(world.driver.sleptMs).toEqual([]);
  });
});

describe("what is not sent or refused", () => {
  test("does not count as sent when no connection was made", async () => {
    const { service, creations, make } = open();
    service.next("create", { error: unreachable() });
    expect((await failureOf(make())).message).toContain("No connection.");
    expect(attemptsOf(creations)).toEqual([]);
  });

  test("is looked at by one list when the service has no room, and sent again when it is not there", async () => {
    const { service, make } = open();
    service.next("create", { error: apiError({ category: "rateLimited", status: 429 }) });
    expect((await make()).id).toBe("o1/b1");
    expect(service.calls.slice(0, 4)).toEqual(["list o1", "create a", "list o1", "create a"]);
  });

  test("is not sent again after a 429 when the list shows it", async () => {
    const { service, make } = open();
    service.next("create", { error: apiError({ category: "rateLimited", status: 429 }), isApplied: true });
    expect((await make()).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a"]);
  });

  test.each([
    ...[302, 401, 402, 403, 404, 409].map((status) => ({ category: "permission", status }) as const),
    { category: "conflict", status: 409 } as const,
  ])("is reported at once with $category $status, its record stays open", async (error) => {
    const { service, driver, creations, make, start, makeIn } = open();
    service.next("create", { error: apiError(error) });
    expect((await failureOf(make())).message).toContain(String(error.status));
    expect(driver.clock.now()).toBeLessThan(2_000);
    expect(looksOf(service)).toBe(2);
    expect(attemptsOf(creations)).toHaveLength(1);
    service.seed({ name: "a", color: "red" });
    expect((await makeIn(start())).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a"]);
  });

  test("is taken when the one look after the refusal shows it", async () => {
    const { service, make } = open();
    service.next("create", { error: apiError({ category: "permission", status: 403 }), isApplied: true });
    expect((await make()).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a"]);
  });
});

describe("a record of a create that never arrived does not make its own", () => {
  const SENT = new Date("2026-11-20T12:00:00Z");
  const later = (seconds: number) => new Date(SENT.getTime() + seconds * 1_000).toISOString();

  test.each([
    ["of other settings", { color: "blue" }, /color is "blue", declared is "red"/u],
    ["made before it was sent", { madeAt: later(-11) }, /created at 2026-11-20T11:59:49/u],
    ["made after it was given up", { madeAt: later(11) }, /created at 2026-11-20T12:00:11/u],
    ["made by another account", { maker: "you" }, /created at 2026-11-20T12:00:02/u],
  ])("an object %s", async (_what, changes, why) => {
    const { service, start, creations, makeIn } = open();
    service.next("create", { error: lostAnswer() });
    await failureOf(makeIn(start(creations, { serviceNow: SENT })));
    service.seed({ name: "a", color: "red", madeAt: later(2), maker: "me", ...changes });
    const hours = new Date(SENT.getTime() + 2 * 3_600_000);
    const failure = await failureOf(makeIn(start(creations, { serviceNow: hours })));
    expect(failure["code"]).toBe("adoption_conflict");
    expect(failure.message).toMatch(/^Box "a" exists already/u);
    expect(failure.message).toMatch(why);
    expect(service.writes).toEqual(["create a"]);
  });

  test("but one that fits in all of that is its own", async () => {
    const { service, start, creations, makeIn } = open();
    service.next("create", { error: lostAnswer() });
    await failureOf(makeIn(start(creations, { serviceNow: SENT })));
    service.seed({ name: "a", color: "red", madeAt: later(2), maker: "me" });
    const hours = new Date(SENT.getTime() + 2 * 3_600_000);
    expect((await makeIn(start(creations, { serviceNow: hours }))).id).toBe("o1/b1");
  });
});

describe("what another stack made that keeps its records in the same place", () => {
  const shared = fakeBox({ capabilities: [adoption({ adoptExisting: "always" })] });

  test("is not taken, whatever rule would allow it", async () => {
    const { service, creations, start, makeIn } = open(shared);
    await makeIn(start());
    const failure = await failureOf(makeIn(start(creations.ofStack("other"))));
    expect(failure.message).toMatch(
      /- o1\/b1: another stack, whose records are in the same folder, manages it\nTo adopt it/u,
    );
    expect(service.writes).toEqual(["create a"]);
  });

  test("is taken when `adopt` names it, and when the other stack has deleted it", async () => {
    const { service, creations, start, makeIn } = open(shared);
    const { id, state } = await makeIn(start());
    const other = creations.ofStack("other");
    expect((await makeIn(start(other), { adopt: id })).id).toBe(id);
    await remove(shared, id, { ...state, isProtected: false }, start().context);
    service.seed({ name: "a", color: "red" });
    expect((await makeIn(start(other))).id).toBe("o1/b2");
  });

  test("is taken by the stack that made it, in a later process", async () => {
    const { service, start, makeIn } = open();
    await makeIn(start());
    expect((await makeIn(start())).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a"]);
  });
});

test("an object that this stack deletes leaves no record, in whichever process, and others keep theirs", async () => {
  const { creations, start, makeIn } = open();
  const { id, state } = await makeIn(start());
  await makeIn(start(), { name: "a b" });
  expect(attemptsOf(creations)).toHaveLength(2);
  await remove(common, id, { ...state, isProtected: false }, start().context);
  expect(attemptsOf(creations).map(({ made }) => made)).toEqual(["o1/b2"]);
});

describe("two resources of one name in one run, where both are wanted", () => {
  const allowed = { mayDouble: true };
  const twice = fakeBox({
    inputs: { mayDouble: field(z.boolean().default(false), { doc: "Takes a second one.", onChange: "none" }) },
    naturalKey: common.naturalKey as NonNullable<typeof common.naturalKey>,
    capabilities: [adoption({ allowDuplicateField: "mayDouble" })],
    toWire: ({ organizationId: _owner, boxId: _id, mayDouble: _may, ...body }) => body,
  });

  /** The second create starts after the first lost its response, and before the first looked for its object. */
  async function makeTwo(world: ReturnType<typeof open>) {
    const { service, makeIn, driver } = world;
    service.next("create", { error: lostAnswer(), isApplied: true });
    const first = makeIn(driver, allowed);
    while (service.writes.length === 0) await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    return Promise.all([first, makeIn(driver, allowed)]);
  }

  /** A process was killed after the service had created an object for one of them. */
  async function killedAfterSending({ start, service }: ReturnType<typeof open>): Promise<void> {
    await afterTry(start().context, twice, { ...declared, ...allowed });
    service.seed({ name: "a", color: "red" });
  }

  test("each get an object of their own when the answer to the first create is lost", async () => {
    const world = open(twice);
    const ids = (await makeTwo(world)).map(({ id }) => id);
    expect(ids).toEqual(["o1/b1", "o1/b2"]);
    expect(world.service.writes).toEqual(["create a", "create a"]);
  });

  test("wait for nothing but each other's answers", async () => {
    const world = open(twice);
    await makeTwo(world);
    expect(world.driver.said.map(({ severity }) => severity)).toEqual([]);
    expect(world.driver.clock.now()).toBeLessThan(5_000);
  });

  test("each get their own in the run after one that was killed", async () => {
    const world = open(twice);
    await killedAfterSending(world);
    const taking = world.start();
    const { id } = await world.makeIn(taking, allowed);
    expect(id).toBe("o1/b1");
    // Neither this process nor a later one assigns the recovered object to the other resource.
    expect((await world.makeIn(taking, allowed)).id).toBe("o1/b2");
    expect(taking.clock.now()).toBeLessThan(5_000);
    expect(attemptsOf(world.creations)).toMatchObject([{ made: "o1/b1" }, { made: "o1/b2" }]);
  });

  test("are told apart by a process that knows of the first one by its record alone", async () => {
    const world = open(twice);
    await killedAfterSending(world);
    await world.makeIn(world.start(), allowed);
    expect((await world.makeIn(world.start(), allowed)).id).toBe("o1/b2");
  });
});

describe("an object that a create recovered and whose guard refuses it", () => {
  test("is free for who declares it rightly", async () => {
    const guarded = fakeBox({
      ...(common.naturalKey === undefined ? {} : { naturalKey: common.naturalKey }),
      guards: [
        {
          on: ["create"],
          inPreview: false,
          needsObject: true,
          refuse: ({ inputs }) => (inputs["weight"] === 13 ? "13 is refused." : undefined),
        },
      ],
    });
    const { service, driver, makeIn } = open(guarded);
    const { id } = service.seed({ name: "a", color: "red", weight: 13 });
    expect((await failureOf(makeIn(driver, { weight: 13, adopt: id })))["code"]).toBe("guarded");
    expect((await makeIn(driver, { weight: 12, adopt: id })).id).toBe("o1/b1");
  });
});
