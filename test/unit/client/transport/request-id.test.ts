import { expect, test } from "@jest/globals";

import { createRedactor } from "../../../../src/client/transport/redact.ts";
import { requestIdFrom } from "../../../../src/client/transport/request-id.ts";

test.each<[Readonly<Record<string, string>>, string | undefined]>([
  [{}, undefined],
  [{ "x-request-id": "" }, undefined],
  [{ "x-request-id": "a", "request-id": "b", "cf-ray": "c" }, "a"],
  [{ "request-id": "b", "cf-ray": "c" }, "b"],
  [{ "cf-ray": "c" }, "c"],
  [{ "x-request-id": "", "cf-ray": "c" }, undefined],
  [{ "x-request-id": "of canary" }, "of [redacted]"],
  [{ "x-request-id": "x".repeat(101) }, "x".repeat(100)],
])("the headers %j name the request %j", (headers, id) => {
  expect(requestIdFrom(headers, createRedactor(["canary"]))).toBe(id);
});
