import { expect, test } from "@jest/globals";

import { configOf } from "../../../src/catalog/resources/integration/integration-wire.ts";

test("a sender of e-mails is sent with its domain, which the service of 2025-08 asks for", () => {
  const config = configOf("email", { email: "news@mail.acme.example", name: "News" });
  expect(config).toEqual({
    email: "news@mail.acme.example",
    name: "News",
    provider: "ses",
    domain: "mail.acme.example",
  });
});
