import { describe, expect, test } from "@jest/globals";

import { find, plan, read, reconcile, remove } from "../../../src/driver/driver.ts";
import { isPartialResult } from "../../../src/model/diagnostics.ts";
import { apiError, FakeService, lostAnswer } from "../../support/fake-service.ts";
import { afterTry, aged, box, failureOf, fakeBox, paint, startDriver, vault } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const state = { ...declared, boxId: "b1", stateVersion: 1 };

function open() {
  const service = new FakeService();
  service.seed({ name: "a", color: "red", weight: 7 });
  const driver = startDriver(service);
  return { service, driver, context: driver.context };
}

describe("read", () => {
  test("keeps the user's spelling where the service holds the same, and takes what it holds elsewhere", async () => {
    const { context } = open();
    const found = await read(box, "o1/b1", { ...state, name: " a ", color: "blue" }, context);
    expect(found).toEqual({
      id: "o1/b1",
      inputs: { ...declared, name: " a " },
      state: { ...state, name: " a " },
      observed: expect.objectContaining({ name: "a", color: "red", weight: 7 }),
    });
  });

  test("leaves alone what the program never declared", async () => {
    const { context } = open();
    const { color: _color, ...rest } = state;
    expect((await read(box, "o1/b1", rest, context))?.inputs).not.toHaveProperty("weight");
    expect((await read(box, "o1/b1", rest, context))?.inputs).not.toHaveProperty("color");
  });

  test("shows what was taken away", async () => {
    const { service, context } = open();
    await service.update("o1", "b1", { weight: null });
    expect((await read(box, "o1/b1", { ...state, weight: 7 }, context))?.inputs).toEqual(declared);
  });

  test("says that a secret drifted, since engines show the same on both sides, and does not show it", async () => {
    const { service, driver } = open();
    await service.update("o1", "b1", { combination: "new-one" });
    await read(box, "o1/b1", { ...state, combination: "old-one" }, driver.context);
    expect(driver.said).toEqual([
      {
        severity: "info",
        text: "combination (secret) of Box b1 differs from the state: it was changed outside this program.",
      },
    ]);
    await read(box, "o1/b1", { ...state, combination: "new-one" }, driver.context);
    expect(driver.said).toHaveLength(1);
  });

  test("keeps what the service never returns, with its fingerprint", async () => {
    const { service, context } = open();
    const made = await reconcile(vault, { ...declared, name: "v", password: "s3cret" }, context);
    const later = startDriver(service).context;
    expect(await read(vault, made.id, made.state, later)).toMatchObject(made);
  });

  test("drops nothing on bad news, and says what was tried", async () => {
    const { service, context } = open();
    service.next("list", { error: apiError({ category: "auth", status: 401 }) });
    expect((await failureOf(read(box, "o1/b1", state, context))).message).toBe(
      "Could not read Box b1\nThe service answered 401 auth to POST /boxes/: no.",
    );
  });

  test("drops what is confirmed to be gone", async () => {
    const { context } = open();
    expect(await read(box, "o1/b9", { ...state, boxId: "b9" }, context)).toBe(undefined);
  });
});

describe("an import", () => {
  test.each(["o1/b1", "o1/a"])("by %j takes everything that the service holds", async (id) => {
    const { context } = open();
    const inputs = { ...declared, weight: 7 };
    expect(await find(box, id, context)).toEqual({ id: "o1/b1", inputs, state: { ...state, weight: 7 } });
  });

  test("takes the first secret given as the current one", async () => {
    const { context } = open();
    const found = await find(vault, "o1/b1", context);
    const planned = await plan(vault, { ...found.inputs, password: "x" }, () => context, {
      id: found.id,
      state: found.state,
    });
    expect(planned.changes).toEqual([]);
  });

  test("reads by id where there is no list", async () => {
    const { collection: _none, ...unlisted } = fakeBox();
    const { service, context } = open();
    expect((await find(unlisted, "o1/b1", context)).id).toBe("o1/b1");
    expect(service.calls).toEqual(["read b1"]);
  });

  test("of what is not there names where it looked", async () => {
    const { context } = open();
    const failure = await failureOf(find(box, "o1/nobody", context));
    expect(failure["code"]).toBe("no_such_id");
    expect(failure.message).toBe(
      "There is no Box nobody\nThere is no Box with that ID or name in Root o1, or this API key can't see it.",
    );
    expect((await failureOf(find(box, "o9/b1", context)))["code"]).toBe("no_such_id");
  });

  test("by a name of several lists their ids", async () => {
    const { service, context } = open();
    service.seed({ name: "a" });
    expect((await failureOf(find(box, "o1/a", context))).message).toBe(
      "There is no Box a\nIt matches several objects: o1/b1, o1/b2. Give one of these IDs.",
    );
  });

  test("by an id of another form shows the form", async () => {
    const { context } = open();
    expect((await failureOf(find(box, "b1", context))).message).toMatch(
      /^The ID doesn't have the form <organizationId>\/<boxId>\n/u,
    );
  });
});

