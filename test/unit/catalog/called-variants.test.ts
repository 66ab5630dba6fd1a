import { join } from "node:path";

import { afterAll, expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { argumentsOf, checkArguments, confirmedExample, planOf } from "../../../src/model/function.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { shapeOf } from "../../../src/model/shape.ts";
import { containsUnknown } from "../../../src/model/unknown.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { linesByVariant, variantsOf } from "../../support/varied-values.ts";

/**
 * What is said of every call that differs from a usual one in one argument: the problems, or the effect of a write. A
 * changed rule or message shows in review. `ORGFORM_RECORD_REQUESTS=1 npx jest test/unit/catalog/called-variants`
 * writes it again.
 */
const log = new RequestLog(join(__dirname, "called-variants.txt"));

const SETTINGS = { howToSet: (setting: string) => `set ${setting}` };

test.each(functions)("$name has the recorded problems and effects where one argument differs", (definition) => {
  const say = (args: Values): string[] => {
    const { problems, inputs } = checkArguments(definition, args, SETTINGS);
    const isOpen = definition.effect === "read" || containsUnknown(inputs);
    if (problems.length === 0) return isOpen ? [] : [printed(planOf(definition, inputs))];
    return problems.map(({ path, reason }) => `${path} ${printed(reason).replace(/[,;] found .*$/su, "")}`);
  };
  const example = confirmedExample(definition);
  const shapes = argumentsOf(definition).map(([name, rules]) => [name, shapeOf(rules)] as const);
  const said = linesByVariant(variantsOf(example, Object.fromEntries(shapes)), say);
  const section = log.note(definition.name, [...say(example), ...said]);
  expect(section).toBe(RECORDS ? section : log.before.get(definition.name));
});

test("every record is of a function", () => {
  expect(RECORDS ? [] : [...log.before.keys()]).toEqual(RECORDS ? [] : functions.map(({ name }) => name));
});

afterAll(() => log.write());
