import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { find, plan, reconcile } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { isPartialResult } from "../../../src/model/diagnostics.ts";
import { field } from "../../../src/model/field.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { apiError, FakeService, lostAnswer } from "../../support/fake-service.ts";
import { box, crate, failureOf, fakeBox, startDriver, vault } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
type Inputs = Readonly<Record<string, unknown>>;

/** A made object, as a later process finds it. */
async function made(definition: AnyResource = box, extra: Inputs = {}) {
  const service = new FakeService();
  const { state } = await reconcile(definition, { ...declared, ...extra }, startDriver(service).context);
  service.calls.length = 0;
  service.bodies.length = 0;
  const driver = startDriver(service);
  const change = (inputs: Inputs, from: Inputs = state) =>
    reconcile(definition, inputs, driver.context, { id: "o1/b1", state: from });
  const preview = (inputs: Inputs, from: Inputs = state) =>
    plan(definition, inputs, () => startDriver(service).context, { id: "o1/b1", state: from });
  return { service, driver, state, change, preview };
}

describe("an update", () => {
  test("sends only what differs from what is there", async () => {
    const { service, change } = await made();
    expect(await change({ ...declared, color: "blue", weight: 3 })).toEqual({
      id: "o1/b1",
      inputs: { ...declared, color: "blue", weight: 3 },
      state: { ...declared, color: "blue", weight: 3, boxId: "b1", stateVersion: 1 },
    });
    expect(service.calls).toEqual(["read b1", "update b1"]);
    expect(service.bodies).toEqual([{ color: "blue", weight: 3 }]);
  });

  test("sends nothing when all is as declared already", async () => {
    const { service, change } = await made();
    await change(declared);
    expect(service.calls).toEqual(["read b1"]);
  });

  test("puts back what somebody else changed", async () => {
    const { service, change } = await made();
    await service.update("o1", "b1", { color: "blue" });
    service.bodies.length = 0;
    await change({ ...declared, weight: 3 });
    expect(service.bodies).toEqual([{ color: "red", weight: 3 }]);
  });

  test("puts the server-side default back for what left the program", async () => {
    const { service, change } = await made(box, { weight: 3 });
    const { color: _color, ...rest } = declared;
    expect((await change(rest)).state).not.toHaveProperty("weight");
    expect(service.bodies).toEqual([{ color: "grey", weight: null }]);
    expect(service.row("b1")).toMatchObject({ color: "grey", weight: null });
  });

  test("keeps the user's spelling of what the service stores as the same", async () => {
    const { service, change } = await made();
    expect((await change({ ...declared, name: " a " })).state["name"]).toBe(" a ");
    expect(service.writes).toEqual([]);
  });

  test("of settings of the provider alone makes no request", async () => {
    const { service, state, change } = await made(vault, { password: "s3cret" });
    const inputs = { ...declared, password: "s3cret", isProtected: false };
    expect(await change(inputs)).toEqual({ id: "o1/b1", inputs, state: { ...state, isProtected: false } });
    expect(service.calls).toEqual([]);
  });

  test("without any difference looks all the same: it completes what failed in part before", async () => {
    const { service, state, change } = await made();
    await service.update("o1", "b1", { color: "blue" });
    await change(declared, state);
    expect(service.row("b1")?.["color"]).toBe("red");
  });

  test("of what is gone says so and makes nothing", async () => {
    const { service, change } = await made();
    await service.delete("o1", "b1");
    const failure = await failureOf(change({ ...declared, color: "blue" }));
    expect(failure["code"]).toBe("missing_object");
    expect(failure.message).toBe(
      "Box b1 no longer exists\n" +
        "It was deleted outside this program. Refresh, then run the update again. It then creates the object again.",
    );
  });

  test("that is refused leaves state as it is", async () => {
    const { service, change } = await made();
    service.next("update", { error: apiError({ category: "invalid", status: 400, detail: "no blue" }) });
    const failure = await failureOf(change({ ...declared, color: "blue" }));
    expect(isPartialResult(failure)).toBe(false);
    expect(failure.message).toBe("Could not update Box b1\nThe service answered 400 invalid to POST /boxes/: no blue");
  });
});

