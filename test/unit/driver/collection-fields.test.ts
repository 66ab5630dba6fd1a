import { describe, expect, test } from "@jest/globals";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { reconcile } from "../../../src/driver/driver.ts";
import { read } from "../../../src/driver/read.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { FakeService } from "../../support/fake-service.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";
import { failureOf, fakeBox, orgOf, plain, startDriver } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

const listOf = (changes: object) => ({ ...plain.collection, ...changes }) as NonNullable<typeof plain.collection>;

/** Boxes of which those of a color lie in a list of their own; every list that is asked for is noted. */
function withOwnLists(lists: string[]) {
  return fakeBox({
    identity: {
      parts: ["organizationId", "color", "boxId"],
      of: (wire, scope) => ({ organizationId: orgOf(scope), color: String(wire["color"]), boxId: wire.id }),
    },
    collection: listOf({
      own: {
        part: "color",
        of: ({ color }: Values) => (typeof color === "string" ? color : undefined),
        isOwn: (color: string) => color === "red",
      },
      list: async (service: FakeService, scope: Values) => {
        const isApart = scope["color"] === "red";
        lists.push(isApart ? "the red ones" : "the others");
        const rows = await service.list(orgOf(scope));
        return rows.filter(({ color }) => (color === "red") === isApart);
      },
    }),
  });
}

describe("`own`: some objects lie in a list of their own", () => {
  test("each is looked for in its list alone, which is read once for all that are in it", async () => {
    const lists: string[] = [];
    const definition = withOwnLists(lists);
    const service = new FakeService();
    const rows = ["red", "red", "blue", "grey"].map((color, at) => service.seed({ name: `box ${at}`, color }));
    const { context } = startDriver(service);
    for (const { id, name, color } of rows) {
      const at = { organizationId: "o1", color: String(color), boxId: id };
      const found = await context.session.lists.find(definition, at, context.call);
      expect(found).toMatchObject({ id, name });
    }
    expect(lists).toEqual(["the red ones", "the others"]);
  });

  test("a write is laid over the list that holds the object, and over no other", async () => {
    const lists: string[] = [];
    const definition = withOwnLists(lists);
    const service = new FakeService();
    const { lists: cache } = startDriver(service).session;
    const [red, blue] = ["red", "blue"].map((color) => ({ organizationId: "o1", color, boxId: "b9" }));
    for (const at of [red, blue]) await cache.list(definition, at ?? {}, {});
    cache.put(definition, red ?? {}, { id: "b9", name: "new", color: "red" });
    expect((await cache.list(definition, red ?? {}, {})).length).toBe(1);
    expect((await cache.list(definition, blue ?? {}, {})).length).toBe(0);
    expect(lists).toEqual(["the red ones", "the others"]);
  });
});

describe("`standIn`: something stands for an object that is deferred", () => {
  /** A box that no list has stands for one that waits, as long as somebody is there to wait for. */
  const open = (isWaiting: boolean) => {
    const service = new FakeService();
    const definition = fakeBox({
      collection: listOf({
        standIn: (at: Values) => Promise.resolve(isWaiting ? { id: at["boxId"], name: "a", color: "red" } : undefined),
      }),
    });
    const { context } = startDriver(service);
    const state = { ...declared, boxId: "b7", stateVersion: 1 };
    return { service, definition, context, state };
  };

  test("a refresh keeps what has one, without a read of its own", async () => {
    const { service, definition, context, state } = open(true);
    const found = await read(definition, "o1/b7", state, context);
    expect(found?.state).toMatchObject({ boxId: "b7", name: "a" });
    expect(service.calls).toEqual(["list o1"]);
  });

  test("what has none is gone, and what a list has needs none", async () => {
    const { definition, context, state } = open(false);
    expect(await read(definition, "o1/b7", state, context)).toBeUndefined();
    const listed = open(true);
    const row = listed.service.seed({ name: "listed", color: "blue" });
    const { session, call } = listed.context;
    const at = { organizationId: "o1", boxId: row.id };
    expect(await session.lists.find(listed.definition, at, call)).toEqual(row);
  });
});

describe("`adoptExisting: ifEqual`: an object that is as declared is adopted, whoever made it", () => {
  const definition = fakeBox({ capabilities: [adoption({ adoptExisting: "ifEqual" })] });

  test("create takes it over without a record of its own, sends nothing and says which it is", async () => {
    const service = new FakeService();
    service.seed({ name: "a", color: "red" });
    const { context, said } = startDriver(service);
    const { id, state } = await reconcile(definition, declared, context);
    expect(id).toBe("o1/b1");
    expect(state["existed"]).toBe(true);
    expect(service.writes).toEqual([]);
    expect(said).toEqual([
      { severity: "warn", text: 'Box "a" was there before\nIt is o1/b1, as declared, and is managed from now on.' },
    ]);
    const later = startDriver(service).context;
    expect((await read(definition, "o1/b1", state, later))?.state["existed"]).toBe(true);
    const changed = await reconcile(definition, { ...declared, color: "blue" }, later, { id, state });
    expect(changed.state["existed"]).toBe(true);
  });

  test("what this stack made is its own, however long ago, also when it comes from a state that was lost", async () => {
    const service = new FakeService();
    const creations = new MemoryCreations();
    const { state } = await reconcile(definition, declared, startDriver(service, { creations }).context);
    expect(state["existed"]).toBeUndefined();
    creations.records.clear();
    const { context, said } = startDriver(service, { creations });
    expect((await reconcile(definition, declared, context)).state["existed"]).toBeUndefined();
    expect(said.map(({ severity }) => severity)).toEqual(["info"]);
  });

  test("one that differs is somebody's, and a box without the mark as well", async () => {
    for (const [one, color] of [
      [definition, "blue"],
      [fakeBox(), "red"],
    ] as const) {
      const service = new FakeService();
      service.seed({ name: "a", color });
      const failure = await failureOf(reconcile(one, declared, startDriver(service).context));
      expect(failure["code"]).toBe("adoption_conflict");
      expect(service.writes).toEqual([]);
    }
  });

  test("two declarations of one object are still refused", async () => {
    const service = new FakeService();
    service.seed({ name: "a", color: "red" });
    const { context } = startDriver(service);
    await reconcile(definition, declared, context);
    expect((await failureOf(reconcile(definition, declared, context)))["code"]).toBe("adoption_conflict");
  });
});
