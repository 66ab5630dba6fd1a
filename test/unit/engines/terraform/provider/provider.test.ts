import { describe, expect, test } from "@jest/globals";

import { systemClock } from "../../../../../src/app/clock.ts";
import { CALLS, MESSAGES, pathOf } from "../../../../../src/engines/terraform/provider/protocol.ts";
import { decodeValue, encodeValue } from "../../../../../src/engines/terraform/provider/values.ts";
import { valueAt } from "../../../../../src/model/unknown.ts";
import { PROCESS_ENVIRONMENT } from "../../../../support/process-environment.ts";
import { TerraformProcess } from "../../../../support/terraform-process.ts";

const started = (): TerraformProcess => new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: systemClock });

describe("a function of the provider", () => {
  const called = async (name: string, ...values: readonly unknown[]) => {
    const { message } = await started().call("CallFunction", { name, arguments: values.map(encodeValue) });
    return valueAt(message, ["error", "text"]) ?? decodeValue(message["result"]);
  };

  test("knows every type that is served, before any configuration", async () => {
    const parts = { organization_id: "o", role_id: "r|é" };
    expect(await called("format_id", "orgform_role", parts)).toBe("o/r%7C%C3%A9");
    expect(await called("parse_id", "orgform_role", "o/r%7C%C3%A9")).toEqual(parts);
    expect(await called("parse_id", "orgform_moon", "o/r")).toBe("There is no resource type orgform_moon.");
  });
});

test("a provider ends before and after it is configured, however often", async () => {
  const process = started();
  expect(() => process.provider.end()).not.toThrow();
  await process.configure({ host: "http://127.0.0.1:1", apiKey: "phx_canary" });
  await process.configure({ host: "http://127.0.0.1:1", apiKey: "phx_canary_two" });
  expect(() => process.provider.end()).not.toThrow();
  expect(process.provider.redact("a phx_canary_two b")).toBe("a [redacted] b");
});

test.each(["RenewEphemeralResource", "CloseEphemeralResource", "ValidateListResourceConfig"] as const)(
  "%s has nothing to do, and is answered by a message nonetheless, because no message is a failure",
  async (name) => {
    const request = MESSAGES.encode(CALLS[name][0], { typeName: "orgform_role" });
    const { signal } = new AbortController();
    const handler = started().provider.calls()[pathOf(name)];
    const answer = await handler?.(request, { signal, send: () => undefined });
    expect([...(answer ?? ["no message"])]).toEqual([]);
  },
);
