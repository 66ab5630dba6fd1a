import { describe, expect, test } from "@jest/globals";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { plan, reconcile } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { apiError, FakeService, lostAnswer, type Row } from "../../support/fake-service.ts";
import {
  box,
  container,
  crate,
  type Driver,
  failureOf,
  fakeBox,
  startDriver,
  stone,
  vault,
} from "../../support/fake-resources.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

/** A box whose name isn't unique. */
const common = fakeBox({
  ...(box.naturalKey === undefined ? {} : { naturalKey: { ...box.naturalKey, isUnique: false } }),
  inputs: { ...(box.inputs as object), mayDouble: (box.inputs as Record<string, never>)["isProtected"]! },
  capabilities: [adoption({ allowDuplicateField: "mayDouble" })],
});

const madeAtOf = (wire: Row): string => wire["madeAt"] as string;

const LOST = { error: lostAnswer() } as const;

function open(definition: AnyResource = box, options: Parameters<typeof startDriver>[1] = {}) {
  const service = new FakeService();
  const creations = new MemoryCreations();
  const start = () => startDriver(service, { creations, ...options });
  const makeIn = (driver: Driver, inputs: Readonly<Record<string, unknown>> = {}) =>
    reconcile(definition, { ...declared, ...inputs }, driver.context);
  const driver = start();
  return {
    service,
    driver,
    creations,
    start,
    makeIn,
    make: (inputs: Readonly<Record<string, unknown>> = {}) => makeIn(driver, inputs),
    /** A process that sends its create, hears of no end, and finds nothing: then it is gone. */
    tryInVain: async () => {
      service.next("create", LOST, LOST);
      await failureOf(makeIn(start()));
      service.calls.splice(0);
      service.bodies.splice(0);
    },
  };
}

const TAKEN = {
  severity: "warn",
  text: 'Box "a" was recovered\nIt is o1/b1, which an earlier, interrupted run of this program created.',
};

describe("create recovers or adopts, and says so,", () => {
  test("what holds the values that an earlier process sent, and sets what was not sent or is declared anew", async () => {
    const { service, driver, tryInVain, make } = open();
    await tryInVain();
    service.seed({ name: "a", color: "red", weight: 99 });
    expect((await make({ color: "blue", weight: 5 })).state).toMatchObject({ boxId: "b1", color: "blue", weight: 5 });
    expect(service.calls).toEqual(["list o1", "update b1"]);
    expect(service.bodies).toEqual([{ color: "blue", weight: 5 }]);
    expect(driver.said).toEqual([TAKEN]);
  });

  test("nothing that holds another value than the one that was sent", async () => {
    const { service, tryInVain, make } = open();
    await tryInVain();
    service.seed({ name: "a", color: "blue" });
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: color is "blue", declared is "red"\n/u);
    expect(service.writes).toEqual([]);
  });

  test("what an earlier process made that was killed before it could tell anybody", async () => {
    const { service, driver, start, makeIn, make } = open();
    await makeIn(start());
    expect((await make()).id).toBe("o1/b1");
    expect(driver.said).toEqual([TAKEN]);
    expect(service.writes).toEqual(["create a"]);
  });

  test("what this process tried to make before, without any place for records", async () => {
    const { service, make } = open(box, { creations: undefined });
    service.next("create", LOST, LOST);
    await failureOf(make());
    service.seed({ name: "a", color: "red", weight: 99 });
    expect((await make({ weight: 5 })).state).toMatchObject({ boxId: "b1", weight: 5 });
  });

  test("a settable object, and sends what can never be compared", async () => {
    const { service, tryInVain, make } = open(vault);
    await tryInVain();
    service.seed({ name: "a", color: "red" });
    await make({ password: "s3cret" });
    expect(service.bodies).toEqual([{ password: "s3cret" }]);
  });

  test("an object whose precondition is not met, without the deferrable settings", async () => {
    const { service, driver, tryInVain, make } = open(crate);
    await tryInVain();
    service.seed({ name: "a", color: "red", seal: "" });
    expect((await make({ seal: "wax" })).state).toMatchObject({ seal: "wax", heldBack: ["seal"] });
    expect(service.writes).toEqual([]);
    expect(driver.said.slice(1)).toEqual([
      {
        severity: "warn",
        text: 'Settings of Crate "a" are deferred: seal, as the crate is closed; open it. The first update after that sets them.',
      },
    ]);
  });

  test("among others of its key the one that was not there before", async () => {
    const { service, start, creations, make } = open(common);
    service.isUnique = false;
    service.seed({ name: "a", color: "blue" });
    service.next("create", LOST, LOST);
    await failureOf(reconcile(common, { ...declared, mayDouble: true }, start().context));
    expect([...creations.records.values()]).toEqual([
      {
        attempts: [
          {
            sentAt: "1970-01-01T00:00:00.000Z",
            lastSentAt: "1970-01-01T00:00:00.000Z",
            gaveUpAt: "1970-01-01T00:00:30.000Z",
            clockErrorMs: 300_000,
            seen: ["o1/b1"],
            salt: expect.any(String),
            digests: { organizationId: expect.any(String), name: expect.any(String), color: expect.any(String) },
          },
        ],
      },
    ]);
    service.seed({ name: "a", color: "red" });
    expect((await make()).id).toBe("o1/b2");
  });
});

