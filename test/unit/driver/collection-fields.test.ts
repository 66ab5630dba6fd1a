import { describe, expect, test } from "@jest/globals";

import { read } from "../../../src/driver/read.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { FakeService } from "../../support/fake-service.ts";
import { fakeBox, orgOf, plain, startDriver } from "../../support/fake-resources.ts";

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

describe("`placeholder`: something stands for an object that is deferred", () => {
  /** A box that no list has stands for one that waits, as long as somebody is there to wait for. */
  const open = (isWaiting: boolean) => {
    const service = new FakeService();
    const definition = fakeBox({
      collection: listOf({
        placeholder: (at: Values) =>
          Promise.resolve(isWaiting ? { id: at["boxId"], name: "a", color: "red" } : undefined),
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
