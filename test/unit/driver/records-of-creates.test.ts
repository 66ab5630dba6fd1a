import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { confirmedAbsence } from "../../../src/capabilities/confirmed-absence.ts";
import { deferredFields } from "../../../src/capabilities/deferred-fields.ts";
import { setAfterwards } from "../../../src/capabilities/set-afterwards.ts";
import { naturalKeyOf } from "../../../src/driver/creation/exclusive.ts";
import { reconcile } from "../../../src/driver/driver.ts";
import { Operation } from "../../../src/driver/operation.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message } from "../../../src/model/messages.ts";
import { type Driver, failureOf, fakeBox, parcel, plain, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService, lostAnswer, type Row } from "../../support/fake-service.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const LOST = { error: lostAnswer() } as const;

function open(definition: AnyResource, store = new MemoryCreations()) {
  const service = new FakeService();
  service.isUnique = definition.naturalKey?.isUnique === true;
  const start = () => startDriver(service, { creations: store });
  const makeIn = (driver: Driver, inputs: Readonly<Record<string, unknown>> = {}) =>
    reconcile(definition, { ...declared, ...inputs }, driver.context);
  const make = (inputs: Readonly<Record<string, unknown>> = {}) => makeIn(start(), inputs);
  /** A process that sends its create, hears of no end, and finds nothing. */
  const tryInVain = async (inputs: Readonly<Record<string, unknown>> = {}) => {
    service.next("create", LOST, LOST);
    await failureOf(make(inputs));
    service.calls.length = service.bodies.length = 0;
  };
  const attempts = () => [...store.records.values()].flatMap(({ attempts: all }) => all);
  return { service, start, makeIn, make, tryInVain, attempts };
}