describe("where several of one key are allowed, create", () => {
  test("takes its own earlier try over all the same", async () => {
    const { service, start, makeIn, make } = open(common);
    service.isUnique = false;
    service.next("create", LOST, LOST);
    await failureOf(makeIn(start(), { mayDouble: true }));
    service.seed({ name: "a", color: "red" });
    expect((await make({ mayDouble: true })).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a"]);
  });

  test("makes another one beside one whose create was answered", async () => {
    const { service, start, makeIn, make } = open(common);
    service.isUnique = false;
    await makeIn(start(), { mayDouble: true });
    expect((await make({ mayDouble: true })).id).toBe("o1/b2");
  });
});

describe("a record", () => {
  const HOUR_MS = 3_600_000;

  test("tells nothing any more after a day", async () => {
    const { service, driver, tryInVain, make } = open();
    await tryInVain();
    service.seed({ name: "a", color: "red" });
    driver.clock.advance(25 * HOUR_MS);
    expect((await failureOf(make()))["code"]).toBe("adoption_conflict");
  });

  test("of a create that was answered names that object alone", async () => {
    const { service, start, makeIn, make } = open();
    await makeIn(start());
    service.rowsOf("o1").clear();
    service.seed({ name: "a", color: "red" });
    expect((await failureOf(make())).message).toMatch(/- o1\/b2: it matches the declaration, but nothing shows/u);
  });

  test("of a try that follows one that was answered tells from then on", async () => {
    const { service, driver, start, makeIn, make } = open();
    await makeIn(start());
    service.rowsOf("o1").clear();
    const later = start();
    later.clock.advance(20 * HOUR_MS);
    service.next("create", LOST, LOST);
    await failureOf(makeIn(later));
    service.seed({ name: "a", color: "red" });
    driver.clock.advance(40 * HOUR_MS);
    expect((await make()).id).toBe("o1/b2");
  });

  test("of a create that a guard refused is taken back", async () => {
    const { service, creations, make } = open(container);
    for (const name of ["b", "c"]) service.seed({ name });
    expect((await failureOf(make()))["code"]).toBe("guarded");
    expect(creations.records.size).toBe(0);
  });

  test("of a create that was answered without the object stays", async () => {
    const { service, start, makeIn, make } = open();
    service.next("create", { isIgnored: true });
    expect((await failureOf(makeIn(start())))["code"]).toBe("create_unconfirmed");
    service.seed({ name: "a", color: "red" });
    expect((await make()).id).toBe("o1/b1");
  });

  test("of a create that was refused is taken back", async () => {
    const { service, creations, make } = open();
    service.next("create", { error: apiError({ category: "invalid", status: 400 }) });
    await failureOf(make());
    expect(creations.records.size).toBe(0);
    service.seed({ name: "a", color: "red" });
    expect((await failureOf(make()))["code"]).toBe("adoption_conflict");
  });

  test("of a try that ended unknown stays when a later one is refused", async () => {
    const { service, tryInVain, start, makeIn, make } = open();
    await tryInVain();
    service.next("create", { error: apiError({ category: "invalid", status: 400 }) });
    await failureOf(makeIn(start()));
    service.seed({ name: "a", color: "red" });
    expect((await make()).id).toBe("o1/b1");
  });

  test("does not make an object its own that is older than the try", async () => {
    const dated = fakeBox({ capabilities: [adoption({ madeAt: madeAtOf })] });
    const { service, tryInVain, make } = open(dated, { serviceNow: new Date("2026-11-20T12:00:00Z") });
    await tryInVain();
    service.seed({ name: "a", color: "red", madeAt: "2026-11-20T11:00:00Z" });
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: it matches the declaration, but nothing shows/u);
  });

  test("that cannot be written is said once, and does not end the create", async () => {
    const { service, driver, creations, make } = open();
    creations.failure = new Error("EROFS: read-only file system");
    await make();
    await make({ name: "b" });
    expect(service.writes).toEqual(["create a", "create b"]);
    expect(driver.said).toEqual([
      {
        severity: "warn",
        text: expect.stringMatching(/^Creation records can't be written to memory: EROFS.*\nIf this run is killed/u),
      },
    ]);
  });
});

describe("without a record, create recovers", () => {
  const NOW = new Date("2026-11-20T12:00:00Z");
  const JUST_NOW = "2026-11-20T11:30:00Z";
  const traced = fakeBox({
    capabilities: [
      adoption({
        madeAt: madeAtOf,
        isMadeByAccount: (_service, wire: Row) => Promise.resolve(wire["maker"] === "me"),
      }),
    ],
  });
  const dated = fakeBox({ capabilities: [adoption({ madeAt: madeAtOf })] });
  const own = { name: "a", color: "red", madeAt: JUST_NOW, maker: "me" };

  test("what its own account made within the hour and is as declared in every field", async () => {
    const { service, driver, make } = open(traced, { serviceNow: NOW });
    service.seed(own);
    expect((await make()).id).toBe("o1/b1");
    expect(service.writes).toEqual([]);
    expect(driver.said).toEqual([TAKEN]);
  });

  test.each([
    ["is not as declared", { color: "grey" }, /color is "grey", declared is "red"/u],
    ["holds what is not declared", { weight: 99 }, /weight is 99 and not declared/u],
    [
      "is an hour old",
      { madeAt: "2026-11-20T11:00:00Z" },
      /it was created at 2026-11-20T11:00:00Z, at least an hour ago/u,
    ],
    ["was made by another account", { maker: "you" }, /nothing shows that the account of this API key created it/u],
  ])("nothing that %s", async (_what, changes, reason) => {
    const { service, make } = open(traced, { serviceNow: NOW });
    service.seed({ ...own, ...changes });
    expect((await failureOf(make())).message).toMatch(reason);
    expect(service.writes).toEqual([]);
  });

  test("nothing where the service does not show who made it, unless `takeOverRecent` lets age and equality suffice", async () => {
    const careful = open(dated, { serviceNow: NOW });
    careful.service.seed(own);
    expect((await failureOf(careful.make())).message).toMatch(
      /it matches the declaration, but nothing shows that this program/u,
    );
    const trusting = open(dated, { serviceNow: NOW, takeOverRecent: true });
    trusting.service.seed({ ...own, maker: "you" });
    expect((await trusting.make()).id).toBe("o1/b1");
    const old = open(dated, { serviceNow: NOW, takeOverRecent: true });
    old.service.seed({ ...own, madeAt: "2026-11-20T10:00:00Z" });
    expect((await failureOf(old.make())).message).toMatch(/at least an hour ago/u);
  });

  test("nothing when the service tells no time", async () => {
    const { service, make } = open(traced);
    service.seed(own);
    expect((await failureOf(make())).message).toMatch(/sent no Date header/u);
  });
});

describe("create stops", () => {
  test("before somebody else's object, shows the differences and writes nothing", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "blue", weight: 7, combination: "9999" });
    const failure = await failureOf(make({ weight: 5, combination: "1234" }));
    expect(failure["code"]).toBe("adoption_conflict");
    expect(failure.message).toBe(
      'Box "a" exists already\n' +
        "Nothing was written. Existing objects, and why they weren't adopted:\n" +
        '- o1/b1: color is "blue", declared is "red"; weight is 7, declared is 5; combination differs (secret)\n' +
        'To adopt it and change it to the declared settings, set `adopt: "o1/b1"`.',
    );
    expect(service.writes).toEqual([]);
  });

  test("before several of somebody else, and says of each why it is not its own", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "blue" });
    service.seed({ name: "a", color: "red", weight: 7 });
    expect((await failureOf(make())).message).toContain(
      '\n- o1/b1: color is "blue", declared is "red"\n- o1/b2: weight is 7 and not declared\nTo adopt it',
    );
  });

  test("before somebody's object that equals the declaration", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "red" });
    expect((await failureOf(make())).message).toMatch(
      /- o1\/b1: it matches the declaration, but nothing shows that this program created it\n/u,
    );
    expect(service.writes).toEqual([]);
  });

  test("before an object at its defaults that could only be replaced", async () => {
    const { service, make } = open(stone);
    service.seed({ name: "a" });
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: color is "grey", declared is "red"\n/u);
    expect(service.writes).toEqual([]);
  });

  test("before an object that another resource of the run stands for", async () => {
    const { make } = open();
    await make();
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: another resource of this run manages it\n/u);
  });

  test.each([
    ["compared", plan],
    ["updated", reconcile],
  ])("before an object whose resource was %s in this run", async (_what, verb) => {
    const { service, driver, make } = open();
    service.seed({ name: "a", color: "red" });
    const state = { ...declared, boxId: "b1", stateVersion: 1 };
    if (verb === plan) await plan(box, declared, () => driver.context, { id: "o1/b1", state });
    else await reconcile(box, declared, driver.context, { id: "o1/b1", state });
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: another resource of this run manages it\n/u);
    expect(service.writes).toEqual([]);
  });

  test("before several that may be its own", async () => {
    const { service, tryInVain, make } = open();
    await tryInVain();
    service.seed({ name: "a", color: "red" });
    service.seed({ name: "a", color: "red" });
    const failure = await failureOf(make());
    expect(failure["code"]).toBe("ambiguous");
    expect(failure.message).toBe(
      'More than one object is Box "a"\nThey are o1/b1, o1/b2. Set `adopt` to the ID of the right one.',
    );
  });
});