describe("delete", () => {
  test("removes the object, from the shared list too", async () => {
    const { service, driver, context } = open();
    await driver.session.lists.list(box, { organizationId: "o1" }, {});
    await remove(box, "o1/b1", state, context);
    expect(service.row("b1")).toBe(undefined);
    expect(await driver.session.lists.find(box, { organizationId: "o1", boxId: "b1" }, {})).toBe(undefined);
    expect((await reconcile(box, declared, context)).id).toBe("o1/b2");
  });

  test("of what is gone is a success, once that is confirmed", async () => {
    const { service, context } = open();
    await remove(box, "o1/b9", state, context);
    expect(service.calls).toEqual(["delete b9", "list o1"]);
    service.next("list", { error: apiError({ category: "permission", status: 403 }) });
    const later = startDriver(service).context;
    expect((await failureOf(remove(box, "o1/b9", state, later))).message).toMatch(/^Could not delete Box b9\n.*403/u);
  });

  test.each([true, false])("whose answer is lost looks (applied: %s)", async (isApplied) => {
    const { service, context } = open();
    service.next("delete", { error: lostAnswer(), isApplied });
    const failure = await remove(box, "o1/b1", state, context).catch((error: unknown) => error);
    const refused = "Could not delete Box b1\nThe answer was lost (connection_lost).";
    expect(failure instanceof Error ? failure.message : failure).toBe(isApplied ? undefined : refused);
  });

  test("leaves alone what a create of the same run took over", async () => {
    const { service, driver, context } = open();
    await reconcile(box, declared, await afterTry(context, box, declared));
    await remove(box, "o1/b1", state, context);
    expect(service.writes).toEqual([]);
    expect(driver.said.slice(1)).toEqual([
      { severity: "info", text: "Box o1/b1 is now managed by another resource of this run, so it wasn't deleted." },
    ]);
  });

  test("waits for a create of the same natural key, and leaves alone what that one takes over", async () => {
    const { service, context } = open();
    const creating = reconcile(box, declared, await afterTry(context, box, declared));
    await Promise.all([creating, remove(box, "o1/b1", state, context)]);
    expect(service.writes).toEqual([]);
    expect(service.row("b1")).toMatchObject({ name: "a" });
  });

  test("comes before a create of the same natural key that is asked for later, which makes the object anew", async () => {
    const { service, context } = open();
    const [, made] = await Promise.all([
      remove(box, "o1/b1", { ...state, isProtected: false }, context),
      reconcile(box, declared, context),
    ]);
    expect(made.id).toBe("o1/b2");
    expect(service.writes).toEqual(["delete b1", "create a"]);
  });

  test("of what cannot be deleted does nothing, and the object stays visible", async () => {
    const { ops, ...rest } = fakeBox();
    const { delete: _none, ...kept } = ops;
    const { service, driver, context } = open();
    const lasting = { ...rest, ops: kept };
    await remove(lasting, "o1/b1", state, context);
    expect(service.calls).toEqual([]);
    const listed = await driver.session.lists.find(lasting, { organizationId: "o1", boxId: "b1" }, {});
    expect(listed).toEqual(service.row("b1"));
  });

  test("of settings puts back the server-side defaults of what was declared", async () => {
    const { service, context } = open();
    await remove(paint, "o1/b1", { organizationId: "o1", boxId: "b1", color: "red" }, context);
    expect(service.bodies).toEqual([{ color: "grey" }]);
    expect(service.row("b1")).toMatchObject({ color: "grey", weight: 7 });
    await remove(paint, "o1/b1", { organizationId: "o1", boxId: "b1", color: "red" }, context);
    expect(service.writes).toEqual(["update b1"]);
  });

  test("of settings whose object is gone does nothing", async () => {
    const { service, context } = open();
    await remove(paint, "o1/b9", { organizationId: "o1", boxId: "b9", color: "red" }, context);
    expect(service.writes).toEqual([]);
  });
});

