import { expect, test } from "@jest/globals";

import { filesOfCheckout } from "../../scripts/planted-faults/copy.ts";
import { FAULTS, placeOf } from "../../scripts/planted-faults/faults.ts";

const files = filesOfCheckout();

test("there are 49 faults, each with a name of its own", () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(49);
});

// If you change such a place, update the fault. `npm run test:faults` shows that the tests still notice it.
test.each(FAULTS.map((fault) => [fault.name, fault] as const))("%s can be planted", (_name, fault) => {
  expect(placeOf(fault, files)).toMatch(/\.ts$/u);
  expect(fault.replacement).not.toBe(fault.text);
  expect(fault.tests.filter((test) => !files.includes(test))).toEqual([]);
});
