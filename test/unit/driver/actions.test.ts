import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { drift, find, plan, read, reconcile, remove } from "../../../src/driver/driver.ts";
import { actionResource, type ValueForm } from "../../../src/model/action.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { AnyFunction } from "../../../src/model/function.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message, printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";

/** The form of a made-up engine: texts begin with its mark, and nothing else is changed. */
const MARK = "engine: ";
const form: ValueForm = {
  fieldOf: (rules) => rules,
  read: (_rules, value) => (typeof value === "string" ? value.replace(MARK, "") : value),
  write: (_rules, value) => (typeof value === "string" ? `${MARK}${value}` : value),
};

/** A function that paints the boxes of a color, and its action; each call is noted. */
function painting(changes: Partial<AnyFunction> = {}) {
  const calls: Values[] = [];
  const paint: AnyFunction = {
    name: "paintBoxes",
    doc: "Paints boxes.",
    notes: ["It dries."],
    effect: "write",
    repeat: "safe",
    scopes: ["box:write"],
    operations: [],
    arguments: {
      color: field(z.string(), { doc: "Color." }),
      coats: field(z.number().default(1), { doc: "Coats." }),
      shop: field(z.string().optional(), { doc: "Shop.", secret: true }),
    },
    result: {
      painted: field(z.number(), { doc: "How many." }),
      by: field(z.string(), { doc: "Who." }),
      note: field(z.string().optional(), { doc: "Note." }),
    },
    example: { color: "red" },
    run: (args: Values) => {
      calls.push(args);
      return Promise.resolve({ painted: calls.length, by: "ann", note: null });
    },
    ...changes,
  };
  const definition = actionResource(paint, form);
  const driver = startDriver({});
  driver.clock.advance(Date.parse("2026-11-20T10:00:00.417Z"));
  const ensure = (inputs: Values, prior?: { id: string; state: Values }) =>
    reconcile(definition, inputs, driver.context, prior);
  return { paint, definition, calls, driver, ensure };
}

const RED = { color: "engine: red", coats: 2, triggers: { day: "monday" } };

describe("an action", () => {
  test("is named after its function, and made of its arguments, which never update anything, and triggers", () => {
    const { definition } = painting();
    expect(definition.name).toBe("PaintBoxes");
    expect(printed(definition.doc)).toBe("Paints boxes. Runs once when it's created, and again if `triggers` change.");
    expect(definition.notes[0]).toBe("It dries.");
    expect(definition.notes).toHaveLength(2);
    expect(definition.example).toEqual({ color: "engine: red" });
    expect(definition.scopes).toEqual({ read: [], write: ["box:write"] });
    expect(fieldsOf(definition, "inputs").map(([name, { onChange }]) => [name, onChange])).toEqual([
      ["color", "none"],
      ["coats", "none"],
      ["shop", "none"],
      ["triggers", undefined],
    ]);
    const secrets = fieldsOf(definition, "outputs").map(([name, { secret }]) => [name, secret]);
    expect(secrets).toEqual([
      ["ranAt", undefined],
      ["result", undefined],
      ["stateVersion", undefined],
    ]);
    const telling = painting({ result: { key: field(z.string(), { doc: "Key.", secret: true }) } }).definition;
    expect(fieldsOf(telling, "outputs").filter(([, { secret }]) => secret === true)).toMatchObject([["result", {}]]);
  });

  test("calls its function at first, again if a trigger changes, and for nothing else", async () => {
    const { definition, calls, driver, ensure } = painting();
    const made = await ensure(RED);
    const outputs = { ranAt: "2026-11-20T10:00:00.417Z", result: { painted: 1, by: "engine: ann" }, stateVersion: 1 };
    expect(made).toEqual({ id: expect.any(String), inputs: RED, state: { ...RED, ...outputs } });
    expect(calls).toStrictEqual([{ color: "red", coats: 2, triggers: RED.triggers }]);

    driver.clock.advance(60_000);
    const blue = { ...RED, color: "engine: blue" };
    const stored = await ensure(blue, made);
    expect(stored).toEqual({ id: made.id, inputs: blue, state: { ...blue, ...outputs } });
    const refreshed = await read(definition, stored.id, stored.state, driver.context);
    expect(refreshed).toEqual({ ...stored, observed: stored.state });
    const recorded = { ...stored, unreadable: [], fingerprints: {} };
    expect(await drift(definition, recorded, driver.context)).toMatchObject({ kind: "unchanged", properties: [] });
    expect(calls).toHaveLength(1);

    const again = await ensure({ ...blue, triggers: { day: "tuesday" } }, stored);
    expect(again.id).toBe(made.id);
    expect(again.state).toMatchObject({ ranAt: "2026-11-20T10:01:00.417Z", result: { painted: 2 } });
    expect(calls[1]).toEqual({ color: "blue", coats: 2, triggers: { day: "tuesday" } });

    await remove(definition, made.id, again.state, driver.context);
    expect(calls).toHaveLength(2);
    expect((await ensure(RED)).id).not.toBe(made.id);
  });

  test("that fails leaves the last run in the state", async () => {
    const failing = painting({ run: () => Promise.reject(apiError({ category: "permission", status: 403 })) });
    expect((await failureOf(failing.ensure(RED))).message).toMatch(/^Could not call paintBoxes\n.*403/u);
  });

  test("can't be imported", async () => {
    const { definition, driver } = painting();
    const failure = await failureOf(find(definition, "any", driver.context));
    expect([failure["code"], failure.message]).toEqual([
      "no_such_id",
      "PaintBoxes cannot be imported\nIt's a function call, so the service stores nothing to import. Declare it, and it runs once.",
    ]);
  });
});

