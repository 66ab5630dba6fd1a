import { describe, expect, test } from "@jest/globals";

import { SETTINGS } from "../../../../../src/app/settings.ts";
import { errorFrom, warningFrom } from "../../../../../src/engines/terraform/provider/diagnostics.ts";
import { snakeName } from "../../../../../src/model/names.ts";

describe("a setting of the provider that an error of the client names", () => {
  test.each(SETTINGS.map(({ name }) => [name, snakeName(name)] as const))("%s is spelled %s", (name, own) => {
    const text = `Could not read it\nRaise the limit (${name}).`;
    expect(errorFrom(text)).toMatchObject({ summary: "Could not read it", detail: `Raise the limit (${own}).` });
    expect(warningFrom(text)).toMatchObject({ summary: "Could not read it", detail: `Raise the limit (${own}).` });
  });

  test("is no other word in parentheses, and no part of one", () => {
    const text = "Not found\nThe role (myRole) of retryBudgetSeconds, (xretryBudgetSeconds).";
    expect(errorFrom(text).detail).toBe(text.slice("Not found\n".length));
  });
});
