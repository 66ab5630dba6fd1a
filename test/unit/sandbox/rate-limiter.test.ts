import { describe, expect, test } from "@jest/globals";
import {
  CALLS_PER_HOUR,
  CALLS_PER_MINUTE,
  createRateLimiter,
} from "../../../packages/sandbox/src/pipeline/rate-limiter.ts";

describe("recorded: throttling, flow 12:2-26", () => {
  test("slides: a call leaves the window exactly a minute later", () => {
    const limiter = createRateLimiter();
    for (let call = 0; call < CALLS_PER_MINUTE; call += 1) expect(limiter.take("a", call)).toBeUndefined();
    expect(limiter.take("a", 7000)).toBe(53);
    expect(limiter.take("a", 59_999)).toBe(1);
    expect(limiter.take("a", 60_000)).toBeUndefined();
    expect(limiter.take("a", 60_000)).toBe(1);
  });

  test("passes so many times faster where it is told so, and takes as many calls", () => {
    const limiter = createRateLimiter();
    const take = (nowMs: number) => limiter.take("a", nowMs, { scale: 30 });
    for (let call = 0; call < CALLS_PER_MINUTE; call += 1) expect(take(0)).toBeUndefined();
    expect([take(0), take(1999), take(2000)]).toEqual([2, 1, undefined]);
  });

  test("counts refused calls against the hour, so that hammering locks a key out", () => {
    const limiter = createRateLimiter();
    for (let call = 0; call < CALLS_PER_HOUR; call += 1) limiter.take("a", 0);
    expect(limiter.take("a", 142_000)).toBe(3458);
    expect(limiter.take("b", 142_000)).toBeUndefined();
  });
});