describe("a change whose answer is lost", () => {
  test("is looked at, and not sent again when it was made", async () => {
    const { service, change } = await made();
    service.next("update", { error: lostAnswer(), isApplied: true });
    expect((await change({ ...declared, color: "blue" })).state["color"]).toBe("blue");
    expect(service.calls).toEqual(["read b1", "update b1", "read b1"]);
  });

  test("is sent once more when it was not made", async () => {
    const { service, change } = await made();
    service.next("update", { error: lostAnswer() });
    expect((await change({ ...declared, color: "blue" })).state["color"]).toBe("blue");
    expect(service.calls).toEqual(["read b1", "update b1", "read b1", "update b1"]);
  });

  test("twice is a partial result that says what is there", async () => {
    const { service, change } = await made();
    service.next("update", { error: lostAnswer() }, { error: lostAnswer() });
    const failure = await failureOf(change({ ...declared, color: "blue" }));
    expect(isPartialResult(failure) && [failure.id, failure.state]).toEqual([
      "o1/b1",
      { ...declared, color: "red", boxId: "b1", stateVersion: 1 },
    ]);
    expect(failure.message).toBe("Box b1 was changed only in part\nThe answer was lost (connection_lost).");
    expect(service.writes).toEqual(["update b1", "update b1"]);
  });

  test("is a partial result when the look fails too", async () => {
    const { service, change } = await made();
    service.next("update", { error: lostAnswer(), isApplied: true });
    const reads = service.read.bind(service);
    service.read = (org, id) => (service.writes.length === 0 ? reads(org, id) : Promise.reject(lostAnswer()));
    expect(isPartialResult(await failureOf(change({ ...declared, color: "blue" })))).toBe(true);
  });

  test("by somebody's deletion says so", async () => {
    const { service, change } = await made();
    service.next("update", {});
    const updates = service.update.bind(service);
    service.update = async (org, id, body) => {
      await updates(org, id, body);
      service.rowsOf(org).delete(id);
      return undefined;
    };
    expect((await failureOf(change({ ...declared, color: "blue" }))).message).toMatch(
      /^Box b1 was changed only in part\nBox b1 was deleted meanwhile\n/u,
    );
  });

  test("without a body is read back", async () => {
    const { service, change } = await made();
    service.next("update", {});
    expect((await change({ ...declared, color: "blue" })).state["color"]).toBe("blue");
    expect(service.calls).toEqual(["read b1", "update b1", "read b1"]);
  });

  test("that the service accepts and does not keep is an error that names the fields", async () => {
    const { service, change } = await made();
    service.next("update", { isIgnored: true }, { isIgnored: true });
    const failure = await failureOf(change({ ...declared, color: "blue" }));
    expect(failure.message).toBe(
      "Box b1 was changed only in part\nNot all of Box b1 was kept\n" +
        'The service accepted color, but a read shows "red". ' +
        "The plan or the version of the service may not support it.",
    );
    expect((failure.cause as { code?: string }).code).toBe("not_applied");
  });
});

