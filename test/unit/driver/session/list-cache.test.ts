import { describe, expect, test } from "@jest/globals";

import { derivedList } from "../../../../src/capabilities/derived-list.ts";
import { partitionedList } from "../../../../src/capabilities/partitioned-list.ts";
import { placeholderRow } from "../../../../src/capabilities/placeholder-row.ts";
import { separateLists } from "../../../../src/capabilities/separate-lists.ts";
import { AbsentRoutes } from "../../../../src/driver/session/absent-routes.ts";
import { ListCache, listKey } from "../../../../src/driver/session/list-cache.ts";
import type { Call } from "../../../../src/model/call.ts";
import type { CallContext } from "../../../../src/model/call-context.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import type { IdentityParts } from "../../../../src/model/identity.ts";
import { box, failureOf, fakeBox, orgOf, plain, startDriver } from "../../../support/fake-resources.ts";
import { apiError, FakeService } from "../../../support/fake-service.ts";

const BODY = JSON.stringify({ type: "invalid_request", code: "not_found", detail: "Endpoint not found." });
const ABSENT = apiError({ category: "unexpected", code: "endpoint_not_found", status: 404, body: BODY });

const at = (boxId: string, organizationId = "o1"): IdentityParts => ({ organizationId, boxId });
const o1 = { organizationId: "o1" };

function open() {
  const service = new FakeService();
  service.organizations.set("o2", new Map());
  const seeded = service.seed({ name: "a" });
  const { clock, sleptMs } = startDriver(service);
  // -- only the signal of a call is looked at
  const lists = new ListCache(service, clock, new AbsentRoutes(), (call) => call as CallContext);
  return { service, seeded, clock, sleptMs, lists };
}

const idsOf = (rows: readonly unknown[] | undefined): unknown =>
  rows?.map((row) => (row as { readonly id: string }).id); // -- rows of the fake service

