import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import { defaultOf, isOptional } from "../../src/model/field.ts";
import { argumentsOf } from "../../src/model/function.ts";
import type { Values } from "../../src/model/json-value.ts";
import { type Shape, shapeOf } from "../../src/model/shape.ts";
import { callWith } from "../support/functions/function-world.ts";
import { describeFunctions, type FunctionFixture } from "../support/functions/table.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import { RECORDS, RequestLog } from "../support/recorded-requests.ts";
import { sentDuring } from "../support/request-record.ts";

/**
 * Every request of every function, in order and with its body: of a call, and of one whose first write is carried out
 * without an answer. `ORGFORM_RECORD_REQUESTS=1 npx jest test/conformance/function-requests` writes them again.
 */
const FOLDER = join(__dirname, "function-requests");

const RECORDED = TABLE_DIALECTS.filter((dialect) => dialect !== "documented");
const LOGS = new Map<Dialect, RequestLog>(
  RECORDED.map((dialect) => [dialect, new RequestLog(join(FOLDER, `${dialect}.txt`))]),
);

/** The requests of a call, whatever its result. */
async function ofCall({ definition, world }: FunctionFixture, args: Values): Promise<string[]> {
  const context = world.context();
  return sentDuring(() => callWith(definition, args, context).catch(() => undefined));
}

/** The arguments with each optional switch and choice given in turn, with a value that is not the default. */
function turnsOf({ definition, args }: FunctionFixture): readonly (readonly [string, Values])[] {
  return argumentsOf(definition).flatMap(([name, rules]) => {
    const { type, enum: words = [] }: Shape = shapeOf(rules);
    const usual = defaultOf(rules);
    const values = type === "boolean" ? [usual !== true] : words.filter((word) => word !== usual).slice(-1);
    return name in args || !isOptional(rules)
      ? []
      : values.map((value) => [`${name} ${JSON.stringify(value)}`, { ...args, [name]: value }] as const);
  });
}

async function ofUnanswered(fixture: FunctionFixture): Promise<string[]> {
  for (const method of ["POST", "PATCH", "PUT", "DELETE"])
    fixture.world.sandbox.control.addFault({ kind: "reset-after", method, nth: 1, times: 1 });
  return ofCall(fixture, fixture.args);
}

// The documented dialect, which only a run in full has, is a contract without a service: its bodies aren't recorded.
describeFunctions(
  (fixture) => {
    const { definition, dialect, row } = fixture;
    const log = LOGS.get(dialect);

    test("sends what is recorded", async () => {
      const others = row.others?.(fixture.world.seeded) ?? [];
      const calls = [fixture.args, ...others];
      for (const [index, args] of calls.entries()) {
        fixture.world.reset();
        const step = index === 0 ? definition.name : `${definition.name}, called otherwise (${index})`;
        const section = log?.note(step, await ofCall(fixture, args));
        expect(section).toBe(RECORDS ? section : log?.before.get(step));
      }
    });

    test("sends what is recorded for each of its switches and choices", async () => {
      for (const [what, args] of turnsOf(fixture)) {
        fixture.world.reset();
        const step = `${definition.name} with ${what}`;
        const section = log?.note(step, await ofCall(fixture, args));
        expect(section).toBe(RECORDS ? section : log?.before.get(step));
      }
    });

    if (definition.effect === "read") return;
    test("sends what is recorded where its first write is carried out and not answered", async () => {
      const step = `${definition.name}, whose first write is not answered`;
      const section = log?.note(step, await ofUnanswered(fixture));
      expect(section).toBe(RECORDS ? section : log?.before.get(step));
    });
  },
  (_definition, _row, dialect) => LOGS.has(dialect),
);

afterAll(() => {
  for (const log of LOGS.values()) log.write();
});

test("there is a record for each dialect, and none beside", () => {
  expect(RECORDS ? [] : readdirSync(FOLDER).toSorted()).toEqual(
    RECORDS ? [] : RECORDED.map((one) => `${one}.txt`).toSorted(),
  );
});
