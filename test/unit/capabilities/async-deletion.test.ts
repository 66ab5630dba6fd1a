import { describe, expect, test } from "@jest/globals";

import { asyncDeletion } from "../../../src/capabilities/async-deletion.ts";
import { find, list, read, reconcile, remove } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { message } from "../../../src/model/messages.ts";
import { apiError, FakeService, lostAnswer, type Row } from "../../support/fake-service.ts";
import { box, boxOf, failureOf, fakeBox, orgOf, plain, startDriver } from "../../support/fake-resources.ts";
import { madeUp } from "../../support/made-up-resource.ts";

const state = { organizationId: "o1", name: "a", isProtected: true };

/** A service that deletes slowly: a deleted box is gone after `looks` lists. */
function open(looks: number, outcome: Readonly<Record<string, unknown>> = { isLeaving: true }) {
  const service = new FakeService();
  let left = looks;
  const { read: _read, update: _update, ...ops } = box.ops;
  const slow: AnyResource = fakeBox({
    ops: {
      ...ops,
      delete: (_service, at) => {
        service.calls.push("delete");
        const row = service.row(String(at["boxId"]));
        if (row !== undefined) service.rowsOf("o1").set(row.id, { ...row, ...outcome });
        return Promise.resolve();
      },
    },
    collection: {
      name: "boxes",
      scope: ["organizationId"],
      words: "the boxes",
      list: async () => {
        for (const row of service.rowsOf("o1").values()) {
          if (row["isLeaving"] === true && left-- <= 0) service.rowsOf("o1").delete(row.id);
        }
        return service.list("o1");
      },
      servesReads: true,
    },
    fromWire: ({ id, isLeaving: _leaving, ...wire }: Row) => ({ ...wire, organizationId: "o1", boxId: id }),
    capabilities: [
      asyncDeletion({ isPending: (wire: Row) => wire["isLeaving"] === true, timeoutSeconds: 60, intervalSeconds: 20 }),
    ],
  });
  return { service, slow, driver: startDriver(service) };
}

describe("a delete", () => {
  test("waits until the object is gone", async () => {
    const { service, slow, driver } = open(2);
    service.seed({ name: "a" });
    await remove(slow, "o1/b1", state, driver.context);
    expect(service.row("b1")).toBeUndefined();
    expect(driver.sleptMs).toEqual([20_000, 20_000]);
    expect(driver.said.map(({ text }) => text)).toEqual([
      "waiting for the removal of Box b1 (0 s)",
      "waiting for the removal of Box b1 (20 s)",
    ]);
  });

  test("fails when the object does not go in time", async () => {
    const { service, slow, driver } = open(99);
    service.seed({ name: "a" });
    const failure = await failureOf(remove(slow, "o1/b1", state, driver.context));
    expect(failure["code"]).toBe("wait_timed_out");
    expect(failure.message).toMatch(/^Box b1 still exists after 60 s\n/u);
    expect(driver.sleptMs).toEqual([20_000, 20_000, 20_000]);
  });

  test("fails when the object stays without being on its way out", async () => {
    const { service, slow, driver } = open(0, { color: "red" });
    service.seed({ name: "a" });
    expect((await failureOf(remove(slow, "o1/b1", state, driver.context)))["code"]).toBe("not_applied");
    expect(driver.sleptMs).toEqual([]);
  });
});

