import { describe, expect, test } from "@jest/globals";

import { hiddenRows } from "../../../../src/capabilities/hidden-rows.ts";
import { serializeBy } from "../../../../src/capabilities/serialize-by.ts";
import { reconcile } from "../../../../src/driver/driver.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import { message } from "../../../../src/model/messages.ts";
import { box, failureOf, fakeBox, orgOf, plain, startDriver } from "../../../support/fake-resources.ts";
import { apiError, FakeService, notFound, unreachable } from "../../../support/fake-service.ts";

/* What calls of a definition can read besides their own object. */

const ORGANIZATION = { organizationId: "o1" };
const at = (boxId: string) => ({ ...ORGANIZATION, boxId });

function open(of: AnyResource = box) {
  const service = new FakeService();
  const seeded = service.seed({ name: "a" });
  const { session } = startDriver(service);
  return { service, seeded, of, session, call: session.contextOf({}) };
}

const hiding = fakeBox({
  collection: { ...plain.collection!, capabilities: [hiddenRows({ why: () => Promise.resolve("Some are hidden.") })] },
});

describe("an object of the shared lists", () => {
  test("is found without a second list, and looked for in one more that it lacks", async () => {
    const { service, seeded, call } = open();
    expect(await call.find(box, at("b1"))).toEqual(seeded);
    expect(service.calls).toEqual(["list o1"]);
    const late = service.seed({ name: "late" });
    expect(await call.find(box, at("b2"))).toEqual(late);
    expect(await call.find(box, at("b9"))).toBeUndefined();
    expect(service.calls).toEqual(["list o1", "list o1", "list o1"]);
  });

  test("isn't missing where a part is hidden from the key", async () => {
    const { seeded, call } = open(hiding);
    expect(await call.find(hiding, at("b1"))).toEqual(seeded);
    const failure = await failureOf(call.find(hiding, at("b9")));
    expect([failure["code"], failure.message]).toEqual([
      "unconfirmed_absence",
      expect.stringMatching(/^Box b9 may be hidden\nSome are hidden\./u),
    ]);
  });

  test("is one of all, unless a part is hidden: then only what is shown is given, to who asks for that", async () => {
    const whole = open();
    expect(await whole.call.all(box, ORGANIZATION)).toEqual([whole.seeded]);
    const part = open(hiding);
    expect((await failureOf(part.call.all(hiding, ORGANIZATION)))["code"]).toBe("unconfirmed_absence");
    expect(await part.call.shown(hiding, ORGANIZATION)).toEqual([part.seeded]);
    expect(part.service.calls).toEqual(["list o1"]);
  });
});

