import { describe, expect, test } from "@jest/globals";

import { list, plan, read, reconcile, remove } from "../../../src/driver/driver.ts";
import { FakeService, notFound } from "../../support/fake-service.ts";
import { ticket } from "../../support/fake-listed.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: false };

/** A ticket of that status at the service, and what state holds of it. */
function open(status: string, row: Readonly<Record<string, unknown>> = { name: "a", color: "red" }) {
  const service = new FakeService();
  service.seed({ ...row, status });
  const driver = startDriver(service);
  const state = { ...declared, boxId: "b1", status, stateVersion: 1 };
  const preview = (inputs: Readonly<Record<string, unknown>> = declared) =>
    plan(ticket, inputs, () => driver.context, { id: "o1/b1", state });
  return { service, driver, context: driver.context, state, preview };
}

describe("an object that only a list shows", () => {
  test("is read from one list however many ask, from two more when it is missing there, and by the parent", async () => {
    const { service, context, state } = open("new");
    const ids = ["o1/b1", "o1/b8", "o1/b9"];
    const found = await Promise.all(ids.map((id) => read(ticket, id, state, context)));
    expect(found.map((one) => one?.id)).toEqual(["o1/b1", undefined, undefined]);
    // The last list is the parent's, which is read from a list.
    expect(service.calls).toEqual(["list o1", "list o1", "list o1", "list o1"]);
  });

  test("is changed by a new list and deleted by the shared one", async () => {
    const { service, context, state } = open("new");
    service.seed({ name: "b", color: "red" });
    await Promise.all([
      reconcile(ticket, { ...declared, color: "blue" }, context, { id: "o1/b1", state }),
      remove(ticket, "o1/b2", { ...state, name: "b", boxId: "b2" }, context),
    ]);
    expect(service.calls.toSorted()).toEqual(["delete b2", "list o1", "list o1", "update b1"]);
  });

  test("stays known when its deletion leaves it there", async () => {
    const { service, context, state } = open("new");
    await remove(ticket, "o1/b1", { ...state, isProtected: true }, context);
    expect(service.writes).toEqual([]);
    expect((await read(ticket, "o1/b1", state, context))?.id).toBe("o1/b1");
    await remove(ticket, "o1/b1", state, context);
    expect(await read(ticket, "o1/b1", state, context)).toBeUndefined();
  });
});

describe("an object that the service does not find when it is deleted", () => {
  test("is gone if a new list lacks it, and deleted as that list shows it if not", async () => {
    const first = open("new");
    first.service.next("delete", { error: notFound() });
    await remove(ticket, "o1/b1", first.state, first.context);
    expect(first.service.calls).toEqual(["list o1", "delete b1", "list o1", "delete b1"]);
    expect(first.service.row("b1")).toBeUndefined();

    const { service, context, state } = open("new");
    await list(ticket, { organizationId: "o1" }, context);
    service.rowsOf("o1").delete("b1");
    await remove(ticket, "o1/b1", state, context);
    expect(service.writes).toEqual(["delete b1"]);
  });

  test("is not deleted when what the new list shows must not be", async () => {
    const { service, context, state } = open("new");
    const guarded = {
      ...ticket,
      guards: [
        {
          on: ["delete" as const],
          inPreview: false,
          needsObject: true,
          refuse: (_asked: unknown, wire: unknown) =>
            service.writes.length > 0 && wire !== undefined ? "It is another one now." : undefined,
        },
      ],
    };
    service.next("delete", { error: notFound() });
    expect((await failureOf(remove(guarded, "o1/b1", state, context))).message).toContain("It is another one now.");
    expect(service.writes).toEqual(["delete b1"]);
  });
});

describe("an object of which nothing can be changed any more", () => {
  test("has no difference, is not written, and keeps in state what is declared", async () => {
    const { service, context, state, preview } = open("sold");
    expect((await preview({ ...declared, color: "blue" })).changes).toEqual([]);
    expect((await preview({ ...declared, isProtected: true })).changes).toMatchObject([{ path: "isProtected" }]);
    const after = await reconcile(ticket, { ...declared, color: "blue" }, context, {
      id: "o1/b1",
      state: { ...state, status: "new" },
    });
    expect(after.state).toMatchObject({ color: "blue", status: "sold" });
    expect(service.writes).toEqual([]);
  });

  test("is taken over whatever it holds", async () => {
    const { service, context } = open("sold", { name: "a", color: "blue" });
    expect((await reconcile(ticket, declared, context)).state).toMatchObject({ color: "red", status: "sold" });
    expect(service.writes).toEqual([]);
  });
});

describe("an object that cannot be made yet", () => {
  test("is taken as it is, with a warning, and is no difference while it waits", async () => {
    const { service, driver, preview } = open("waiting");
    expect((await reconcile(ticket, declared, driver.context)).state).toMatchObject({ status: "waiting" });
    expect((await preview()).changes).toEqual([]);
    expect(driver.said.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
      "warn: Ticket b1 isn't created yet: nobody has paid. This warning covers all of them: status of each Ticket shows whether it is deferred.",
    ]);
    expect(service.writes).toEqual([]);
  });

  test("is warned of once for all that wait alike, and their list is read once", async () => {
    const { service, driver, context } = open("waiting");
    const ids = Array.from({ length: 30 }, (_, index) => `b${index + 1}`);
    for (const id of ids.slice(1)) service.seed({ name: id, color: "red", status: "waiting" });
    const planned = ids.map((id) => {
      const inputs = { ...declared, name: id === "b1" ? "a" : id };
      const state = { ...inputs, boxId: id, status: "waiting", stateVersion: 1 };
      return plan(ticket, inputs, () => context, { id: `o1/${id}`, state });
    });
    expect((await Promise.all(planned)).flatMap(({ changes }) => changes)).toEqual([]);
    expect(driver.said.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Ticket b\d+ is still deferred: nobody has paid\. This warning covers all of them: status of each Ticket/u,
      ),
    ]);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("is announced and made by an update once nothing stands for it any more", async () => {
    const { service, driver, state, preview } = open("waiting");
    service.rowsOf("o1").delete("b1");
    expect((await preview()).changes).toMatchObject([{ path: "status", reason: "can be created now" }]);
    const after = await reconcile(ticket, declared, driver.context, { id: "o1/b1", state });
    expect(after.state).toMatchObject({ status: "new", color: "red" });
    expect(service.writes).toEqual(["create a"]);
  });

  test("is different from one that was deleted outside", async () => {
    const { service, context, state } = open("new");
    service.rowsOf("o1").delete("b1");
    expect((await failureOf(reconcile(ticket, declared, context, { id: "o1/b1", state }))).message).toContain(
      "no longer exists",
    );
  });
});
