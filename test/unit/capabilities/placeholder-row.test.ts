import { describe, expect, test } from "@jest/globals";

import { placeholderRow } from "../../../src/capabilities/placeholder-row.ts";
import { read } from "../../../src/driver/read.ts";
import { fakeBox, plain, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

const listOf = (changes: object) => ({ ...plain.collection, ...changes }) as NonNullable<typeof plain.collection>;

describe("what represents a deferred object that has no row", () => {
  /** A box that no list has stands for a deferred one, while a person exists to wait for. */
  const open = (isWaiting: boolean) => {
    const service = new FakeService();
    const definition = fakeBox({
      collection: listOf({
        capabilities: [
          placeholderRow((at) => Promise.resolve(isWaiting ? { id: at["boxId"], name: "a", color: "red" } : undefined)),
        ],
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
