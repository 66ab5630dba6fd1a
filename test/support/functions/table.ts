import { afterAll, beforeAll, beforeEach, describe, jest } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { type AnyFunction, argumentsOf, givesRows, resultOf } from "../../../src/model/function.ts";
import type { Values } from "../../../src/model/json-value.ts";
import type { Dialect, LoggedRequest } from "../../../packages/sandbox/src/index.ts";
import { TABLE_DIALECTS } from "../dialects.ts";
import { writesOf } from "../scenario-world.ts";
import { type FunctionWorld, startFunctionWorld } from "./function-world.ts";
import type { FunctionRow } from "./row.ts";
import { FUNCTION_ROWS } from "./rows.ts";

/** One cell of the table: a function against a dialect, the sandbox fresh for every test. */
export interface FunctionFixture {
  readonly definition: AnyFunction;
  readonly row: FunctionRow;
  readonly dialect: Dialect;
  readonly world: FunctionWorld;
  /** Arguments of a real call, but for the confirmation. */
  readonly args: Values;
}

/** Describes tests for every function in every dialect; `only` leaves functions out that have no such case. */
export function describeFunctions(
  body: (fixture: FunctionFixture) => void,
  only: (definition: AnyFunction, row: FunctionRow, dialect: Dialect) => boolean = () => true,
): void {
  for (const dialect of TABLE_DIALECTS) {
    // A function without a row is named by the test of the table itself.
    const cells = functions.flatMap((definition) => {
      const row = FUNCTION_ROWS[definition.name];
      return row === undefined || !only(definition, row, dialect) ? [] : [{ definition, row }];
    });
    if (cells.length === 0) continue;
    describe(`in dialect ${dialect},`, () => {
      const worldOf = fixtureOf(dialect);
      describe.each(cells)("$definition.name", ({ definition, row }) => {
        const fixture: FunctionFixture = {
          definition,
          row,
          dialect,
          get world() {
            return worldOf();
          },
          get args() {
            return row.args(worldOf().seeded);
          },
        };
        body(fixture);
      });
    });
  }
}

/** Registers the hooks that start one sandbox for a group of tests and put it back before each of them. */
export function fixtureOf(dialect: Dialect): () => FunctionWorld {
  let world: FunctionWorld;
  // The sandbox is busy with other work now and then: only a hang fails.
  jest.setTimeout(30_000);
  beforeAll(async () => {
    // The seed is created before the service moves on: the newest service can't create all of it.
    world = await startFunctionWorld(dialect === "2026-09" ? "2025-08" : dialect);
    world.sandbox.control.setDialect(dialect);
  });
  beforeEach(() => world.reset());
  afterAll(async () => world.close());
  return () => world;
}

/** Whether the call's first route no longer exists in the newest service. */
export function hasMoved({ row, dialect }: FunctionFixture): boolean {
  return dialect === "2026-09" && row.successor !== undefined;
}

/** The writes since the log was cleared, but for that which only shows that a route is gone. */
export function heardWrites(fixture: FunctionFixture): LoggedRequest[] {
  return writesOf(fixture.world).filter(({ status }) => !hasMoved(fixture) || status !== 404);
}

/** The function of that name. */
export function functionNamed(name: string): AnyFunction {
  const definition = functions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`There is no function ${name}.`);
  return definition;
}

/** The rows of a function's result; for a function with an object, only that. */
export function rowsIn(definition: AnyFunction, result: Values): readonly Values[] {
  return givesRows(definition) ? (result["items"] as readonly Values[]) : [result];
}

/** Names of the declared result fields that no row has, in the order of the alphabet; without rows nothing is absent. */
export function absentIn(definition: AnyFunction, rows: readonly Values[]): string[] {
  if (rows.length === 0) return [];
  const given = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)));
  return resultOf(definition)
    .map(([name]) => name)
    .filter((name) => !given.has(name))
    .toSorted();
}

const ODD_VALUES: readonly unknown[] = [true, -0.5, { odd: true }, [[]], "", " odd ", null];

/** A value that the argument doesn't accept; undefined for one that accepts any JSON. */
export function wrongValueOf(definition: AnyFunction, name: string): { readonly value: unknown } | undefined {
  const rules = argumentsOf(definition).find(([declared]) => declared === name)?.[1];
  const value = ODD_VALUES.find((odd) => rules?.schema.safeParse(odd).success === false);
  return value === undefined ? undefined : { value };
}

/** The error of a rejected promise. */
export async function failureOf(call: Promise<unknown>): Promise<Error & { readonly code?: string }> {
  const outcome: unknown = await call.then(
    (result) => result,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error(`expected a failure; got ${JSON.stringify(outcome)}`);
}