describe("the record of a create", () => {
  const text = (marks: object) => field(z.string().optional(), { doc: "Text.", serviceDefault: null, ...marks });

  test("holds digests of what a new object surely shows, and of nothing secret", async () => {
    const wide = fakeBox({
      inputs: {
        label: text({}),
        setting: text({ returned: "where supported" }),
        hint: text({ returned: "sometimes" }),
        password: text({ secret: true, returned: "never" }),
        unseen: text({ returned: "never" }),
        shownSecret: text({ secret: true }),
        seal: text({}),
        later: text({}),
        undeclared: text({}),
        again: text({ onChange: "resend" }),
      },
      outputs: { ...plain.outputs, heldBack: field(z.array(z.string()).optional(), { doc: "Waiting." }) },
      capabilities: [
        deferredFields({ inputs: ["seal"], isMet: () => false, reason: message`it is closed` }),
        setAfterwards("later"),
      ],
    });
    const { tryInVain, attempts } = open(wide);
    const names = ["label", "setting", "hint", "password", "unseen", "shownSecret", "seal", "later", "again"];
    await tryInVain({ combination: "1234", ...Object.fromEntries(names.map((name) => [name, `${name} é|"`])) });
    const [record] = attempts();
    expect(Object.keys(record?.digests ?? {})).toEqual(["organizationId", "name", "color", "label", "setting"]);
    expect(JSON.stringify(record)).not.toMatch(/1234|é/u);
  });

  test("knows an object whose values come back in another order of their members", async () => {
    const { service, tryInVain, make } = open(parcel);
    const destination = { kind: "air", config: { region: "eu", stops: 2 } };
    await tryInVain({ destination, emails: ["a@b", "c@d"] });
    service.seed({
      name: "a",
      color: "red",
      destination: { config: { stops: 2, region: "eu" }, kind: "air" },
      emails: ["a@b", "c@d"],
    });
    expect((await make({ destination: { kind: "sea" }, emails: ["a@b"] })).id).toBe("o1/b1");
    expect(service.bodies).toEqual([{ destination: { kind: "sea" }, emails: ["a@b"] }]);
  });

  test.each([
    ["another order of a list", { emails: ["c@d", "a@b"] }],
    ["another member", { destination: { kind: "air", config: { region: "us" } } }],
    ["nothing there", { destination: null }],
  ])("knows no object with %s", async (_what, changes) => {
    const { service, tryInVain, make } = open(parcel);
    const sent = { destination: { kind: "air", config: { region: "eu" } }, emails: ["a@b", "c@d"] };
    await tryInVain(sent);
    service.seed({ name: "a", color: "red", ...sent, ...changes });
    for (const inputs of [sent, { ...sent, destination: { kind: "sea" }, emails: ["x@y"] }]) {
      expect((await failureOf(make(inputs)))["code"]).toBe("adoption_conflict");
    }
    expect(service.writes).toEqual([]);
  });

  describe("of a value whose numbers the provider changes by itself", () => {
    const linked = fakeBox({ inputs: { target: { ...text({}), isRelinked: true } } });
    const to = (first: unknown, of: unknown = "here", more = {}) => ({
      to: [{ link: first }, 2],
      of,
      size: null,
      ...more,
    });
    const declaredAs = (target: unknown, weight = 1) => ({ target: JSON.stringify(target), weight });
    const recover = async (target: unknown, now: Values) => {
      const { service, tryInVain, make } = open(linked);
      await tryInVain(declaredAs(to(1)));
      service.seed({ name: "a", color: "red", weight: 1, target: JSON.stringify(target) });
      return make(now);
    };

    test.each([
      ["as it was sent", to(1)],
      ["with the declared number", to(30)],
    ])("knows an object %s", async (_what, target) => {
      expect((await recover(target, declaredAs(to(30, "there")))).id).toBe("o1/b1");
    });

    test.each<[string, unknown, unknown]>([
      ["a number that is neither sent nor declared", to(4), to(30)],
      ["a declared text", to(30, "there"), to(30, "there")],
      ["a declared text that ends in a number", to(30, "there 1"), to(30, "there 1")],
      ["a declared text that begins with a number", to(30, "1 there"), to(30, "1 there")],
      ["another part", to(30, "here", { more: 1 }), to(30, "here", { more: 1 })],
      ["a part less", { to: [{ link: 30 }], of: "here", size: null }, to(30)],
      ["no parts", null, to(30)],
    ])("knows no object with %s", async (_what, target, now) => {
      await expect(recover(target, declaredAs(now))).rejects.toMatchObject({ code: "adoption_conflict" });
    });

    test("says nothing of a number in another field", async () => {
      await expect(recover(to(1), declaredAs(to(1), 2))).resolves.toMatchObject({ id: "o1/b1" });
      const { service, tryInVain, make } = open(linked);
      await tryInVain(declaredAs(to(1)));
      service.seed({ name: "a", color: "red", weight: 2, target: JSON.stringify(to(1)) });
      expect((await failureOf(make(declaredAs(to(1), 2))))["code"]).toBe("adoption_conflict");
    });
  });

  test("names each object that a create of its key was answered with, in whichever order they came", async () => {
    const { service, make } = open(fakeBox());
    await make();
    service.rowsOf("o1").clear();
    expect((await make()).id).toBe("o1/b2");
    // The state was lost, and a third process looks.
    expect((await make()).id).toBe("o1/b2");
    expect(service.writes).toEqual(["create a", "create a"]);
  });

  test("counts by its latest request where several have no known end", async () => {
    const common = fakeBox({ naturalKey: { ...plain.naturalKey!, isUnique: false } });
    const { service, start, makeIn } = open(common);
    const driver = start();
    const { clock, context } = driver;
    const key = naturalKeyOf(new Operation(common, declared, {}, context)) ?? "";
    for (const salt of ["first", "second"]) {
      const begun = { seen: [], salt, digests: {} };
      (await context.session.creations.begin(key, begun, () => undefined)).sent();
      clock.advance(20_123);
    }
    service.seed({ name: "a", color: "red" });
    service.isListed = () => clock.now() >= 45_000;
    expect((await makeIn(driver)).id).toBe("o1/b1");
    expect(service.writes).toEqual([]);
    expect(driver.said.map(({ severity, text: said }) => [severity, said.split("\n")[0]])).toEqual([
      ["status", 'Box "a": waiting up to 30 s for what an earlier run might have created'],
      ["warn", 'Box "a" was recovered'],
    ]);
  });

  test("is closed by a list that lacks its object, whatever the clocks of machine and service differ by", async () => {
    const common = fakeBox({ naturalKey: { ...plain.naturalKey!, isUnique: false } });
    for (const aheadMs of [-86_400_417, 0, 3_600_417]) {
      const service = new FakeService();
      service.isUnique = false;
      const store = new MemoryCreations();
      const serviceNow = (nowMs: number) => new Date(Date.UTC(2026, 10, 20) + aheadMs + nowMs);
      const first = startDriver(service, { creations: store, serviceNow });
      service.next("create", LOST);
      await failureOf(reconcile(common, declared, first.context));
      const later = startDriver(service, { creations: store, serviceNow });
      later.clock.advance(90_000);
      expect((await reconcile(common, declared, later.context)).id).toBe("o1/b1");
      expect([...store.records.values()].flatMap(({ attempts: all }) => all.map(({ made }) => made))).toEqual([
        "o1/b1",
      ]);
      expect(later.sleptMs.filter((ms) => ms > 100)).toEqual([]);
    }
  });
});

