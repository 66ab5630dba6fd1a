import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { type Sandbox, type Snapshot, startSandbox } from "../../../packages/sandbox/src/index.ts";
import {
  type CallLimit,
  createRateLimiter,
  EVENT_LIMITS,
  PERSON_LIMITS,
  USUAL,
} from "../../../packages/sandbox/src/pipeline/rate-limiter.ts";
import { FOUNDER } from "../../support/scenario-world.ts";

const LIMITS: Readonly<Record<string, readonly CallLimit[] | undefined>> = {
  "the usual ones": undefined,
  "those of persons": PERSON_LIMITS,
  "those of events": EVENT_LIMITS,
};

/** Gaps between calls: none are at the same time, and few on a whole second. */
const GAPS = [1, 17, 113, 251, 701, 1_013, 2_999];

describe.each(Object.entries(LIMITS))("the wait of %s is exact", (_name, limits) => {
  test.each(GAPS.flatMap((gap) => [1, 20].map((scale) => [gap, scale] as const)))(
    "with a call each %i ms, %i times faster",
    (gap, scale) => {
      const limiter = createRateLimiter();
      const take = (nowMs: number): number | undefined => limiter.take("a", nowMs, { limits, scale });
      // Starts between two seconds. Ends at the first refusal, or if a window never fills.
      let nowMs = 417;
      let told = take(nowMs);
      for (let call = 0; call < 5_000 && told === undefined; call += 1) told = take((nowMs += gap));
      if (told === undefined) return;
      // Whole seconds are told, so a place is free at the latest then, and none a second before.
      const again = createRateLimiter();
      const replay = (): void => {
        again.clear();
        for (let time = 417; time < nowMs; time += gap) again.take("a", time, { limits, scale });
      };
      const judge = (time: number): boolean => {
        replay();
        return again.take("a", time, { limits, scale }) === undefined;
      };
      const before = told === 1 ? nowMs : nowMs + (told - 1) * 1000;
      expect([nowMs, before, nowMs + told * 1000].map(judge)).toEqual([false, false, true]);
      // The moment itself, as it is found by halving: the wait is that, rounded up.
      let [refused, taken] = [nowMs, nowMs + told * 1000];
      while (taken - refused > 1) {
        const middle = Math.floor((taken + refused) / 2);
        if (judge(middle)) taken = middle;
        else refused = middle;
      }
      expect(told).toBe(Math.max(1, Math.ceil((taken - nowMs) / 1000)));
      const windows = (limits ?? USUAL).map(({ windowMs }) => windowMs / scale);
      expect(windows.map((windowMs) => (taken - windowMs - 417) % gap)).toContain(0);
    },
  );
});

describe("the wait for invites is exact", () => {
  const START = Date.parse("2026-11-20T10:00:00.417Z");
  let sandbox: Sandbox;
  let empty: Snapshot;
  let apiKey: string;
  let serial = 0;
  beforeAll(async () => {
    sandbox = await startSandbox({ dialect: "2026-09" });
    ({ apiKey } = sandbox.control.createKey({ email: FOUNDER, scopes: null }));
    sandbox.control.changeSettings({ rateLimit: false });
    empty = sandbox.control.snapshot();
  });
  beforeEach(() => sandbox.control.restore(empty));
  afterAll(() => sandbox.close());

  async function told(atMs: number, count: number): Promise<number | undefined> {
    sandbox.control.setClock(new Date(atMs).toISOString(), true);
    const body = Array.from({ length: count }, () => ({ target_email: `p${(serial += 1)}@globex.example` }));
    const answer = await fetch(`${sandbox.host}/api/organizations/${sandbox.organizationId}/invites/bulk/`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.text();
    expect([201, 429]).toContain(answer.status);
    return answer.status === 201 ? undefined : Number(answer.headers.get("retry-after"));
  }

  const HOUR = { most: 50, windowMs: 3_600_000, gapMs: 61_003 };
  const DAY = { most: 200, windowMs: 86_400_000, gapMs: 4_500_999 };

  test.each([HOUR, DAY].flatMap((limit) => [1, 7, 20].map((wanted) => ({ ...limit, wanted }))))(
    "$wanted more than $most in $windowMs ms",
    async ({ most, windowMs, gapMs, wanted }) => {
      const times: number[] = [];
      for (let nowMs = START; times.length < most; nowMs += gapMs) {
        const count = Math.min(13, most - times.length);
        expect(await told(nowMs, count)).toBeUndefined();
        times.push(...Array.from({ length: count }, () => nowMs));
      }
      const nowMs = (times.at(-1) ?? 0) + 1_501;
      const freeMs = (times[wanted - 1] ?? 0) + windowMs;
      expect(await told(nowMs, wanted)).toBe(Math.ceil((freeMs - nowMs) / 1000));
      // Refused requests don't count.
      expect(await told(freeMs - 1, wanted)).toBe(1);
      expect(await told(freeMs, wanted)).toBeUndefined();
    },
  );
});
