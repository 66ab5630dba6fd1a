import { expect, test } from "@jest/globals";

import type { AnyFunction } from "../../src/model/function.ts";
import type { Values } from "../../src/model/json-value.ts";
import { printed } from "../../src/model/messages.ts";
import { DOCUMENTED_SCOPES } from "../../packages/sandbox/src/index.ts";
import { SEEDED_SCOPES } from "../../packages/sandbox/src/seed.ts";
import { callWith } from "../support/functions/function-world.ts";
import { failureIn, type FunctionRow, isUnserved } from "../support/functions/row.ts";
import { describeFunctions, failureOf } from "../support/functions/table.ts";

/** All scopes except one. A write scope includes reading. */
function allBut(scope: string): readonly string[] {
  const noun = scope.split(":")[0] ?? "";
  const without = scope.endsWith(":read") ? [`${noun}:read`, `${noun}:write`] : [scope];
  return SEEDED_SCOPES.filter((one) => !without.includes(one));
}

/** The declared scopes that the call requires. */
const askedOf = ({ scopes }: AnyFunction, { unasked }: FunctionRow): string[] =>
  scopes.filter((scope) => unasked?.scopes.includes(scope) !== true);

describeFunctions(
  (fixture) => {
    const { definition, row, dialect } = fixture;

    test("needs no scope but its own", async () => {
      const { world, args } = fixture;
      const scopes = [...definition.scopes, ...(row.scopesIn?.[dialect] ?? [])];
      const ended = await callWith(definition, args, world.context({ scopes })).catch(String);
      // Where the service fails, it fails later than by looking at the scopes.
      expect(JSON.stringify(ended)).not.toMatch(/answered 403|missing required scope/u);
    });
  },
  ({ scopes }, row, dialect) => scopes.length > 0 && row.refusesScopes?.[dialect] === undefined,
);

describeFunctions(
  (fixture) => {
    test("says that no key with scopes may call it", async () => {
      const { definition, world, args } = fixture;
      const { message } = await failureOf(callWith(definition, args, world.context({ scopes: DOCUMENTED_SCOPES })));
      expect(message).toContain("\nThe service answered 403 key_not_allowed to ");
      expect(message).toContain("use a key without scope restrictions.");
    });
  },
  (_definition, row, dialect) => row.refusesScopes?.[dialect] !== undefined,
);

describeFunctions(
  (fixture) => {
    const { definition, row } = fixture;

    test.each(askedOf(definition, row))("names the scope %s when the key lacks it", async (scope) => {
      const { world, args } = fixture;
      const { message } = await failureOf(callWith(definition, args, world.context({ scopes: allBut(scope) })));
      expect(message.split("\n")[0]).toBe(`Could not call ${definition.name}`);
      expect(message).toContain(`Give the API key the scope ${scope}, or use another key.`);
    });
  },
  // Without the route, the service doesn't check the key.
  (definition, row, dialect) =>
    askedOf(definition, row).length > 0 && !isUnserved(row, dialect) && row.refusesScopes?.[dialect] === undefined,
);

describeFunctions(
  (fixture) => {
    const { definition, row, dialect } = fixture;
    // A service that lacks the call and reads its name as something else can fail before it checks the key.
    const explanations = (args: Values) => [
      definition.alternative,
      ...(failureIn(row, dialect) !== undefined ? [definition.knownFailure?.(args)] : []),
    ];

    test("explains that keys with scopes may not ask, and names the way round", async () => {
      const { world, args } = fixture;
      const before = await row.effect?.look(world);
      const { message } = await failureOf(callWith(definition, args, world.context({ scopes: DOCUMENTED_SCOPES })));
      expect(message).toMatch(/^Could not call \w+\nThe service answered 40[034] /u);
      expect(explanations(args).map((text) => printed(text ?? ""))).toContain(message.split("\n").at(-1));
      expect(await row.effect?.look(world)).toEqual(before);
    });
  },
  ({ scopes }, row, dialect) => scopes.length === 0 && row.scopesIn?.[dialect] === undefined,
);

describeFunctions(
  (fixture) => {
    const { definition, row, dialect } = fixture;

    test("takes a key with the scopes that suffice in this dialect alone", async () => {
      const { args, world } = fixture;
      const called = callWith(definition, args, world.context({ scopes: row.scopesIn?.[dialect] ?? [] }));
      await expect(called).resolves.toBeInstanceOf(Object);
    });
  },
  ({ scopes }, row, dialect) => scopes.length === 0 && row.scopesIn?.[dialect] !== undefined,
);
