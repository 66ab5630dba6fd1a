import { describe, expect, test } from "@jest/globals";

import { hiddenRows } from "../../../src/capabilities/hidden-rows.ts";
import { isNotFound } from "../../../src/client/errors.ts";
import { observe, observeUntilDeleted } from "../../../src/driver/observe.ts";
import { SECOND_LOOK_MS } from "../../../src/driver/session/list-cache.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { apiError, FakeService, notFound, unreachable } from "../../support/fake-service.ts";
import { box, failureOf, fakeBox, fakeSlot, plain, root, startDriver } from "../../support/fake-resources.ts";

const at = (boxId: string, organizationId = "o1") => ({ organizationId, boxId });

function open() {
  const service = new FakeService();
  const seeded = service.seed({ name: "a" });
  const driver = startDriver(service);
  const look = (boxId: string, fresh = false) => observe(box, at(boxId), driver.context, { fresh });
  return { service, seeded, driver, look };
}

describe("an object", () => {
  test("comes from the shared list", async () => {
    const { service, seeded, look } = open();
    expect(await look("b1")).toEqual(seeded);
    expect(await look("b1")).toEqual(seeded);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("is read by itself where that is asked for, or where the list serves no reads", async () => {
    const { service, seeded, driver, look } = open();
    expect(await look("b1", true)).toEqual(seeded);
    const { collection } = box;
    const unlisted = fakeBox(collection === undefined ? {} : { collection: { ...collection, servesReads: false } });
    expect(await observe(unlisted, at("b1"), driver.context, { fresh: false })).toEqual(seeded);
    expect(service.calls).toEqual(["read b1", "read b1"]);
  });

  test("that the list lacks is read by itself before it counts as missing", async () => {
    const { service, driver, look } = open();
    await driver.session.lists.list(box, at(""), {});
    const late = service.seed({ name: "late" });
    expect(await look(late.id)).toEqual(late);
    expect(service.calls).toEqual(["list o1", "read b2"]);
  });
});

describe("an absence", () => {
  test("counts once the parent was read with the same key, which happens once", async () => {
    const { service, look } = open();
    expect(await look("gone")).toBe(undefined);
    expect(await look("lost")).toBe(undefined);
    expect(service.calls).toEqual(["list o1", "read gone", "list o1", "read lost"]);
  });

  test("counts where the parent itself is confirmed to be gone", async () => {
    const { service, driver } = open();
    service.organizations.delete("o1");
    expect(await observe(box, at("b1"), driver.context, { fresh: true })).toBe(undefined);
  });

  test("is confirmed by a read of the parent, not by what a list showed of it before", async () => {
    const { service, driver } = open();
    await driver.session.lists.list(box, at(""), {});
    const slot: AnyResource = { ...fakeSlot(box, []), ops: { read: () => Promise.reject(notFound()) } };
    const where = { ...at("b1"), slotId: "s1" };
    service.next("read", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(observe(slot, where, driver.context, { fresh: true }))).message).toContain("403");
    driver.clock.advance(5_001);
    expect(await observe(slot, where, driver.context, { fresh: true })).toBeUndefined();
    expect(service.calls).toEqual(["list o1", "read b1", "read b1"]);
  });

  test("is not confirmed any longer when nobody waits for it: the read of the parent is ended", async () => {
    const asked: (AbortSignal | undefined)[] = [];
    const stuck = (signal: AbortSignal | undefined) => {
      asked.push(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("ended"))));
    };
    const parent: AnyResource = { ...root, ops: { read: (_service, _at, { signal }) => stuck(signal) } };
    const ending = new AbortController();
    const { context } = startDriver(new FakeService(), { signal: ending.signal });
    const looking = failureOf(observe(fakeBox({ parent }), at("gone"), context, { fresh: true }));
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    ending.abort(new Error("the engine was stopped"));
    expect((await looking).message).toBe("the engine was stopped");
    expect(asked.map((signal) => signal?.aborted)).toEqual([true]);
  });

  test("does not count where the parent cannot be read", async () => {
    const { service, look } = open();
    service.next("list", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(look("gone", true))).message).toMatch(/answered 403/u);
  });

  test("of a root does not count unless something confirms it", async () => {
    const { service, driver } = open();
    service.next("list", { error: notFound() });
    const failure = await failureOf(observe(root, { organizationId: "o1" }, driver.context, { fresh: true }));
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toBe(
      "Root o1 may still exist\n" +
        'The service answered "not found", but nothing confirms the deletion. The entry in state was kept. ' +
        "Check whether the API key can still access it, then refresh again.",
    );
  });

  test("of a root without a way to confirm it never counts", async () => {
    const { service, driver } = open();
    service.organizations.delete("o1");
    const { capabilities: _none, ...mute } = root;
    const failure = await failureOf(observe(mute, { organizationId: "o1" }, driver.context, { fresh: true }));
    expect(failure["code"]).toBe("unconfirmed_absence");
  });

  test.each([
    ["a key that is not accepted", apiError({ category: "auth", status: 401 })],
    ["a key that may not", apiError({ category: "permission", status: 403 })],
    [
      "a path that something in between does not know",
      apiError({ category: "unexpected", code: "endpoint_not_found", status: 404 }),
    ],
    [
      "an account without its organization",
      apiError({ category: "unexpected", code: "current_organization_lost", status: 404 }),
    ],
    ["a code nobody knows", apiError({ category: "notFound", code: "page_not_found", status: 404 })],
    ["a broken service", apiError({ category: "unavailable", status: 500 })],
    ["a lost connection", unreachable()],
  ])("is not told by %s", async (_what, error) => {
    const { service, look } = open();
    service.next("read", { error });
    expect(await failureOf(look("b1", true))).toBe(error);
    service.next("list", { error });
    expect(await failureOf(look("b1"))).toBe(error);
    expect(isNotFound(error)).toBe(false);
  });
});

