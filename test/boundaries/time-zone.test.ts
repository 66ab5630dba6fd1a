import { expect, test } from "@jest/globals";

test("tests run where no hour begins as it does in UTC", () => {
  expect(new Date("2026-09-30T08:00:00Z").getTimezoneOffset() % 60).not.toBe(0);
});
