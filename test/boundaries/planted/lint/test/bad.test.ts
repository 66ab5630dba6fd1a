// Planted.
import { expect, test } from "@jest/globals";

test.skip("is left out", () => { // rule: no-disabled-tests
  expect(1).toBe(1);
});

test.only("runs alone", () => { // rule: no-focused-tests
  expect(1).toBe(1);
});

test("expects nothing", () => {}); // rule: expect-expect

test("may expect nothing", () => {
  if (Date.now() > 1) expect(1).toBe(1); // rule: no-conditional-expect
});
