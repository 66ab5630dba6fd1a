import type { Clock } from "./clock.ts";
import { createLimiter } from "./limiter.ts";
import type { Limiter, LimiterLimits } from "./limiter.ts";

const limitersByClock = new WeakMap<Clock, Map<string, Limiter>>();

/**
 * The one limiter of a host and a credential, known by its hash, in this process.
 *
 * It outlives its clients, because the service goes on counting after a client is closed. Clients with a clock of their own (tests) have limiters of their own.
 */
export function sharedLimiter(clock: Clock, credential: string, limits: LimiterLimits): Limiter {
  let limiters = limitersByClock.get(clock);
  if (limiters === undefined) {
    limiters = new Map();
    limitersByClock.set(clock, limiters);
  }
  const existing = limiters.get(credential);
  if (existing !== undefined) {
    existing.tighten(limits);
    return existing;
  }
  const created = createLimiter(clock, limits);
  limiters.set(credential, created);
  return created;
}
