import { expect, test } from "@jest/globals";

import { Creations, isInWindow, SETTLED_MS } from "../../../../src/driver/session/creations.ts";

const START_MS = Date.parse("2026-11-20T00:00:00.637Z");
const KEY = 'box o1/\u00fc "|';

/** The clock errors that a record allows for, by whether the service has told its time. */
const CLOCK_ERRORS_MS = [
  [true, 10_000],
  [false, 300_000],
] as const;

test.each(CLOCK_ERRORS_MS)(
  "an attempt without a known end counts until a list began so long after it that the list shows what it made (%s)",
  async (isService, clockErrorMs) => {
    let nowMs = START_MS;
    const creations = new Creations(undefined, { nowMs: () => nowMs, isService: () => isService });
    const attempt = await creations.begin(KEY, { seen: [], salt: "salt", digests: {} }, () => undefined);
    nowMs += 4_321;
    attempt.sent();
    nowMs += 1_234;
    await attempt.gaveUp();
    const endMs = nowMs;
    nowMs += 3_600_000;
    await creations.endAttempts(KEY, endMs + clockErrorMs + SETTLED_MS - 1);
    expect(await creations.openAttempts(KEY)).toHaveLength(1);
    await creations.endAttempts(KEY, endMs + clockErrorMs + SETTLED_MS);
    expect(await creations.openAttempts(KEY)).toEqual([]);
  },
);

test.each(CLOCK_ERRORS_MS)(
  "an object is of an attempt when it was made while that went on, the error of the clocks aside (%s)",
  async (isService, clockErrorMs) => {
    let nowMs = START_MS;
    const creations = new Creations(undefined, { nowMs: () => nowMs, isService: () => isService });
    const attempt = await creations.begin(KEY, { seen: [], salt: "salt", digests: {} }, () => undefined);
    attempt.sent();
    nowMs += 5_555;
    await attempt.gaveUp();
    const [open] = await creations.openAttempts(KEY);
    const isOfIt = (ms: number): boolean => open !== undefined && isInWindow(open, new Date(ms).toISOString());
    const [first, last] = [START_MS - clockErrorMs, nowMs + clockErrorMs];
    expect([first - 1, first, START_MS, nowMs, last, last + 1].map(isOfIt)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  },
);