describe("a create that fails after the object was made", () => {
  const twin = fakeBox({
    name: "Twin",
    toWire: ({ organizationId: _owner, weight, ...body }) => ({ ...body, ...(weight === 1 ? {} : { weight }) }),
  });

  test("is a partial result with the id and what is there", async () => {
    const { context } = open();
    const failure = await failureOf(reconcile(twin, { ...declared, name: "t", weight: 1 }, context));
    if (!isPartialResult(failure)) throw failure;
    expect(failure.id).toBe("o1/b2");
    expect(failure.state).toEqual({ ...state, name: "t", boxId: "b2" });
    expect(failure.message).toBe(
      "Twin b2 is incomplete\nNot all of Twin b2 was kept\nThe service accepted weight, but a read shows another value. " +
        "The plan or the version of the service may not support it.",
    );
  });

  test("of settings is one only if something was written", async () => {
    const { service, context } = open();
    const inputs = { organizationId: "o1", boxId: "b1", color: "blue", adopt: "b1" };
    service.next("update", { error: apiError({ category: "invalid", status: 400 }) });
    expect(isPartialResult(await failureOf(reconcile(paint, inputs, context)))).toBe(false);
    service.next("update", { error: lostAnswer() }, { error: lostAnswer() });
    const failure = await failureOf(reconcile(paint, inputs, startDriver(service).context));
    expect(isPartialResult(failure) && failure.state).toEqual({ ...inputs, color: "red", stateVersion: 1 });
  });
});

describe("a state of an earlier version", () => {
  const old = { organizationId: "o1", title: "a", color: "red", isProtected: true, boxId: "b1" };

  test("is brought to the present shape, step by step, by every verb", async () => {
    const { service, context } = open();
    const present = { ...state, stateVersion: 3 };
    expect((await read(aged, "o1/b1", old, context))?.state).toEqual(present);
    expect((await plan(aged, declared, () => context, { id: "o1/b1", state: old })).changes).toEqual([]);
    const { title: label, ...second } = old;
    expect(
      (await plan(aged, declared, () => context, { id: "o1/b1", state: { ...second, label, stateVersion: 2 } }))
        .changes,
    ).toEqual([]);
    expect(
      (await reconcile(aged, { ...declared, isProtected: false }, context, { id: "o1/b1", state: old })).state,
    ).toEqual({
      ...present,
      isProtected: false,
    });
    expect(service.writes).toEqual([]);
  });

  test("is read by delete too", async () => {
    const { service, context } = open();
    await remove(aged, "o1/b1", old, context);
    expect(service.writes).toEqual(["delete b1"]);
  });

  test("is refused where nothing brings it to the next version", async () => {
    const { service, context } = open();
    const gap = fakeBox({ name: "Gap", stateVersion: 3, migrations: { 1: (earlier) => earlier } });
    const failure = await failureOf(remove(gap, "o1/b1", old, context));
    expect([failure["code"], failure.message.split("\n")[0]]).toEqual([
      "internal",
      "The state of Gap has version 2, and Orgform can't migrate it to version 3",
    ]);
    expect(service.writes).toEqual([]);
  });

  test("is refused when a newer version wrote it", async () => {
    const { service, context } = open();
    const newer = { ...state, stateVersion: 4 };
    for (const verb of [
      read(aged, "o1/b1", newer, context),
      reconcile(aged, declared, context, { id: "o1/b1", state: newer }),
      remove(aged, "o1/b1", newer, context),
      plan(aged, declared, () => context, { id: "o1/b1", state: newer }),
    ]) {
      const failure = await failureOf(verb);
      expect(failure["code"]).toBe("state_from_newer_version");
      expect(failure.message).toBe(
        'Aged "a" has a newer state\n' +
          "The state has version 4; this Orgform knows 3. Install the version of Orgform that wrote it, or a later one.",
      );
    }
    expect(service.calls).toEqual([]);
  });
});

describe("a read of what drifted", () => {
  test("says why, where the object tells, and only of what is declared and differs", async () => {
    const { driver } = open();
    const telling = fakeBox({
      capabilities: [{ name: "fading", whyDrifted: (field) => (field === "weight" ? undefined : `${field} faded.`) }],
    });
    await read(telling, "o1/b1", { ...state, color: "blue", weight: 5, name: " a " }, driver.context);
    expect(driver.said).toEqual([{ severity: "warn", text: "color faded." }]);
  });
});
