import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { actionOf, actions } from "../../src/app/actions.ts";
import { isAnyJson } from "../../src/model/any-json.ts";
import { functions } from "../../src/catalog/functions/index.ts";
import { check, find, plan, read, reconcile, remove } from "../../src/driver/driver.ts";
import { type AnyResource, fieldsOf, STATE_VERSION } from "../../src/model/definition.ts";
import { type AnyFunction, resultOf, argumentsOf } from "../../src/model/function.ts";
import type { Values } from "../../src/model/json-value.ts";
import { printed, type Text } from "../../src/model/messages.ts";
import { RAN_AT, RESULT, TRIGGERS } from "../../src/model/action.ts";
import { type CallerOptions, confirmed } from "../support/functions/function-world.ts";
import { memoryIdempotency } from "../support/functions/memory-idempotency.ts";
import { failureIn } from "../support/functions/row.ts";
import { NOW } from "../support/functions/seeded.ts";
import {
  describeFunctions,
  failureOf,
  type FunctionFixture,
  functionNamed,
  heardWrites,
} from "../support/functions/table.ts";
import { writesOf } from "../support/scenario-world.ts";

test("there is one for every function that writes, named after it, and none for those that read", () => {
  const writing = functions.filter(({ effect }) => effect !== "read").map(({ name }) => name);
  expect(actions.map(({ name }) => name)).toEqual(writing.map((name) => name.charAt(0).toUpperCase() + name.slice(1)));
});

/** Inputs as engines pass them: any JSON is a JSON string. */
function inputsOf(definition: AnyFunction, args: Values): Values {
  const rules = new Map(argumentsOf(definition));
  const entries = Object.entries(confirmed(definition, args));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const argument = rules.get(name);
      return [name, argument !== undefined && isAnyJson(argument) ? JSON.stringify(value) : value];
    }),
  );
}

/** Checks like an unconfigured engine, which sends no requests. */
async function checked(resource: AnyResource, inputs: Values): Promise<Values> {
  const never = () => {
    throw new Error("a check of a run-once resource without a configuration needs nothing of the service");
  };
  const options = { settings: { howToSet: String }, held: undefined, isOffline: true };
  const outcome = await check(resource, inputs, options, never);
  expect(outcome.problems).toEqual([]);
  return outcome.inputs;
}

/** A resource that was created, which ran it. */
async function created(fixture: FunctionFixture, more: Values = {}, options: CallerOptions = {}) {
  const { definition, world, args } = fixture;
  const resource = actionOf(definition);
  const inputs = await checked(resource, { ...inputsOf(definition, args), ...more });
  const stored = await reconcile(resource, inputs, world.context(options));
  return { ...stored, resource, inputs };
}