describe("a write-only value", () => {
  const inputs = (password?: string) => ({ ...declared, ...(password === undefined ? {} : { password }) });

  test("is sent when it changes, and left out of other changes", async () => {
    const { service, change } = await made(vault, { password: "old" });
    await change({ ...inputs("old"), color: "blue" });
    await change(inputs("new"));
    expect(service.bodies).toEqual([{ color: "blue" }, { color: "red", password: "new" }]);
  });

  test("is taken away with the server-side default", async () => {
    const { service, change } = await made(vault, { password: "old" });
    expect((await change(inputs())).state["fingerprints"]).toEqual({ password: "none" });
    expect(service.bodies).toEqual([{ password: null }]);
  });

  test("is sent when the program first has it, but taken for the current one after an import", async () => {
    const { service, change, state, preview } = await made(vault);
    expect(state["fingerprints"]).toEqual({ password: "none" });
    expect((await preview(inputs("new"))).changes.map(({ kind }) => kind)).toEqual(["add"]);
    await change(inputs("new"));
    expect(service.bodies).toEqual([{ password: "new" }]);
    const imported = await find(vault, "o1/b1", startDriver(service).context);
    expect(imported.state).not.toHaveProperty("fingerprints");
    expect((await preview(inputs("new"), imported.state)).changes).toEqual([]);
  });

  test("is sent once more when the field that asks for it has another value, and not when that leaves the program", async () => {
    const rotating = fakeBox({
      name: "Rotating",
      inputs: {
        password: field(z.string().optional(), { doc: "Password.", secret: true, returned: "never" }),
        rotate: field(z.string().optional(), { doc: "Rotate.", onChange: "resend" }),
      },
    });
    const given = { ...declared, password: "old" };
    const { service, change, preview } = await made(rotating, { password: "old" });
    expect((await preview({ ...given, rotate: "a" })).changes.map(({ effect }) => effect)).toEqual(["update"]);
    const { state } = await change({ ...given, rotate: "a" });
    expect(service.bodies).toEqual([{ password: "old" }]);
    expect(state).toMatchObject({ ...given, rotate: "a" });
    expect((await preview(given, state)).changes.map(({ effect }) => effect)).toEqual(["store"]);
    expect((await change(given, state)).state).not.toHaveProperty("rotate");
    expect(service.bodies).toHaveLength(1);
  });

  test("that is refused stays the old one in state", async () => {
    const { service, change } = await made(vault, { password: "old" });
    service.next("update", { error: apiError({ category: "invalid", status: 400 }) });
    expect(isPartialResult(await failureOf(change(inputs("new"))))).toBe(false);
  });

  test("that was not surely sent is sent by the next update, whatever it is then", async () => {
    const { service, state, change, preview } = await made(vault, { password: "old" });
    service.next("update", { error: lostAnswer() }, { error: lostAnswer() });
    const failure = await failureOf(change(inputs("new")));
    if (!isPartialResult(failure)) throw failure;
    expect(failure.state).not.toHaveProperty("password");
    for (const password of ["old", "new"]) {
      expect((await preview(inputs(password), failure.state)).changes.map(({ path }) => path)).toEqual(["password"]);
    }
    service.bodies.length = 0;
    const { state: next } = await change(inputs("new"), failure.state);
    expect(service.bodies).toEqual([{ password: "new" }]);
    expect((await preview(inputs("new"), next)).changes).toEqual([]);
    expect(next["fingerprints"]).not.toEqual(state["fingerprints"]);
  });
});

describe("a plan", () => {
  const KEPT = { boxId: "b1", stateVersion: 1 };
  const SHELF = { ...box, outputs: { ...box.outputs, weighedAt: field(z.string(), { doc: "When." }) } };
  const known = async (inputs: Inputs, from: Inputs = {}) => {
    const { state, preview } = await made(SHELF);
    return (await preview(inputs, { ...state, weighedAt: "noon", ...from })).outputs;
  };

  test.each<[string, Inputs, Inputs]>([
    ["no change", {}, { ...KEPT, weighedAt: "noon" }],
    ["a change that is only stored", { isProtected: false }, { ...KEPT, weighedAt: "noon" }],
    ["a change in place", { color: "blue" }, { ...KEPT, weighedAt: UNKNOWN }],
    ["a value that is not known yet", { color: UNKNOWN }, { ...KEPT, weighedAt: UNKNOWN }],
    ["a replacement", { organizationId: "o2" }, { boxId: UNKNOWN, stateVersion: 1, weighedAt: UNKNOWN }],
  ])("of %s tells which outputs stay", async (_what, changed, outputs) => {
    expect(await known({ ...declared, ...changed })).toEqual(outputs);
  });

  test("takes an unknown value for a replacement where the engine is held to what it announced", async () => {
    const { state, driver } = await made();
    const inputs = { ...declared, organizationId: UNKNOWN };
    const [prior, context] = [{ id: "o1/b1", state }, () => driver.context];
    expect((await plan(box, inputs, context, prior)).replaces).toEqual([]);
    expect((await plan(box, inputs, context, prior, { unknownReplaces: true })).replaces).toEqual(["organizationId"]);
  });
});

test("what only a replacement can do is refused before anything is sent", async () => {
  const { service, change } = await made();
  expect(await failureOf(change({ ...declared, organizationId: "o2" }))).toMatchObject({
    code: "replacement_needed",
    message: expect.stringMatching(/^Box b1 cannot be changed in place\nA change of organizationId replaces/u),
  });
  expect(service.calls).toEqual([]);
});

