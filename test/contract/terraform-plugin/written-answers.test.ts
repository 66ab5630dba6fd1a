import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { systemClock } from "../../../src/app/clock.ts";
import { CALLS, MESSAGES, pathOf } from "../../../src/engines/terraform/provider/protocol.ts";
import { Provider, type ProviderOptions } from "../../../src/engines/terraform/provider/provider.ts";
import { WRITTEN } from "../../../src/engines/terraform/provider/written-answers.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

const BUILT = join(__dirname, "../../../dist/engines/terraform/provider");

async function answerOf(name: (typeof WRITTEN)[number], written?: ProviderOptions["written"]): Promise<Uint8Array> {
  const options = { environment: PROCESS_ENVIRONMENT, clock: systemClock };
  const provider = new Provider(written === undefined ? options : { ...options, written });
  const call = { signal: new AbortController().signal, send: () => undefined };
  return (await provider.calls()[pathOf(name)]?.(new Uint8Array(), call)) ?? new Uint8Array();
}

describe.each(WRITTEN)("the answer to %s", (name) => {
  test("that the build wrote is what the sources answer", async () => {
    const written = new Uint8Array(readFileSync(join(BUILT, `${name}.bin`)));
    const [, type] = CALLS[name];
    expect(MESSAGES.decode(type, written)).toEqual(MESSAGES.decode(type, await answerOf(name)));
    expect(written.byteLength).toBeGreaterThan(1_000);
  });

  test("is given as it was written", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await answerOf(name, (call) => (call === name ? bytes : undefined))).toBe(bytes);
  });
});
