import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { printed } from "../../src/model/messages.ts";
import { functions } from "../../src/catalog/functions/index.ts";
import { callFunction } from "../../src/driver/driver.ts";
import { secretMembers } from "../../src/model/block.ts";
import { isOptional } from "../../src/model/field.ts";
import { pathText } from "../../src/model/field-path.ts";
import { type AnyFunction, argumentsOf, availabilityOf, CONFIRM, resultOf } from "../../src/model/function.ts";
import { UNKNOWN } from "../../src/model/unknown.ts";
import { callWith, confirmed, problemsOf } from "../support/functions/function-world.ts";
import { failureIn, isUnserved } from "../support/functions/row.ts";
import { FUNCTION_ROWS, strayNames } from "../support/functions/rows.ts";
import {
  absentIn,
  fixtureOf,
  describeFunctions,
  failureOf,
  type FunctionFixture,
  functionNamed,
  rowsIn,
  wrongValueOf,
} from "../support/functions/table.ts";

test("has one row for every function and none beside", () => {
  expect(strayNames(functions, FUNCTION_ROWS)).toEqual([]);
});

test("names a function that was left out, and a row that stands for none", () => {
  const { getPerson, ...rest } = FUNCTION_ROWS;
  if (getPerson === undefined) throw new Error("no row for getPerson");
  expect(strayNames(functions, { ...rest, getNobody: getPerson })).toEqual(["getPerson", "getNobody"]);
});

const isSilent = ({ world }: FunctionFixture): boolean => world.sandbox.control.requests().length === 0;

