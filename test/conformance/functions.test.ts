import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { functions } from "../../src/functions/index.ts";
import { isOptional } from "../../src/model/field.ts";
import { type AnyFunction, argumentsOf, CONFIRM, planOf, resultOf } from "../../src/model/function.ts";
import { callFunction, checkArguments } from "../../src/lifecycle/driver.ts";
import { UNKNOWN } from "../../src/model/unknown.ts";
import { DOCUMENTED_SCOPES } from "../../src/sandbox/index.ts";
import { callWith, confirmed, problemsOf } from "../support/functions/function-world.ts";
import { FUNCTION_ROWS, strayNames } from "../support/functions/rows.ts";
import { absentIn, describeFunctions, failureOf, rowsIn, wrongValueOf } from "../support/functions/table.ts";

test("has one row for every function and none beside", () => {
  expect(strayNames(functions, FUNCTION_ROWS)).toEqual([]);
});

test("names a function that was left out, and a row that stands for none", () => {
  const { getPerson: _left, ...rest } = FUNCTION_ROWS;
  const row = FUNCTION_ROWS["getPerson"];
  if (row === undefined) throw new Error("no row for getPerson");
  expect(strayNames(functions, { ...rest, getNobody: row })).toEqual(["getPerson", "getNobody"]);
});

/** What the row says of the dialect at hand, where it departs from the others. */
const isFailing = (row: (typeof FUNCTION_ROWS)[string], dialect: "documented" | "live") => {
  const departure = row.departs?.[dialect];
  return departure !== undefined && "fails" in departure;
};