describe("the absence of an object", () => {
  const { read: _read, ...ops } = plain.ops;
  const WHY = "Boxes on locked shelves are hidden from this key.";
  const collection = { ...plain.collection!, capabilities: [hiddenRows({ why: () => Promise.resolve(WHY) })] };
  const LIST = "list o1";

  /** What becomes of a look at an object that isn't there, and what it costs; the last list is a read of the parent. */
  async function lookFor(
    definition: AnyResource,
    options: { readonly fresh?: boolean; readonly isDeleted?: boolean },
    prepare: (service: FakeService) => void = () => undefined,
  ) {
    const service = new FakeService();
    service.seed({ name: "a" });
    prepare(service);
    const { context, sleptMs } = startDriver(service);
    const found = await observeUntilDeleted(definition, at("b9"), context, options).then(
      (wire) => (wire === undefined ? "gone" : "there"),
      (error: Error) => error.message,
    );
    return { found, calls: service.calls, sleptMs };
  }

  const HIDDEN = `Box b9 may be hidden\n${WHY} Orgform drew no conclusion from it, and keeps the entries in the state.`;

  test.each<[string, AnyResource, Parameters<typeof lookFor>[1], string, readonly string[], readonly number[]]>([
    ["that can be read is told by its read", box, { fresh: true }, "gone", ["read b9", LIST], []],
    [
      "that can be read is told so, whatever its list hides",
      fakeBox({ collection }),
      { fresh: true },
      "gone",
      ["read b9", LIST],
      [],
    ],
    [
      "that only lists show is told by two more of them",
      fakeBox({ ops }),
      {},
      "gone",
      [LIST, LIST, LIST, LIST],
      [SECOND_LOOK_MS],
    ],
    [
      "that only lists show isn't told by lists that hide some",
      fakeBox({ ops, collection }),
      {},
      HIDDEN,
      [LIST, LIST, LIST, LIST],
      [SECOND_LOOK_MS],
    ],
    [
      "that was deleted is told by one list",
      fakeBox({ ops }),
      { fresh: true, isDeleted: true },
      "gone",
      [LIST, LIST],
      [],
    ],
    [
      "that was deleted is told by one list, whatever it hides",
      fakeBox({ ops, collection }),
      { fresh: true, isDeleted: true },
      "gone",
      [LIST, LIST],
      [],
    ],
  ])("%s", async (_what, definition, options, found, calls, sleptMs) => {
    expect(await lookFor(definition, options)).toEqual({ found, calls, sleptMs });
  });

  test("is none if a second list shows it", async () => {
    let lists = 0;
    const late = (service: FakeService): void => {
      service.rowsOf("o1").set("b9", { id: "b9", name: "late" });
      service.isListed = ({ id }) => id !== "b9" || (lists += 1) > 2;
    };
    expect(await lookFor(fakeBox({ ops, collection }), {}, late)).toEqual({
      found: "there",
      calls: [LIST, LIST, LIST],
      sleptMs: [SECOND_LOOK_MS],
    });
  });

  test("isn't told by a list that isn't found itself: what holds it is asked", async () => {
    const gone = (service: FakeService): void => void service.organizations.delete("o1");
    expect(await lookFor(fakeBox({ ops, collection }), {}, gone)).toEqual({
      found: "gone",
      calls: [LIST, LIST, LIST],
      sleptMs: [],
    });
    const once = (service: FakeService): void => service.next("list", { error: notFound() }, { error: notFound() });
    expect(await lookFor(fakeBox({ ops, collection }), {}, once)).toEqual({
      found: "gone",
      calls: [LIST, LIST, LIST],
      sleptMs: [],
    });
  });
});