test("whoever is there is meant where a resource stands for a person, and nobody is warned", async () => {
  const { service, driver, make } = open(fakeBox({ capabilities: [adoption({ adoptExisting: "always" })] }));
  service.seed({ name: "a", color: "blue" });
  expect((await make()).state).toMatchObject({ boxId: "b1", color: "red" });
  expect(driver.said.map(({ severity }) => severity)).toEqual(["info"]);
});

test("what the service makes by itself belongs to who makes the parent in the same run", async () => {
  const { service, driver, make } = open(
    fakeBox({ capabilities: [adoption({ isMadeWithParent: (wire: Row) => wire["weight"] === 1 })] }),
  );
  const trial = await driver.session.creations.begin("Root", { seen: [], salt: "", digests: {} }, () => undefined);
  service.seed({ name: "a", color: "red", weight: 1 });
  expect((await failureOf(make()))["code"]).toBe("adoption_conflict");
  await trial.made("o1", "Root o1");
  expect((await make()).id).toBe("o1/b1");
});

describe("a definition's own rule", () => {
  const asked: unknown[] = [];
  const { naturalKey } = box;
  const own = fakeBox({
    ...(naturalKey === undefined ? {} : { naturalKey: { ...naturalKey, isUnique: false } }),
    inputs: { ...(box.inputs as object), mayDouble: (box.inputs as Record<string, never>)["isProtected"]! },
    capabilities: [
      adoption({
        allowDuplicateField: "mayDouble",
        ownershipCheck: (_service, wire: Row, { serviceNow }) => {
          asked.push(serviceNow);
          return Promise.resolve(wire["weight"] === 1 ? undefined : "it is too heavy");
        },
      }),
    ],
  });

  function openOwn(weight: number) {
    const service = new FakeService();
    service.isUnique = false;
    service.seed({ name: "a", color: "blue", weight });
    const now = new Date("2026-11-20T00:00:00Z");
    const driver = startDriver(service, { serviceNow: now });
    return { service, now, make: (mayDouble: boolean) => reconcile(own, { ...declared, mayDouble }, driver.context) };
  }

  test("decides in place of the comparison, and is told the service's time", async () => {
    const { service, now, make } = openOwn(1);
    expect((await make(false)).id).toBe("o1/b1");
    expect(asked.splice(0)).toEqual([now]);
    expect(service.bodies).toEqual([{ color: "red" }]);
  });

  test("offers a duplicate where the definition knows one", async () => {
    const { service, make } = openOwn(2);
    expect((await failureOf(make(false))).message).toMatch(
      /- o1\/b1: it is too heavy\n.* set `adopt: "o1\/b1"`\. Or set `mayDouble: true` to create another one\.$/u,
    );
    expect((await make(true)).id).toBe("o1/b2");
    expect(service.writes).toEqual(["create a"]);
  });

  test("goes before a duplicate: its own earlier try is taken over", async () => {
    const { service, make } = openOwn(1);
    expect((await make(true)).id).toBe("o1/b1");
    expect(service.writes).toEqual(["update b1"]);
  });
});
