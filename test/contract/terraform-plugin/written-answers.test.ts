import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { systemClock } from "../../../src/app/clock.ts";
import { CALLS, MESSAGES, pathOf } from "../../../src/engines/terraform/provider/protocol.ts";
import { LateProvider, type LateProviderOptions } from "../../../src/engines/terraform/provider/late-provider.ts";
import { WRITTEN } from "../../../src/engines/terraform/provider/written-answers.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

const BUILT = join(__dirname, "../../../dist/engines/terraform/provider");

async function answerOf(name: (typeof WRITTEN)[number], written: LateProviderOptions["written"]): Promise<Uint8Array> {
  const provider = new LateProvider({ environment: PROCESS_ENVIRONMENT, clock: systemClock, written });
  const call = { signal: new AbortController().signal, send: () => undefined };
  return (await provider.calls()[pathOf(name)]?.(new Uint8Array(), call)) ?? new Uint8Array();
}

describe.each(WRITTEN)("the answer to %s", (name) => {
  test("in the build's file equals the one of the sources", async () => {
    const written = new Uint8Array(readFileSync(join(BUILT, `${name}.bin`)));
    const [, type] = CALLS[name];
    expect(MESSAGES.decode(type, written)).toEqual(MESSAGES.decode(type, await answerOf(name, () => undefined)));
    expect(written.byteLength).toBeGreaterThan(1_000);
  });

  test("is sent exactly as the build wrote it", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await answerOf(name, (call) => (call === name ? bytes : undefined))).toBe(bytes);
  });
});