describe("an action that can't be undone", () => {
  const destructive = {
    effect: "destructive",
    confirmation: ({ coats }: Values) => ({ words: `paint ${String(coats)} coats`, count: 7 }),
    example: { color: "red", coats: 2 },
  } as const;
  const confirmed = { ...RED, confirm: "engine: paint 2 coats" };

  test("is confirmed in its example, and not called where the words are others by now", async () => {
    const { definition, calls, ensure } = painting(destructive);
    expect(definition.example).toMatchObject({ confirm: "engine: paint 2 coats" });
    const failure = await failureOf(ensure({ ...confirmed, coats: 3 }));
    expect([failure["code"], failure.message]).toEqual([
      "arguments_invalid",
      'The arguments of PaintBoxes cannot be used\nconfirm: must be "paint 3 coats" or "7", because this can\'t be undone; found "paint 2 coats"',
    ]);
    expect(calls).toEqual([]);
    await ensure({ ...confirmed, confirm: "engine: 7" });
    expect(calls).toHaveLength(1);
  });

  test.each<[string, Values, Partial<AnyFunction>, readonly string[]]>([
    ["a trigger changes", { triggers: { day: "tuesday" } }, {}, ["it would paint 2 coats"]],
    [
      "a trigger changes, in the words of its own plan",
      { triggers: { day: "tuesday" } },
      { plan: ({ color }: Values) => message`paint it ${String(color)}` },
      ["it would paint it red"],
    ],
    [
      "a trigger changes, and something isn't known yet",
      { triggers: { day: "tuesday" }, coats: UNKNOWN },
      {},
      ["what it does depends on values that are not known yet"],
    ],
    ["no trigger changes", { coats: 3 }, {}, []],
  ])("says in a plan that it runs again where %s", async (_what, changed, changes, told) => {
    const { definition, driver, ensure } = painting({ ...destructive, ...changes });
    const made = await ensure(confirmed);
    const planned = await plan(definition, { ...confirmed, ...changed }, () => driver.context, made);
    const runs = "triggers" in changed;
    const { ranAt, result } = made.state;
    expect(planned.outputs).toEqual({
      ...(runs ? { ranAt: UNKNOWN, result: UNKNOWN } : { ranAt, result }),
      stateVersion: 1,
    });
    expect(planned.replaces).toEqual([]);
    expect(driver.said.map(({ text }) => text)).toEqual(
      told.map(
        (what) =>
          `PaintBoxes runs again\ntriggers changed: ${what}. That cannot be undone. To prevent that, keep triggers unchanged.`,
      ),
    );
  });

  test("is the only one to say so", async () => {
    const { definition, driver, ensure } = painting();
    const made = await ensure(RED);
    await plan(definition, { ...RED, triggers: { day: "tuesday" } }, () => driver.context, made);
    expect(driver.said).toEqual([]);
  });
});
