import { join } from "node:path";

import { afterAll, describe, expect, test } from "@jest/globals";

import { DIALECTS } from "../../../packages/sandbox/src/dialects.ts";
import type { SandboxOptions } from "../../../packages/sandbox/src/sandbox.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { openedAlike, teller } from "./lived-in-world.ts";

/**
 * What the tables of a new sandbox hold, and its settings. `ORGFORM_RECORD_REQUESTS=1 npx jest
 * test/contract/sandbox/seeded-tables` writes the text again.
 */
const log = new RequestLog(join(__dirname, "seeded-tables.txt"));

const OPTIONS: Readonly<Record<string, SandboxOptions>> = {
  usual: {},
  empty: { seed: "empty" },
  "with settings": { newOrganizationFeatures: "none", rateLimit: true, isLegacyKey: true, apiKey: "phx_own" },
  large: { scale: 3 },
};

function linesOf(options: SandboxOptions): string[] {
  const { world, seeded, control } = openedAlike({ now: "2026-09-30T08:00:00.250Z", ...options });
  const told = teller();
  const tables = Object.entries(world.store.snapshot().tables).flatMap(([name, rows]) =>
    rows.map((row) => `${name} ${told(row)}`),
  );
  const lines = [told(seeded), told(control.settings()), told(control.dns()), ...tables];
  world.store.close();
  return lines;
}

describe.each(DIALECTS)("in dialect %s", (dialect) => {
  test.each(Object.keys(OPTIONS))("a new sandbox holds what is recorded: %s", (name) => {
    const step = `${dialect}, ${name}`;
    const now = log.note(step, linesOf({ dialect, ...OPTIONS[name] }));
    expect(now).toBe(RECORDS ? now : log.before.get(step));
  });
});

afterAll(() => log.write());
