import { describe, expect, test } from "@jest/globals";

import { emptyList } from "../../../src/capabilities/empty-list.ts";
import { read } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Asked, EmptyList } from "../../../src/capabilities/empty-list.ts";
import { ticket } from "../../support/fake-listed.ts";
import { FakeService } from "../../support/fake-service.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";

const state = { organizationId: "o1", name: "a", color: "red", isProtected: false, boxId: "b1", status: "new" };

/** Tickets whose list is empty that many times, although a ticket exists. `others` are in it anyway. */
function open(emptyLists: number, rules?: EmptyList<unknown, unknown>, others: readonly string[] = []) {
  const service = new FakeService();
  const seeded = service.seed({ name: "a", color: "red", status: "new" });
  for (const name of others) service.seed({ name, color: "red", status: "new" });
  const lists: number[] = [];
  const driver = startDriver(service);
  const definition: AnyResource = {
    ...ticket,
    collection: {
      ...ticket.collection!,
      ...(rules === undefined ? {} : { capabilities: [emptyList(rules)] }),
      list: async () => {
        lists.push(driver.clock.now());
        const rows = await service.list("o1");
        return lists.length > emptyLists ? rows : rows.filter(({ id }) => id !== seeded.id);
      },
    },
  };
  const look = (id = "o1/b1") => read(definition, id, state, driver.context);
  return { service, seeded, driver, lists, look };
}

describe("a list that shows nothing of a kind any more", () => {
  test("is read once more, 30 s after the first look, where nothing else tells", async () => {
    const { driver, lists, look } = open(3);
    expect((await look())?.id).toBe("o1/b1");
    expect(lists).toEqual([0, 0, 2_000, 30_000]);
    expect(driver.said.map(({ text }) => text)).toContain(
      "Ticket b1: the service returned an empty list; reading it again in 30 s",
    );
  });

  test("is believed when it is empty then too, and read for all who miss something at once", async () => {
    const { service, lists, look } = open(0);
    service.rowsOf("o1").clear();
    expect(await Promise.all([look(), look("o1/b2"), look("o1/b3")])).toEqual([undefined, undefined, undefined]);
    expect(lists).toEqual([0, 0, 2_000, 30_000]);
  });

  test("is not waited for where it shows others of the kind", async () => {
    const { lists, look } = open(9, undefined, ["b", "c"]);
    expect(await look()).toBeUndefined();
    expect(lists).toEqual([0, 0, 2_000]);
  });

  test("shows nothing of the kind where its definition says so", async () => {
    const { lists, look } = open(3, { isEmpty: () => true }, ["b"]);
    expect((await look())?.id).toBe("o1/b1");
    expect(lists).toHaveLength(4);
  });
});

describe("an object that the service can be asked for beside its list", () => {
  test("is kept where the service shows it", async () => {
    const asked: unknown[] = [];
    const { seeded, lists, look } = open(9, {
      knownBy: ["status", "color"],
      ask: (_api, at) => {
        asked.push(at);
        return Promise.resolve({ wire: seeded } satisfies Asked<unknown>);
      },
    });
    expect((await look())?.id).toBe("o1/b1");
    expect(asked).toEqual([{ organizationId: "o1", boxId: "b1", status: "new", color: "red" }]);
    expect(lists).toEqual([0, 0, 2_000]);
  });

  test("is gone where the service does not, and looked for in the list where it cannot be asked", async () => {
    const gone = open(9, { ask: () => Promise.resolve({}) });
    expect(await gone.look()).toBeUndefined();
    expect(gone.lists).toHaveLength(3);
    const unasked = open(3, { ask: () => Promise.resolve(undefined) });
    expect((await unasked.look())?.id).toBe("o1/b1");
    expect(unasked.lists).toHaveLength(4);
  });

  test("stays in state where the answer contradicts the list", async () => {
    const { look } = open(9, { ask: () => Promise.resolve({ contradiction: "it lacks the shelf" }) });
    const failure = await failureOf(look());
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toContain("can't be complete: it lacks the shelf.");
  });
});
