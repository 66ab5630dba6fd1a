import { expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { describeFunction } from "../../../src/cli/mcp/tools/functions.ts";
import { resultOf } from "../../../src/model/function.ts";

const CALL = { signal: new AbortController().signal } as unknown as Parameters<typeof describeFunction.run>[1]; // -- the tool looks at nothing of it

test("an agent is told of each result of a function whether it is secret", async () => {
  const told = await Promise.all(
    functions.map(async ({ name }) => {
      const { result } = JSON.parse(await describeFunction.run({ function: name }, CALL)) as {
        readonly result: Readonly<Record<string, { readonly secret?: true }>>;
      };
      return Object.entries(result).map(([field, { secret }]) => `${name}.${field}: ${secret ?? false}`);
    }),
  );
  const known = functions.map((one) =>
    resultOf(one).map(([field, { secret }]) => `${one.name}.${field}: ${secret === true}`),
  );
  expect(told).toEqual(known);
  expect(known.flat().some((line) => line.endsWith(": true"))).toBe(true);
});
