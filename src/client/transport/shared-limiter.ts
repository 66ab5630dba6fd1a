import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";
import { createLimiter } from "./limiter.ts";
import type { Limiter, LimiterLimits } from "./limiter.ts";

const limitersByClock = new WeakMap<Clock, Map<string, Limiter>>();

/**
 * The one limiter of a host and a credential in this process.
 *
 * It outlives its clients, because the service goes on counting after a client is closed. The credential is kept only
 * as a hash. Clients with a clock of their own (tests) have limiters of their own.
 */
export function sharedLimiter(clock: Clock, origin: string, credential: string, limits: LimiterLimits): Limiter {
  let limiters = limitersByClock.get(clock);
  if (limiters === undefined) {
    limiters = new Map();
    limitersByClock.set(clock, limiters);
  }
  const key = createHash("sha256").update(`${origin}\n${credential}`).digest("hex");
  const existing = limiters.get(key);
  if (existing !== undefined) {
    existing.tighten(limits);
    return existing;
  }
  const created = createLimiter(clock, limits);
  limiters.set(key, created);
  return created;
}