describeFunctions(
  (fixture) => {
    const { definition, row } = fixture;
    const isCancelled = (): boolean => fixture.world.sandbox.control.requests().length === 0;

    test("runs when it is created, and stores its inputs and a receipt", async () => {
      const { world } = fixture;
      const { resource, inputs, id, state } = await created(fixture, { [TRIGGERS]: { ticket: "4711" } });
      if (row.effect === undefined) throw new Error(`the row of ${definition.name} has no effect`);
      expect({ after: await row.effect.look(world) }).toMatchObject({ after: row.effect.after(world.seeded) });
      expect(id).toMatch(/^[0-9a-f-]{36}$/u);
      expect(state).toEqual({
        ...inputs,
        [RAN_AT]: new Date(NOW).toISOString(),
        [RESULT]: state[RESULT],
        [STATE_VERSION]: 1,
      });
      const outputs = z.object(
        Object.fromEntries(fieldsOf(resource, "outputs").map(([name, { schema }]) => [name, schema])),
      );
      expect(outputs.safeParse(state).error?.issues ?? []).toEqual([]);
      const declared = resultOf(definition).map(([name]) => name);
      expect(Object.keys(state[RESULT] as Values).filter((name) => !declared.includes(name))).toEqual([]);
    });

    test("does not run again while its triggers stay, whatever else changes", async () => {
      const { world } = fixture;
      const first = await created(fixture, { [TRIGGERS]: { ticket: "4711" } });
      const changed = { ...first.inputs, projectId: "4712", organizationId: "01912345-4567-7abc-8def-456789abcdef" };
      world.sandbox.control.clearRequests();
      const context = world.context();
      const same = await plan(first.resource, first.inputs, () => context, { id: first.id, state: first.state });
      expect([same.changes, same.replaces]).toEqual([[], []]);
      const { changes, replaces } = await plan(first.resource, changed, () => context, {
        id: first.id,
        state: first.state,
      });
      expect([new Set(changes.map(({ effect }) => effect)), replaces]).toEqual([new Set(["store"]), []]);
      const { state } = await reconcile(first.resource, changed, context, { id: first.id, state: first.state });
      expect(state[RAN_AT]).toBe(first.state[RAN_AT]);
      expect(state[RESULT]).toEqual(first.state[RESULT]);
      expect(isCancelled()).toBe(true);
    });

    test("runs again when a trigger changes, in place", async () => {
      const { world } = fixture;
      const first = await created(fixture, { [TRIGGERS]: { ticket: "4711" } });
      world.reset();
      const inputs = { ...first.inputs, [TRIGGERS]: { ticket: "4712" } };
      const warnings: string[] = [];
      const context = world.context();
      const told = { ...context, report: { ...context.report, warn: (text: Text) => warnings.push(printed(text)) } };
      const { changes, replaces } = await plan(first.resource, inputs, () => told, {
        id: first.id,
        state: first.state,
      });
      expect([changes.map(({ path, effect }) => [path, effect]), replaces]).toEqual([[[TRIGGERS, "update"]], []]);
      // What destroys something says so before it does it once more.
      const isDestructive = definition.confirmation !== undefined;
      expect(warnings.filter((text) => /^\w+ runs again\ntriggers changed: it would \w+/u.test(text))).toHaveLength(
        isDestructive ? 1 : 0,
      );
      expect(isCancelled()).toBe(true);
      const again = await reconcile(first.resource, inputs, context, { id: first.id, state: first.state });
      expect({ after: await row.effect?.look(world) }).toMatchObject({ after: row.effect?.after(world.seeded) });
      expect([again.id, again.state[TRIGGERS]]).toEqual([first.id, { ticket: "4712" }]);
    });

    test("keeps its receipt through a refresh and is forgotten when it is removed, without a request", async () => {
      const { world } = fixture;
      const { resource, id, state, inputs } = await created(fixture);
      world.sandbox.control.clearRequests();
      expect(await read(resource, id, state, world.context())).toMatchObject({ id, state, inputs });
      await remove(resource, id, state, world.context());
      const error = await failureOf(find(resource, id, world.context()));
      expect(error).toMatchObject({ code: "no_such_id" });
      expect(error.message).toContain("Declare it, and it runs once.");
      expect(isCancelled()).toBe(true);
    });

    test("holds nothing about persons but what its inputs held", async () => {
      const { state, inputs } = await created(fixture);
      const known = JSON.stringify(inputs).toLowerCase();
      const words = JSON.stringify(state)
        .toLowerCase()
        .match(/[\w.+-]+@[\w.-]+|\b(?:ada|bob|grace|ann|founder)\b[\w-]*/gu);
      expect((words ?? []).filter((word) => !known.includes(word))).toEqual([]);
    });

    test("refuses what the function refuses, by its path, before any request", async () => {
      const { world, args } = fixture;
      const resource = actionOf(definition);
      const problemsWith = async (more: Values) => {
        const settings = { howToSet: String };
        const never = () => world.context();
        const inputs = { ...inputsOf(definition, args), ...more };
        return (await check(resource, inputs, { settings, held: undefined }, never)).problems.map(({ path }) => path);
      };
      expect(await problemsWith({ [TRIGGERS]: { ticket: 4711 } })).toEqual(["triggers.ticket"]);
      expect(await problemsWith({ trigger: { ticket: "4711" } })).toEqual(["trigger"]);
      const paths = definition.effect === "destructive" ? ["confirm"] : [];
      expect(await problemsWith(definition.effect === "destructive" ? { confirm: "0" } : {})).toEqual(paths);
      expect(isCancelled()).toBe(true);
    });
  },
  // A missing function never ran.
  ({ effect }, row, dialect) => effect !== "read" && failureIn(row, dialect) === undefined,
);

describeFunctions(
  (fixture) => {
    test("is made once although its state was lost, and once more for each change of its triggers", async () => {
      const { world, definition } = fixture;
      const idempotency = memoryIdempotency();
      const first = await created(fixture, {}, { idempotency });
      world.sandbox.control.clearRequests();
      const resource = actionOf(definition);
      const inputs = await checked(resource, inputsOf(definition, fixture.args));
      const again = reconcile(resource, inputs, world.context({ idempotency }));
      const outcome = await again.then(
        ({ state }) => state[RESULT],
        (error: { code?: string }) => error.code,
      );
      // A secret result isn't stored, so the second call can't return it.
      expect(outcome).toEqual(definition.name === "resetProjectToken" ? "call_repeated" : first.state[RESULT]);
      expect(writesOf(world)).toEqual([]);
      const triggered = { ...inputs, [TRIGGERS]: { ticket: "4712" } };
      await reconcile(resource, triggered, world.context({ idempotency }));
      expect(heardWrites(fixture)).toHaveLength(1);
    });
  },
  ({ repeat }) => repeat === "once",
);

describe("the receipt", () => {
  const token = actionOf(functionNamed("resetProjectToken"));
  const pause = actionOf(functionNamed("pauseBatchExport"));
  const nothing = undefined as never;

  test("is secret as a whole where a part of it is, and open elsewhere", () => {
    const isSecret = (resource: AnyResource) => new Map(fieldsOf(resource, "outputs")).get(RESULT)?.secret === true;
    expect([isSecret(token), isSecret(pause)]).toEqual([true, false]);
  });

  test("of an earlier version is brought to the present shape when it is read", async () => {
    const newer: AnyResource = {
      ...pause,
      stateVersion: 2,
      migrations: { 1: ({ old, ...state }) => ({ ...state, exportId: old, [STATE_VERSION]: 2 }) },
    };
    const state = { old: "e-1", [RAN_AT]: new Date(NOW).toISOString(), [RESULT]: { paused: true }, [STATE_VERSION]: 1 };
    const found = await read(newer, "r-1", state, nothing);
    expect(found?.state).toMatchObject({ exportId: "e-1", [RESULT]: { paused: true }, [STATE_VERSION]: 2 });
    expect(found?.inputs).toEqual({ exportId: "e-1" });
  });

  test("of a later version is refused", async () => {
    const error = await failureOf(read(pause, "r-1", { [STATE_VERSION]: 2 }, nothing));
    expect(error).toMatchObject({ code: "state_from_newer_version" });
  });
});