describe("an object that equals the declaration, and is adopted for that, existed before", () => {
  const equal = fakeBox({ capabilities: [adoption({ adoptExisting: "ifEqual" })] });
  const alone = () => Object.assign(new MemoryCreations(), { creators: undefined });

  test.each<[string, boolean, (world: ReturnType<typeof open>) => Promise<void>]>([
    ["where nobody here asked for it", true, async ({ service }) => void service.seed({ name: "a", color: "red" })],
    ["but not where a create of this stack was answered with it", false, async ({ make }) => void (await make())],
    [
      "but not where a create of this stack may have made it",
      false,
      async ({ service, tryInVain }) => {
        await tryInVain();
        service.seed({ name: "a", color: "red" });
      },
    ],
  ])("%s", async (_what, existed, before) => {
    const world = open(equal, alone());
    await before(world);
    const { state } = await world.make();
    expect(state["existed"]).toBe(existed ? true : undefined);
    expect(world.service.writes.filter((call) => call.startsWith("update"))).toEqual([]);
  });
});

describe("without a record, an object of the own account", () => {
  const NOW = new Date("2026-11-20T12:00:00.417Z");
  const traced = fakeBox({
    inputs: { note: field(z.string().optional(), { doc: "A note." }) },
    capabilities: [
      adoption({ madeAt: (wire: Row) => String(wire["madeAt"]), isMadeByAccount: () => Promise.resolve(true) }),
    ],
  });

  function recovered(row: Readonly<Record<string, unknown>>) {
    const service = new FakeService();
    service.seed({ name: "a", color: "red", madeAt: "2026-11-20T11:59:59.900Z", ...row });
    return reconcile(traced, declared, startDriver(service, { serviceNow: NOW }).context);
  }

  test("is recovered with values that no default tells about", async () => {
    expect((await recovered({ note: "theirs" })).id).toBe("o1/b1");
  });

  test("is somebody's where it holds a secret that isn't declared, which no message shows", async () => {
    const failure = await failureOf(recovered({ combination: "9999" }));
    expect(failure.message).toContain("- o1/b1: combination is set (secret) and not declared\n");
    expect(failure.message).not.toContain("9999");
  });

  test("is recovered until it is an hour old, to the millisecond", async () => {
    expect((await recovered({ madeAt: "2026-11-20T11:00:00.418Z" })).id).toBe("o1/b1");
    expect((await failureOf(recovered({ madeAt: "2026-11-20T11:00:00.417Z" }))).message).toContain("at least an hour");
  });
});

describe("a name that is taken, of which nothing is shown", () => {
  const conflict = { error: apiError({ category: "conflict", status: 400 }) };
  const made = (whyTaken: NonNullable<Parameters<typeof adoption>[0]["whyTaken"]>) =>
    open(fakeBox({ capabilities: [adoption({ whyTaken })] }));

  test.each([
    [
      "in the words of its resource",
      () => Promise.resolve(message`Ask your neighbor.`),
      /^Box "a" is taken\nAsk your/u,
    ],
    [
      "in general words where the resource has none",
      () => Promise.resolve(undefined),
      /^Box "a" is taken\nThe service says that it exists/u,
    ],
    [
      "in general words where the resource couldn't look",
      () => Promise.reject(lostAnswer()),
      /^Box "a" is taken\nThe service says that it exists/u,
    ],
  ])("is told %s", async (_what, whyTaken, told) => {
    const { service, make } = made(whyTaken);
    service.next("create", conflict);
    expect((await failureOf(make())).message).toMatch(told);
  });
});

describe("an object that a refusal hides", () => {
  const hidden = fakeBox({
    capabilities: [confirmedAbsence({ whyUnseen: () => Promise.resolve(message`The yard is locked.`) })],
  });
  const FORBIDDEN = apiError({ category: "permission", status: 403 });

  test("may be there where `adopt` names it, and says nothing more where a new one is declared", async () => {
    for (const [inputs, code, told] of [
      [{ adopt: "b1" }, "unconfirmed_absence", /^Box "a" may be hidden\nThe yard is locked\./u],
      [{}, undefined, /^Could not create Box "a"\nThe service answered 403/u],
    ] as const) {
      const { service, make } = open(hidden);
      service.next("list", { error: FORBIDDEN });
      const failure = await failureOf(make(inputs));
      expect([failure["code"], failure.message]).toEqual([code, expect.stringMatching(told)]);
    }
  });
});
