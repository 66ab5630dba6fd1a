import { describe, expect, test } from "@jest/globals";

import { separateLists } from "../../../src/capabilities/separate-lists.ts";
import { stackDrift, survey } from "../../../src/driver/driver.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { FakeService } from "../../support/fake-service.ts";
import { fakeBox, orgOf, plain, root, startDriver } from "../../support/fake-resources.ts";

const listOf = (changes: object) => ({ ...plain.collection, ...changes }) as NonNullable<typeof plain.collection>;

const ROOT = {
  resource: "Root",
  address: "root.o1",
  id: "o1",
  state: { name: "root", organizationId: "o1", stateVersion: 1 },
  inputs: { name: "root" },
  unreadable: [],
  fingerprints: {},
};

/** Boxes with a separate list for one color. Records every requested list. */
function withSeparateLists(lists: string[]) {
  return fakeBox({
    identity: {
      parts: ["organizationId", "color", "boxId"],
      of: (wire, scope) => ({ organizationId: orgOf(scope), color: String(wire["color"]), boxId: wire.id }),
    },
    collection: listOf({
      capabilities: [
        separateLists({
          part: "color",
          of: ({ color }) => (typeof color === "string" ? color : undefined),
          isSeparate: (color) => color === "red",
          words: "the red boxes",
        }),
      ],
      list: async (service: FakeService, scope: Values) => {
        const isApart = scope["color"] === "red";
        lists.push(isApart ? "the red ones" : "the others");
        const rows = await service.list(orgOf(scope));
        return rows.filter(({ color }) => (color === "red") === isApart);
      },
    }),
  });
}

describe("objects that lie in lists of their own", () => {
  test("each is looked for in its list alone, which is read once for all that are in it", async () => {
    const lists: string[] = [];
    const definition = withSeparateLists(lists);
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
    const definition = withSeparateLists(lists);
    const service = new FakeService();
    const { lists: cache } = startDriver(service).session;
    const [red, blue] = ["red", "blue"].map((color) => ({ organizationId: "o1", color, boxId: "b9" }));
    for (const at of [red, blue]) await cache.list(definition, at ?? {}, {});
    cache.put(definition, red ?? {}, { id: "b9", name: "new", color: "red" });
    expect((await cache.list(definition, red ?? {}, {})).length).toBe(1);
    expect((await cache.list(definition, blue ?? {}, {})).length).toBe(0);
    expect(lists).toEqual(["the red ones", "the others"]);
  });

  test("are listed by a survey as unread, and the common list's objects as found", async () => {
    const service = new FakeService();
    service.seed({ name: "a", color: "blue" });
    const quiet = { step: () => undefined, count: () => undefined };
    const definitions = [root, withSeparateLists([])];
    const { objects, unread } = await survey(definitions, "o1", startDriver(service).context, quiet);
    expect(objects.map(({ definition }) => definition.name)).toEqual(["Root", "Box"]);
    expect(unread).toEqual([
      { what: "the red boxes", reason: expect.stringContaining("one object at a time") as unknown },
    ]);
  });

  test("are told to a stack as what nobody can list", async () => {
    const { session } = startDriver(new FakeService());
    const definition = withSeparateLists([]);
    const { unlisted } = await stackDrift({
      definitions: [root, definition],
      objects: [ROOT],
      unknown: [],
      session,
      host: "https://boxes.example",
      ignored: { ignoresAll: () => false, ignores: () => false },
    });
    expect(unlisted).toEqual([
      { resource: "Box", what: "the red boxes", reason: expect.stringContaining("one object at a time") as unknown },
    ]);
  });
});