describe("an object that is known", () => {
  test("costs nothing where a list has shown it, or this process has written it", async () => {
    const { service, seeded, session, call } = open();
    await session.lists.list(box, ORGANIZATION, {});
    expect(await call.known(box, at("b1"))).toEqual(seeded);
    const later = startDriver(service);
    const made = await reconcile(box, { ...ORGANIZATION, name: "new" }, later.context);
    service.calls.length = 0;
    expect(await later.session.contextOf({}).known(box, at("b2"))).toMatchObject({ name: "new" });
    expect([made.id, service.calls]).toEqual(["o1/b2", []]);
  });

  test("is read once for all who ask, and again by nobody", async () => {
    const { service, seeded, session, call } = open();
    const asked = [call.known(box, at("b1")), session.contextOf({}).known(box, at("b1")), call.known(box, at("b9"))];
    expect(await Promise.all(asked)).toEqual([seeded, seeded, undefined]);
    expect(await call.known(box, at("b1"))).toEqual(seeded);
    expect(service.calls).toEqual(["read b1", "read b9"]);
  });

  test.each([
    [apiError({ category: "permission", status: 403 }), true],
    [notFound(), true],
    [apiError({ category: "auth", status: 401 }), false],
    [unreachable(), false],
  ])("isn't known where the service refuses it, and fails for anything else (%#)", async (refusal, isUnknown) => {
    const { service, call } = open();
    service.next("read", { error: refusal });
    const [known] = await Promise.allSettled([call.known(box, at("b1"))]);
    const ends = isUnknown ? { status: "fulfilled", value: undefined } : { status: "rejected", reason: refusal };
    expect(known).toEqual(ends);
  });

  test("is read with a signal, which ends when all who wait for it have left", async () => {
    const { session } = open();
    const signals: (AbortSignal | undefined)[] = [];
    const slow = fakeBox({
      ops: {
        ...plain.ops,
        read: (_api, _at, { signal }) => {
          signals.push(signal);
          return new Promise((_resolve, reject) => {
            signal?.addEventListener("abort", () => reject(new Error("ended")));
          });
        },
      },
    });
    const callers = [new AbortController(), new AbortController()];
    const asked = callers.map(({ signal }) => session.contextOf({ signal }).known(slow, at("b1")));
    callers[0]?.abort(new Error("left first"));
    await expect(asked[0]).rejects.toThrow("left first");
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    callers[1]?.abort(new Error("left last"));
    await expect(asked[1]).rejects.toThrow("left last");
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  test("isn't known where nothing reads it by itself", async () => {
    const { read: _read, ...ops } = plain.ops;
    const { call } = open();
    expect(await call.known(fakeBox({ ops }), at("b1"))).toBeUndefined();
  });
});

test("a value is read once for all, by its name, until somebody forgets it", async () => {
  const { session } = open();
  const reads: string[] = [];
  const once = (name: string) =>
    session.contextOf({}).once(name, () => {
      reads.push(name);
      return Promise.resolve(reads.length);
    });
  expect(await Promise.all([once("a"), once("a"), once("b")])).toEqual([1, 1, 2]);
  session.contextOf({}).forget("a");
  expect([await once("a"), await once("b")]).toEqual([3, 2]);
});

test("a route that the service doesn't have is asked for once, and its list isn't there", async () => {
  const body = JSON.stringify({ type: "invalid_request", code: "not_found", detail: "Endpoint not found." });
  const absent = () => apiError({ category: "unexpected", code: "endpoint_not_found", status: 404, body });
  const routed = fakeBox({ collection: { ...plain.collection!, route: "boxes" } });
  const { service, session, call } = open(routed);
  expect(await call.hasList(routed, ORGANIZATION)).toBe(true);
  let asked = 0;
  const ask = () => {
    asked += 1;
    return asked > 1 ? Promise.reject(absent()) : Promise.resolve("lids");
  };
  expect(await call.served("lids", ask)).toEqual({ answer: "lids" });
  expect(await call.served("lids", ask)).toBeUndefined();
  expect(await session.contextOf({}).served("lids", ask)).toBeUndefined();
  expect([asked, session.routes.wordOn("lids")?.message, session.routes.wordOn("boxes")]).toEqual([
    2,
    absent().message,
    undefined,
  ]);
  const other = open(routed);
  other.service.next("list", { error: absent() });
  expect(await other.call.hasList(routed, ORGANIZATION)).toBe(false);
  expect(await other.call.hasList(routed, ORGANIZATION)).toBe(false);
  expect([service.calls, other.service.calls]).toEqual([["list o1"], ["list o1"]]);
});

describe("a request that makes an object", () => {
  test("can warn, and restores what it shares when its turn ends, also for who has ended the run", async () => {
    const ending = new AbortController();
    const steps: unknown[] = [];
    const { ops } = plain;
    const sharing: AnyResource = fakeBox({
      capabilities: [serializeBy({ name: "yard", turnsTogetherBy: "organizationId" })],
      ops: {
        ...ops,
        create: (service: FakeService, scope, body, call) => {
          const yard = call.shared("yard");
          steps.push([body["name"], yard.known()]);
          yard.note(String(body["name"]));
          yard.onTurnEnd(async (last) => {
            steps.push(["restored", last.signal?.aborted === true, last.shared("yard").known()]);
            await Promise.resolve();
            last.shared("yard").note(undefined);
          });
          if (body["name"] === "b") ending.abort(new Error("ended"));
          call.warn(message`${String(body["name"])} is heavy.`);
          return service.create(orgOf(scope), body);
        },
      },
    });
    const run = startDriver(new FakeService(), { signal: ending.signal });
    const ends = await Promise.allSettled(
      ["a", "b"].map((name) => reconcile(sharing, { ...ORGANIZATION, name }, run.context)),
    );
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(steps).toEqual([
      ["a", undefined],
      ["b", "a"],
      ["restored", false, "b"],
    ]);
    expect(run.said.map(({ text }) => text)).toEqual(["a is heavy.", "b is heavy."]);
    expect(run.sleptMs).toEqual([100]);
    expect(run.session.turns.known("yard")).toBeUndefined();
  });
});