describe("without a request, the cache tells", () => {
  test("the objects that a list showed or a write made, and no others", async () => {
    const { lists, seeded, service } = open();
    expect([lists.seen(box, o1), lists.known(box, at("b1"))]).toEqual([undefined, undefined]);
    lists.put(box, at("b2"), { id: "b2" });
    expect([lists.seen(box, o1), lists.known(box, at("b2"))]).toEqual([undefined, { id: "b2" }]);
    lists.remove(box, at("b2"));
    expect(lists.known(box, at("b2"))).toBeUndefined();
    const reading = lists.list(box, o1, {});
    expect([lists.seen(box, o1), lists.known(box, at("b1"))]).toEqual([undefined, undefined]);
    await reading;
    expect([lists.seen(box, o1), lists.known(box, at("b1"))]).toEqual([[seeded], seeded]);
    expect([lists.seen(box, { organizationId: "o2" }), lists.known(box, at("b1", "o2"))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("which scopes the service returned a list of", async () => {
    const { lists, service } = open();
    service.next("list", { error: apiError({ category: "notFound", status: 404 }) });
    await failureOf(lists.list(box, o1, {}));
    expect(lists.hasListIn("organizationId", "o1")).toBe(false);
    await lists.listFresh(box, o1, {});
    expect(
      [
        ["organizationId", "o1"],
        ["organizationId", "o2"],
        ["boxId", "o1"],
      ].map(([part = "", value = ""]) => lists.hasListIn(part, value)),
    ).toEqual([true, false, false]);
  });

  test("when the newest read began, once it is over", async () => {
    const { lists, clock } = open();
    expect(lists.beganAtMs(box, o1)).toBeUndefined();
    clock.advance(5);
    const reading = lists.list(box, o1, {});
    clock.advance(5);
    expect(lists.beganAtMs(box, o1)).toBeUndefined();
    await reading;
    expect([lists.beganAtMs(box, o1), lists.beganAtMs(box, { organizationId: "o2" })]).toEqual([5, undefined]);
  });
});

describe("a list since a moment", () => {
  test("is the latest read, if that began then or later, and else a new one", async () => {
    const { lists, clock, service } = open();
    const count = async (sinceMs: number): Promise<number> => {
      await lists.listSince(box, o1, sinceMs, {});
      return service.calls.length;
    };
    clock.advance(5);
    expect([await count(-1), await count(5)]).toEqual([1, 1]);
    clock.advance(5);
    expect([await count(6), await count(10), await count(11)]).toEqual([2, 2, 3]);
  });

  test("is read, even if anything would do, while nobody has read it", async () => {
    const { lists, seeded } = open();
    expect(await lists.listSince(box, o1, Number.NEGATIVE_INFINITY, {})).toEqual([seeded]);
  });
});

const { collection: _none, ...unlisted } = box;

test("of a resource without a list, nothing was ever read", async () => {
  const { lists, service } = open();
  lists.put(unlisted, at("b1"), { id: "b1" });
  expect([await lists.list(unlisted, o1, {}), await lists.listFresh(unlisted, o1, {})]).toEqual([[], []]);
  expect([lists.seen(unlisted, o1), lists.beganAtMs(unlisted, o1)]).toEqual([undefined, undefined]);
  expect(service.calls).toEqual([]);
});

test.each<[string, (lists: ListCache, definition: AnyResource, call: Call) => Promise<unknown>]>([
  ["shared", (lists, definition, call) => lists.list(definition, o1, call)],
  ["fresh", (lists, definition, call) => lists.listFresh(definition, o1, call)],
  ["since a moment", (lists, definition, call) => lists.listSince(definition, o1, 0, call)],
  ["for one more look", (lists, definition, call) => lists.findAgain(definition, at("b1"), call)],
  ["to learn whether the service has it", (lists, definition, call) => lists.isServed(definition, o1, call)],
])("a read of the list %s ends when nobody waits for it any longer", async (_what, read) => {
  const { lists } = open();
  const signals: (AbortSignal | undefined)[] = [];
  const list = (_service: FakeService, _scope: IdentityParts, { signal }: Call) => {
    signals.push(signal);
    return new Promise<never>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(new Error("ended"))),
    );
  };
  const ending = new AbortController();
  const definition = fakeBox({ collection: { ...plain.collection!, list } });
  const reading = failureOf(read(lists, definition, { signal: ending.signal }));
  while (signals.length === 0) await new Promise((resolve) => setImmediate(resolve));
  ending.abort(new Error("the engine was stopped"));
  expect((await reading).message).toBe("the engine was stopped");
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

describe("one more look at a list", () => {
  test("comes two seconds later, one for all who miss an object, and shows what is there by then", async () => {
    const { lists, seeded, service, sleptMs } = open();
    const asked = ["b1", "b8", "b9"].map((id) => lists.findAgain(box, at(id), {}));
    expect(await Promise.all(asked)).toEqual([seeded, undefined, undefined]);
    expect([service.calls, sleptMs]).toEqual([["list o1"], [2_000]]);
  });

  test("serves all who ask before it, and later those whose object it lacks", async () => {
    const { lists, clock, seeded, service } = open();
    await lists.findAgain(box, at("b9"), {});
    expect(await lists.findAgain(box, at("b1"), {})).toEqual(seeded);
    clock.advance(1);
    expect(await lists.findAgain(box, at("b8"), {})).toBeUndefined();
    expect(service.calls).toEqual(["list o1"]);
    expect(await lists.findAgain(box, at("b1"), {})).toEqual(seeded);
    expect(service.calls).toEqual(["list o1", "list o1"]);
  });

  test("is another one after another pause, and in another organization", async () => {
    const { lists, service, sleptMs } = open();
    await lists.findAgain(box, at("b9"), {}, 7);
    await lists.findAgain(box, at("b9"), {});
    await lists.findAgain(box, at("b9", "o2"), {});
    expect([service.calls, sleptMs]).toEqual([
      ["list o1", "list o1", "list o2"],
      [7, 2_000, 2_000],
    ]);
  });
});

test("a write counts in a read that runs, and no longer in one that begins after it", async () => {
  const { lists, service } = open();
  lists.put(box, at("b7"), { id: "b7" });
  const reading = lists.list(box, o1, {});
  lists.put(box, at("b8"), { id: "b8" });
  expect(idsOf(await reading)).toEqual(["b1", "b7", "b8"]);
  lists.put(box, at("b9"), { id: "b9" });
  expect(idsOf(lists.seen(box, o1))).toEqual(["b1", "b7", "b8", "b9"]);
  expect(idsOf(await lists.listFresh(box, o1, {}))).toEqual(["b1"]);
  expect(lists.known(box, at("b9"))).toBeUndefined();
  expect(service.calls).toEqual(["list o1", "list o1"]);
});

test("what stands for an object without a row is asked for only if a list lacks the object", async () => {
  const { lists, seeded } = open();
  const asked: unknown[] = [];
  const collection = {
    ...plain.collection!,
    capabilities: [
      placeholderRow((where, { api, call }) => {
        asked.push([where, api instanceof FakeService, call]);
        return Promise.resolve(where["boxId"] === "b8" ? { id: "b8", name: "waiting" } : undefined);
      }),
    ],
  };
  const deferred = fakeBox({ collection });
  const call = { signal: new AbortController().signal };
  for (const find of ["find", "findFresh"] as const) {
    asked.length = 0;
    const found = await Promise.all(["b1", "b8", "b9"].map((id) => lists[find](deferred, at(id), call)));
    expect(found).toEqual([seeded, { id: "b8", name: "waiting" }, undefined]);
    expect(asked).toEqual([
      [at("b8"), true, call],
      [at("b9"), true, call],
    ]);
  }
});

test("a list that is derived from another is read with it, and changes only with its rows", async () => {
  const { lists, service } = open();
  const asked: unknown[] = [];
  const call = { signal: new AbortController().signal };
  const lids = fakeBox({
    name: "Lid",
    collection: {
      ...plain.collection!,
      name: "lids",
      capabilities: [
        derivedList({
          resource: box,
          make: (rows: readonly { id: string }[], scope, { api, call }) => {
            asked.push([scope, api === service, call]);
            return Promise.resolve(rows.map(({ id }) => ({ id: `lid of ${id}`, name: id })));
          },
        }),
      ],
    },
  });
  expect(idsOf(await lists.list(lids, o1, call))).toEqual(["lid of b1"]);
  expect(asked).toEqual([[o1, true, call]]);
  lists.put(lids, at("lid of b2"), { id: "lid of b2" });
  lists.put(box, at("b3"), { id: "b3" });
  expect(idsOf(await lists.list(lids, o1, {}))).toEqual(["lid of b1", "lid of b3"]);
  expect(service.calls).toEqual(["list o1"]);
});

/** Boxes with a list for each color, and perhaps also one list for all. */
function inParts({ hasOneList }: { readonly hasOneList: boolean }) {
  const opened = open();
  opened.service.seed({ name: "b", color: "red" });
  const asked: unknown[] = [];
  const definition: AnyResource = fakeBox({
    collection: {
      ...plain.collection!,
      route: "boxes of an organization",
      list: async (boxes, scope) => {
        asked.push(scope);
        if (scope["color"] === undefined && !hasOneList) throw ABSENT;
        const rows = await boxes.list(orgOf(scope));
        return rows.filter(({ color }) => scope["color"] === undefined || color === scope["color"]);
      },
      capabilities: [
        partitionedList({
          field: "color",
          of: ({ color }) => (typeof color === "string" ? color : undefined),
          all: () => Promise.resolve(["grey", "red"]),
        }),
      ],
    },
  });
  return { ...opened, definition, asked };
}

describe("a list by parts", () => {
  const red = { ...o1, color: "red" };

  test("is asked for by the scope alone while there may be one list, which serves every part", async () => {
    const { lists, definition, asked } = inParts({ hasOneList: true });
    expect(await lists.isServed(definition, red, {})).toBe(true);
    expect(idsOf(await lists.list(definition, red, {}))).toEqual(["b1", "b2"]);
    lists.put(definition, { ...red, boxId: "b3" }, { id: "b3", color: "red" });
    expect(idsOf(await lists.list(definition, o1, {}))).toEqual(["b1", "b2", "b3"]);
    expect([lists.beganAtMs(definition, red), lists.beganAtMs(definition, o1)]).toEqual([0, 0]);
    expect(asked).toEqual([o1]);
  });

  test("is read of the part that the scope names, or of all", async () => {
    const { lists, definition, asked } = inParts({ hasOneList: false });
    expect(await lists.isServed(definition, red, {})).toBe(false);
    expect(idsOf(await lists.list(definition, red, {}))).toEqual(["b2"]);
    expect(idsOf(await lists.list(definition, o1, {}))).toEqual(["b1", "b2"]);
    expect(asked).toEqual([o1, red, { ...o1, color: "grey" }]);
  });

  test("shows a write in the part of the object, or else of its ID, and a removal of no known part in all", async () => {
    const { lists, definition } = inParts({ hasOneList: false });
    await lists.list(definition, o1, {});
    const shown = (): unknown => ["red", "grey"].map((color) => idsOf(lists.seen(definition, { ...o1, color })));
    lists.put(definition, { ...o1, color: "grey", boxId: "b3" }, { id: "b3", color: "red" });
    expect(shown()).toEqual([["b2", "b3"], ["b1"]]);
    lists.put(definition, { ...o1, color: "grey", boxId: "b4" }, { id: "b4" });
    expect(shown()).toEqual([
      ["b2", "b3"],
      ["b1", "b4"],
    ]);
    lists.remove(definition, { ...o1, color: "red", boxId: "b3" });
    lists.remove(definition, { ...o1, color: "red", boxId: "b1" });
    expect(shown()).toEqual([["b2"], ["b1", "b4"]]);
    lists.remove(definition, at("b1"));
    lists.remove(definition, at("b2", "o2"));
    expect(shown()).toEqual([["b2"], ["b4"]]);
    lists.put(definition, at("b5"), { id: "b5" });
    expect(shown()).toEqual([
      ["b2", "b5"],
      ["b4", "b5"],
    ]);
  });

  test("that has neither one list nor parts fails with the service's own word", async () => {
    const { lists } = open();
    const list = () => Promise.reject(ABSENT);
    const definition = fakeBox({ collection: { ...plain.collection!, route: "boxes", list } });
    expect(await lists.isServed(definition, o1, {})).toBe(false);
    expect(await failureOf(lists.list(definition, o1, {}))).toBe(ABSENT);
    const { route: _route, ...routeless } = { ...plain.collection!, route: "boxes", list };
    expect(await failureOf(lists.isServed(fakeBox({ collection: { ...routeless, name: "lids" } }), o1, {}))).toBe(
      ABSENT,
    );
  });
});

describe("a list is identified", () => {
  const separate = (color: string) => color === "red";
  const parted = fakeBox({
    collection: {
      ...plain.collection!,
      scope: ["organizationId", "projectId"],
      capabilities: [
        separateLists({ part: "color", of: () => undefined, isSeparate: separate, words: "the red boxes" }),
      ],
    },
  });

  test.each<[AnyResource, IdentityParts, boolean, string]>([
    [box, at("b1"), false, '["boxes","o1"]'],
    [box, {}, false, '["boxes",""]'],
    [parted, { ...o1, projectId: "7", color: "grey" }, false, '["boxes","o1","7"]'],
    [parted, { ...o1, projectId: "7", color: "red" }, true, '["boxes","o1","7","red"]'],
    [parted, { projectId: "7" }, false, '["boxes","","7"]'],
  ])("by its name, and each part of its scope in its place", (definition, scope, isWhole, key) => {
    expect(listKey(definition, scope, isWhole)).toBe(key);
  });

  test("by its part, unless the one list is meant", () => {
    const { definition } = inParts({ hasOneList: true });
    const red = { ...o1, color: "red" };
    expect([listKey(definition, red), listKey(definition, red, true), listKey(definition, o1)]).toEqual([
      '["boxes","o1","red"]',
      '["boxes","o1"]',
      '["boxes","o1"]',
    ]);
    expect(listKey(unlisted, red)).toBe("");
  });
});

test("a separate list that the service lacks fails with its route, and the main list doesn't", async () => {
  const { lists, seeded } = open();
  const definition = fakeBox({
    collection: {
      ...plain.collection!,
      route: "boxes",
      list: (boxes, scope) => (scope["color"] === "red" ? Promise.reject(ABSENT) : boxes.list(orgOf(scope))),
      capabilities: [
        separateLists({
          part: "color",
          of: () => undefined,
          isSeparate: (color) => color === "red",
          route: (color) => `${color} boxes`,
          words: "the red boxes",
        }),
      ],
    },
  });
  expect(await failureOf(lists.list(definition, { ...o1, color: "red" }, {}))).toBe(ABSENT);
  expect(await lists.isServed(definition, { ...o1, color: "red" }, {})).toBe(false);
  expect(await lists.list(definition, { ...o1, color: "grey" }, {})).toEqual([seeded]);
  expect(await lists.list(definition, o1, {})).toEqual([seeded]);
});