describe("an object that is being removed", () => {
  test("is gone for a refresh, and cannot be imported", async () => {
    const { service, slow, driver } = open(99);
    service.seed({ name: "a", isLeaving: true });
    expect(await read(slow, "o1/b1", state, driver.context)).toBeUndefined();
    expect((await failureOf(find(slow, "o1/a", driver.context)))["code"]).toBe("no_such_id");
  });

  test("is not taken over by `adopt`, and not listed", async () => {
    const { service, slow, driver } = open(99);
    service.seed({ name: "a", isLeaving: true });
    const failure = await failureOf(reconcile(slow, { ...state, adopt: "a" }, driver.context));
    expect(failure.message).toMatch(/Box b1 is being removed/u);
    expect(await list(slow, { organizationId: "o1" }, driver.context)).toEqual([]);
  });

  test("is waited for by a create of the same key, which then makes another", async () => {
    const { service, slow, driver } = open(2);
    service.seed({ name: "a", isLeaving: true });
    expect((await reconcile(slow, state, driver.context)).id).toBe("o1/b2");
    expect(service.row("b1")).toBeUndefined();
  });
});

describe("an object without a call of its own", () => {
  test("is looked for in two more lists before it counts as missing", async () => {
    const { service, slow, driver } = open(0);
    service.seed({ name: "another" });
    expect(await read(slow, "o1/b9", state, driver.context)).toBeUndefined();
    // The shared list, a new one, one some time later, and the parent, which is read by listing.
    expect(service.calls).toEqual(["list o1", "list o1", "list o1", "list o1"]);
  });

  test("stays when the second list cannot be read", async () => {
    const { service, slow, driver } = open(0);
    await driver.session.lists.list(slow, { organizationId: "o1" }, {});
    service.next("list", { error: lostAnswer() });
    expect((await failureOf(read(slow, "o1/b9", state, driver.context))).message).toMatch(/was lost/u);
  });
});

describe("an object that the service keeps for long after its deletion", () => {
  /** Boxes that are kept for a week. A person can cancel their deletion. */
  function kept() {
    return madeUp(
      [
        asyncDeletion({
          isPending: (wire: Row) => wire["isLeaving"] === true,
          note: () => message`It is kept for a week. Its owner can call that off.`,
        }),
      ],
      {
        ops: {
          ...plain.ops,
          delete: (service, at) => service.update(orgOf(at), boxOf(at), { isLeaving: true }),
        },
      },
    );
  }

  test("counts as gone at once, and a warning says until when it is kept", async () => {
    const { start, requests } = kept();
    const stored = await start().ensure();
    requests();
    const run = start();
    await run.remove(stored);
    expect(requests()).toEqual(["update b1"]);
    expect([run.sleptMs, run.warnings()]).toEqual([
      [],
      ["Box b1 is being deleted. It is kept for a week. Its owner can call that off."],
    ]);
    expect(await start().read(stored)).toBeUndefined();
  });

  test("is deleted although the service refuses to delete it again, and not if its deletion was called off", async () => {
    const { service, start, requests } = kept();
    const stored = await start().ensure();
    const refused = apiError({ category: "invalid", status: 400, detail: "is being deleted already" });
    service.next("update", { error: refused, isApplied: true }, { error: refused });
    requests();
    const run = start();
    await run.remove(stored);
    expect(requests()).toEqual(["update b1", "read b1"]);
    expect(run.warnings()).toEqual(["Box b1 is being deleted. It is kept for a week. Its owner can call that off."]);
    service.seed({ id: "b1", name: "a" });
    expect(await failureOf(start().remove(stored))).toMatchObject({ cause: refused });
    expect(requests()).toEqual(["update b1", "read b1"]);
  });

  test("is there, without a look, if its deletion is refused for any other reason", async () => {
    const { service, start, requests } = kept();
    const stored = await start().ensure();
    const refused = apiError({ category: "permission", status: 403 });
    service.next("update", { error: refused });
    requests();
    expect(await failureOf(start().remove(stored))).toMatchObject({ cause: refused });
    expect(requests()).toEqual(["update b1"]);
  });

  test("is deleted although the answer was lost, and no second time", async () => {
    const { service, start, requests } = kept();
    const stored = await start().ensure();
    requests();
    service.next("update", { error: lostAnswer(), isApplied: true });
    await start().remove(stored);
    expect(requests().filter((one) => one === "update b1")).toHaveLength(1);
  });
});