describeFunctions((bench) => {
  const { definition, row, dialect } = bench;
  const declared = argumentsOf(definition);
  const required = declared.filter(([name, rules]) => !isOptional(rules) && name !== CONFIRM);
  const typed = declared.flatMap(([name]) => {
    const wrong = wrongValueOf(definition, name);
    return wrong === undefined ? [] : [{ name, ...wrong }];
  });
  const pathsFor = (args: Readonly<Record<string, unknown>>) => problemsOf(definition, args).map(({ path }) => path);
  const silence = () => expect(bench.world.sandbox.control.requests()).toEqual([]);

  test("tells by its path which argument is missing, of the wrong type or not declared, and sends nothing", () => {
    const { world } = bench;
    const args = confirmed(definition, row.args(world.scene));
    expect(problemsOf(definition, args)).toEqual([]);
    for (const [name] of required) {
      const { [name]: _missing, ...others } = args;
      expect(pathsFor(others)).toContain(name);
    }
    for (const { name, value } of typed) {
      const wrong = problemsOf(definition, { ...args, [name]: value });
      expect(wrong.map(({ path }) => path.split(/[.[]/u)[0])).toContain(name);
    }
    const [[first] = [""]] = declared;
    const [misspelt] = problemsOf(definition, { ...args, [`${first}s`]: "x" });
    const suggestion = `is not a field of ${definition.name}; did you mean \`${first}\`?`;
    expect(misspelt).toEqual({ path: `${first}s`, reason: suggestion });
    silence();
  });

  test("takes arguments that are not known yet for what they may become", () => {
    const args = confirmed(definition, row.args(bench.world.scene));
    for (const name of Object.keys(args)) expect(problemsOf(definition, { ...args, [name]: UNKNOWN })).toEqual([]);
    silence();
  });

  test("gives what it declares, no less and nothing else", async () => {
    const { world } = bench;
    const { scene } = world;
    const before = await row.effect?.look(world);
    const outcome = callWith(definition, row.args(scene), world.context());
    const departure = row.departs?.[dialect];
    if (departure !== undefined && "fails" in departure) {
      const error = await failureOf(outcome);
      expect(error.message).toMatch(new RegExp(`^Could not call ${definition.name}\n`, "u"));
      expect(error.message).toMatch(departure.fails);
      return;
    }
    const rows = rowsIn(definition, await outcome);
    const shape = z.strictObject(Object.fromEntries(resultOf(definition).map(([name, { schema }]) => [name, schema])));
    for (const one of rows) expect(shape.safeParse(one).error?.issues ?? []).toEqual([]);
    const wanted = (departure ?? row).gives(scene);
    expect(rows).toMatchObject(Array.isArray(wanted) ? wanted : [wanted]);
    if (rows.length > 0) expect(absentIn(definition, rows)).toEqual([...((departure ?? row).absent ?? [])].toSorted());
    if (row.effect === undefined) return;
    const after = await row.effect.look(world);
    expect(after).not.toEqual(before);
    expect({ after }).toMatchObject({ after: row.effect.after(scene) });
  });

  test("makes every client call that it names, and no write beside them", async () => {
    const { world } = bench;
    const calls: string[] = [];
    for (const args of [row.args(world.scene), ...(row.others?.(world.scene) ?? [])]) {
      world.reset();
      // Whatever it ends in: the call was made.
      await callWith(definition, args, world.context({ calls })).catch(() => undefined);
    }
    expect(definition.operations.filter((name) => !calls.includes(name))).toEqual([]);
    const beside = calls.filter((name) => !definition.operations.includes(name));
    expect(beside.filter((name) => !READS.has(name.split(".")[1] ?? ""))).toEqual([]);
  });
});

/** Calls that change nothing, by which functions look around. */
const READS = new Set(["get", "list"]);

/** Everything that a key may be allowed, but for one scope; who may write may read. */
const allBut = (scope: string) => {
  const noun = scope.split(":")[0] ?? "";
  const without = scope.endsWith(":read") ? [`${noun}:read`, `${noun}:write`] : [scope];
  return DOCUMENTED_SCOPES.filter((one) => !without.includes(one));
};

describeFunctions(
  (bench) => {
    const { definition, row, dialect } = bench;
    test("needs no scope but its own", async () => {
      const { world, args } = bench;
      const context = world.context({ scopes: definition.scopes });
      const outcome = callWith(definition, args, context);
      if (isFailing(row, dialect)) {
        expect((await failureOf(outcome)).message).not.toContain("scope");
      } else {
        await expect(outcome).resolves.toBeInstanceOf(Object);
      }
    });

    test.each(definition.scopes)("names the scope %s when the key lacks it", async (scope) => {
      const { world, args } = bench;
      const isAsked = row.unasked?.scopes.includes(scope) !== true;
      const outcome = callWith(definition, args, world.context({ scopes: allBut(scope) }));
      if (!isAsked) {
        await expect(outcome).resolves.toBeInstanceOf(Object);
        return;
      }
      const { message } = await failureOf(outcome);
      expect(message).toMatch(new RegExp(`^Could not (?:call|list) `, "u"));
      expect(message).toContain(`Give the API key the scope ${scope}, or use another key.`);
    });
  },
  ({ scopes }) => scopes.length > 0,
);

describeFunctions(
  (bench) => {
    const { definition, row, dialect } = bench;
    test("explains that keys with scopes may not ask, and names the way round", async () => {
      const { world, args } = bench;
      const before = await row.effect?.look(world);
      const { message } = await failureOf(callWith(definition, args, world.context({ scopes: DOCUMENTED_SCOPES })));
      if (row.departs?.[dialect] !== undefined && isGone(row, dialect)) {
        expect([definition.alternative, definition.knownFailure]).toContain(message.split("\n").at(-1));
      } else {
        expect(message).toMatch(REFUSAL);
        expect(message.split("\n").at(-1)).toBe(definition.alternative);
      }
      expect(await row.effect?.look(world)).toEqual(before);
    });
  },
  ({ scopes }) => scopes.length === 0,
);

/** The two ways in which the service refuses keys with scopes; the second scope is one that no such key can be given. */
const REFUSAL =
  /403 (?:key_not_allowed|permission_denied) .*(?:does not support Personal API Key access|scope 'team:read')/u;

/** Where the service has no such call, it cannot say who may make it. */
function isGone(row: (typeof FUNCTION_ROWS)[string], dialect: "documented" | "live"): boolean {
  return /takes the word for the id/u.test(row.departs?.[dialect]?.because ?? "");
}

describeFunctions(
  (bench) => {
    const { definition, row } = bench;
    test("wants a confirmation in words or by the count, and sends nothing before", async () => {
      const { world, args } = bench;
      const confirmation = definition.confirmation?.(args);
      if (confirmation === undefined) throw new Error(`${definition.name} has no confirmation`);
      const { words, count } = confirmation;
      const wrong = [undefined, "yes", words.toUpperCase(), `${words} `, "0"];
      for (const confirm of wrong) {
        const [problem, ...others] = problemsOf(definition, { ...args, confirm });
        expect(problem).toMatchObject({ path: CONFIRM });
        expect(problem?.reason).toContain(JSON.stringify(words));
        expect(others).toEqual([]);
      }
      const right = [words, ...(count === undefined ? [] : [String(count)])];
      for (const confirm of right) expect(problemsOf(definition, { ...args, confirm })).toEqual([]);
      expect(world.sandbox.control.requests()).toEqual([]);
    });

    test("is refused before any request where an engine did not look at the confirmation", async () => {
      const { world, args } = bench;
      const unconfirmed = { ...confirmed(definition, args), [CONFIRM]: "something else" };
      const error = await failureOf(callFunction(definition, unconfirmed, world.context()));
      expect(error).toMatchObject({ code: "arguments_invalid" });
      expect(error.message).toContain("confirm: must be");
      expect(world.sandbox.control.requests()).toEqual([]);
    });
  },
  ({ effect }) => effect === "destructive",
);

describe.each(functions.map((definition) => [definition.name, definition] as const))("the declaration %s", (_, one) => {
  test("is complete and agrees with itself", () => {
    expect(one.name).toMatch(VERB_FIRST);
    expect(one.doc).toMatch(/^[A-Z].*\.$/u);
    expect(one.doc.match(/\.(?=\s|$)/gu)).toHaveLength(1);
    expect([one.run, one.rows, one.finds, one.lists].filter((way) => way !== undefined)).toHaveLength(1);
    expect(one.confirmation !== undefined).toBe(one.effect === "destructive");
    expect(one.lookUp !== undefined).toBe(one.repeat === "lookup");
    expect(one.alternative !== undefined).toBe(one.scopes.length === 0);
    if (one.effect === "read") expect([one.repeat, one.plan]).toEqual(["safe", undefined]);
    for (const [, { doc }] of [...argumentsOf(one), ...resultOf(one)]) expect(doc).toMatch(/^\S.*\.$/su);
    expect(Object.keys(one.example).filter((name) => !(name in one.arguments))).toEqual([]);
  });

  test("has an example that can be called", () => {
    expect(problemsOf(one, confirmed(one, one.example))).toEqual([]);
  });

  test("says what it would do, and nothing secret", () => {
    if (one.effect === "read") return;
    const plan = planOf(one, checkArguments(one, one.example, { howToSet: () => "" }).inputs);
    expect(plan).toMatch(/^would [a-z].*[^.]$/u);
    expect(plan).not.toContain("undefined");
    const secrets = secretArguments(one).map((name) => String(one.example[name]));
    expect(secrets.filter((secret) => plan.includes(secret))).toEqual([]);
  });
});

const VERB_FIRST =
  /^(?:add|backfill|bulk|check|complete|delete|get|list|pause|query|reset|split|unpause|update|upgrade|verify)[A-Z][A-Za-z]+$/u;

function secretArguments(definition: AnyFunction): string[] {
  return argumentsOf(definition).flatMap(([name, { secret }]) => (secret === true ? [name] : []));
}