describeFunctions((fixture) => {
  const { definition, row, dialect } = fixture;
  const declared = argumentsOf(definition);
  const required = declared.filter(([name, rules]) => !isOptional(rules) && name !== CONFIRM);
  const typed = declared.flatMap(([name]) => {
    const wrong = wrongValueOf(definition, name);
    return wrong === undefined ? [] : [{ name, ...wrong }];
  });

  test("tells by its path which argument is missing, of the wrong type or not declared, and sends nothing", () => {
    const args = confirmed(definition, fixture.args);
    expect(problemsOf(definition, args)).toEqual([]);
    for (const [name] of required) {
      const { [name]: _missing, ...others } = args;
      expect(problemsOf(definition, others).map(({ path }) => path)).toContain(name);
    }
    for (const { name, value } of typed) {
      const wrong = problemsOf(definition, { ...args, [name]: value });
      expect(wrong.map(({ path }) => path.split(/[.[]/u)[0])).toContain(name);
    }
    const [[first] = [""]] = declared;
    const [misspelt] = problemsOf(definition, { ...args, [`${first}s`]: "x" });
    const suggestion = `is not a field of ${definition.name}; did you mean \`${first}\`?`;
    expect({ ...misspelt, reason: printed(misspelt?.reason ?? "") }).toEqual({ path: `${first}s`, reason: suggestion });
    expect(isSilent(fixture)).toBe(true);
  });

  test("takes arguments that are not known yet for what they may become", () => {
    const args = confirmed(definition, fixture.args);
    const unknown = Object.keys(args).flatMap((name) => problemsOf(definition, { ...args, [name]: UNKNOWN }));
    expect(unknown).toEqual([]);
    expect(isSilent(fixture)).toBe(true);
  });

  test("makes every client call that it names, and no write beside them", async () => {
    const { world } = fixture;
    const calls: string[] = [];
    for (const args of [fixture.args, ...(row.others?.(world.seeded) ?? [])]) {
      world.reset();
      // Whatever it ends in: the call was made.
      await callWith(definition, args, world.context({ calls })).catch(() => undefined);
    }
    const missed = definition.operations.filter((name) => !calls.includes(name));
    expect(isUnserved(row, dialect) ? missed.slice(1) : missed).toEqual([]);
    const successor = dialect === "2026-09" ? row.successor : undefined;
    expect(successor === undefined || calls.includes(successor)).toBe(true);
    const beside = calls.filter((name) => !definition.operations.includes(name) && name !== successor);
    expect(beside.filter((name) => !READS.has(name.split(".")[1] ?? ""))).toEqual([]);
  });
});

/** Secrets in the looked-up object, which a lookup never shows. */
function secretsInside(definition: AnyFunction): ReadonlySet<string> {
  // A schema without the marks shows the omitted fields.
  const members = resultOf(definition).flatMap(([name, { schema, doc }]) =>
    secretMembers(name, { doc, schema: schema.optional() }),
  );
  return new Set(members.map(({ name }) => name));
}

/** Calls by which functions read, without a change. */
const READS = new Set(["get", "list"]);

describeFunctions(
  (fixture) => {
    const { definition, row, dialect } = fixture;
    const departure = row.departs?.[dialect];
    const { gives, absent = [] } = departure !== undefined && "gives" in departure ? departure : row;

    test("gives what it declares, no less and nothing else", async () => {
      const { world, args } = fixture;
      const rows = rowsIn(definition, await callWith(definition, args, world.context()));
      const shape = z.strictObject(
        Object.fromEntries(resultOf(definition).map(([name, { schema }]) => [name, schema])),
      );
      const secret = secretsInside(definition);
      const issues = rows.flatMap((one) => shape.safeParse(one).error?.issues ?? []);
      expect(issues.filter(({ path }) => !secret.has(pathText(path)))).toEqual([]);
      const wanted = gives(world.seeded);
      expect(rows).toMatchObject(Array.isArray(wanted) ? wanted : [wanted]);
      const isJudged = (name: string): boolean => row.notEverywhere?.includes(name) !== true;
      expect(absentIn(definition, rows).filter(isJudged)).toEqual(absent.filter(isJudged).toSorted());
    });
  },
  (_definition, row, dialect) => failureIn(row, dialect) === undefined,
);

describeFunctions(
  (fixture) => {
    const { definition, row, dialect } = fixture;
    const failure = failureIn(row, dialect) ?? /^$/u;

    test("says what it met where the service lacks it or fails on it", async () => {
      const { world, args } = fixture;
      const { message } = await failureOf(callWith(definition, args, world.context()));
      expect(message.split("\n")[0]).toBe(`Could not call ${definition.name}`);
      const known = definition.knownFailure?.(args) ?? availabilityOf(definition).since;
      expect(known === undefined || !message.endsWith(`\n${printed(known)}`) ? message : undefined).toBeUndefined();
      expect(message).toMatch(failure);
    });
  },
  (_definition, row, dialect) => failureIn(row, dialect) !== undefined,
);

describe("in dialect live, without a project,", () => {
  const world = fixtureOf("2025-08");

  test.each(["backfillBatchExport", "listBatchExportLogs"])(
    "%s names the argument that is needed there",
    async (name) => {
      const { projectId: _left, ...args } = FUNCTION_ROWS[name]?.args(world().seeded) ?? {};
      const { message } = await failureOf(callWith(functionNamed(name), args, world().context()));
      expect(message).toMatch(new RegExp(`^Could not call ${name}\nThe service answered 500 `, "mu"));
      expect(message).toContain("this call fails without a `projectId`.");
    },
  );
});

describeFunctions(
  (fixture) => {
    const { definition, row } = fixture;

    test("has its effect, as the service holds it", async () => {
      const { world, args } = fixture;
      const before = await row.effect?.look(world);
      await callWith(definition, args, world.context());
      const after = await row.effect?.look(world);
      expect(after).not.toEqual(before);
      expect({ after }).toMatchObject({ after: row.effect?.after(world.seeded) });
    });
  },
  // A missing call has no effect. The tests above check its result.
  ({ effect }, row, dialect) => effect !== "read" && failureIn(row, dialect) === undefined,
);

describeFunctions(
  (fixture) => {
    const { definition } = fixture;

    test("wants a confirmation in words or by the count, and sends nothing before", () => {
      const { args } = fixture;
      const confirmation = definition.confirmation?.(args);
      if (confirmation === undefined) throw new Error(`${definition.name} has no confirmation`);
      const { words, count } = confirmation;
      for (const confirm of [undefined, "yes", words.toUpperCase(), `${words} `, "0"]) {
        const [problem, ...others] = problemsOf(definition, { ...args, confirm });
        expect([problem?.path, others]).toEqual([CONFIRM, []]);
        expect(problem?.reason).toContain(JSON.stringify(words));
      }
      const right = [words, ...(count === undefined ? [] : [String(count)])];
      expect(right.flatMap((confirm) => problemsOf(definition, { ...args, confirm }))).toEqual([]);
      expect(isSilent(fixture)).toBe(true);
    });

    test("is refused before any request where nobody looked at the confirmation", async () => {
      const { world, args } = fixture;
      const wrong = { ...confirmed(definition, args), [CONFIRM]: "something else" };
      const error = await failureOf(callFunction(definition, wrong, world.context()));
      expect(error).toMatchObject({ code: "arguments_invalid" });
      expect(error.message).toContain("\nconfirm: must be ");
      expect(isSilent(fixture)).toBe(true);
    });
  },
  ({ effect }) => effect === "destructive",
);

describeFunctions(
  (fixture) => {
    test("a failure is not answered with advice to give what was given", async () => {
      const { definition, world, args } = fixture;
      world.sandbox.control.addFault({ kind: "status", status: 400, body: { detail: "No data yet." }, method: "POST" });
      const failure = await failureOf(
        callWith(definition, { ...args, projectId: world.seeded.projectId }, world.context()),
      );
      expect(failure.message).toContain("No data yet.");
      expect(failure.message).not.toContain("is left out");
    });
  },
  ({ name }) => name === "backfillBatchExport",
);