describe("a deferrable setting", () => {
  test("is one change when it changes while it was deferred, and none when it has left the program", async () => {
    const { service, state, preview } = await made(crate, { seal: "wax" });
    await service.update("o1", "b1", { isOpen: true });
    const changed = await preview({ ...declared, seal: "gold" }, state);
    expect(changed.changes.map(({ path }) => path)).toEqual(["seal"]);
    const { seal: _seal, ...forgotten } = state;
    expect((await preview(declared, forgotten)).changes).toEqual([]);
  });

  test("makes the list of what is deferred unknown only where it changes itself", async () => {
    const { preview } = await made(crate);
    expect((await preview({ ...declared, color: "blue" })).outputs).toMatchObject({ heldBack: undefined });
    expect((await preview({ ...declared, seal: "wax" })).outputs).toMatchObject({ heldBack: UNKNOWN });
    const held = await made(crate, { seal: "wax" });
    expect((await held.preview({ ...declared, seal: "wax", color: "blue" })).outputs).toMatchObject({
      heldBack: UNKNOWN,
    });
  });

  test("is not deferred where the object has it already, or nobody declares it", async () => {
    const { service, driver, state, change } = await made(crate);
    await service.update("o1", "b1", { seal: "wax" });
    expect((await change({ ...declared, color: "blue" }, state)).state).not.toHaveProperty("heldBack");
    expect((await change({ ...declared, seal: "wax" }, state)).state).not.toHaveProperty("heldBack");
    expect(driver.said).toEqual([]);
  });

  test("is deferred while the precondition is not met, and set by the first update after it is met", async () => {
    const { service, state, change, preview } = await made(crate, { seal: "wax" });
    expect((await preview({ ...declared, seal: "wax" })).changes).toEqual([]);
    const closed = await change({ ...declared, seal: "wax", color: "blue" });
    expect(service.bodies).toEqual([{ color: "blue" }]);
    expect(closed.state["heldBack"]).toEqual(["seal"]);

    await service.update("o1", "b1", { isOpen: true });
    service.bodies.length = 0;
    expect((await preview({ ...declared, seal: "wax" }, state)).changes).toEqual([
      { path: "seal", kind: "change", effect: "update", secret: false, reason: "was deferred and can be set now" },
    ]);
    const opened = await change({ ...declared, seal: "wax", color: "blue" }, closed.state);
    expect(service.bodies).toEqual([{ seal: "wax" }]);
    expect(opened.state).not.toHaveProperty("heldBack");
    expect((await preview({ ...declared, seal: "wax", color: "blue" }, opened.state)).changes).toEqual([]);
  });
});

describe("an input with a call of its own", () => {
  const set: unknown[] = [];
  const painted = fakeBox({
    toWire: ({ organizationId: _owner, isProtected: _steers, ...body }, was) => ({
      ...body,
      was: was === undefined ? null : [was.wire["name"], was.state["name"]],
    }),
    ops: {
      ...fakeBox().ops,
      setters: {
        color: async (service: FakeService, at, to, { wire, state }) => {
          set.push([to, wire["name"], state["color"]]);
          await service.update(String(at["organizationId"]), String(at["boxId"]), { color: to });
          return undefined;
        },
      },
    },
  });

  test("is changed after the others, each by its own request, and looked at where the answer shows nothing", async () => {
    const { service, change } = await made(painted);
    expect(service.row("b1")).toMatchObject({ color: "red", was: null });
    const { state } = await change({ ...declared, name: "b", color: "blue" });
    expect(service.calls).toEqual(["read b1", "update b1", "update b1", "read b1"]);
    expect(service.bodies).toEqual([{ name: "b", was: ["a", "a"] }, { color: "blue" }]);
    expect(set).toEqual([["blue", "b", "red"]]);
    expect(state).toMatchObject({ name: "b", color: "blue" });
  });

  test("is sent once more when its answer was lost and nothing changed, and no third time", async () => {
    const { service, change } = await made(painted);
    service.next("update", { error: lostAnswer() });
    await change({ ...declared, color: "blue" });
    expect(service.bodies).toEqual([{ color: "blue" }, { color: "blue" }]);
    service.next("update", { error: lostAnswer() }, { error: lostAnswer() });
    expect((await failureOf(change({ ...declared, color: "grey" }))).message).toContain("The answer was lost");
    expect(service.bodies).toHaveLength(4);
  });
});
