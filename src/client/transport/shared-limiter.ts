import type { Clock } from "./clock.ts";
import { createLimiter } from "./limiter.ts";
import type { Limiter, LimiterLimits } from "./limiter.ts";

const limitersByClock = new WeakMap<Clock, Map<string, Limiter>>();

/**
 * The only limiter of a host and a credential in this process, identified by a hash.
 *
 * It outlives its clients, because the service keeps counting after a client is closed. Clients with their own clock
 * (tests) have their own limiters.
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
