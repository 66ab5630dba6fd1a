import { expect, test } from "@jest/globals";

import { OneAccount } from "../../../src/app/one-account.ts";
import { printed } from "../../../src/model/messages.ts";

const FIRST = { host: "https://eu.posthog.com", apiKey: "phx_first", organizationId: "o1" };

test("the first settings are served, and those that lead to the same account", () => {
  const account = new OneAccount();
  expect(account.refusal(FIRST)).toBeUndefined();
  expect(account.refusal({ ...FIRST, requestsPerMinute: 30, retryBudgetMs: 1_000 })).toBeUndefined();
});

test.each([
  [{ apiKey: "phx_canary" }, "another apiKey"],
  [{ host: "https://us.posthog.com" }, "another host"],
  [{ organizationId: undefined }, "another organizationId"],
  [{ host: "https://us.posthog.com", apiKey: "phx_canary" }, "another host and apiKey"],
])("%j is refused by name, and the first ones are served still", (change, words) => {
  const account = new OneAccount();
  account.refusal(FIRST);
  const refusal = printed(account.refusal({ ...FIRST, ...change }) ?? "");
  expect(refusal).toContain(words);
  expect(["phx_first", "phx_canary"].filter((key) => refusal.includes(key))).toEqual([]);
  expect(account.refusal(FIRST)).toBeUndefined();
});
