import { IDLE_MS } from "./batcher.ts";
import type { Context } from "./session.ts";
import type { UnderWay } from "./under-way.ts";

/** How long it is waited. */
interface IdleLimits {
  /** How long nobody must have asked. */
  readonly idleMs?: number;
  readonly longestMs?: number;
}

/**
 * Resolves when nothing with the key is running and nobody has asked for it for a moment, or after the longest wait: at
 * the same time for all waiting callers, so they share one read.
 */
export async function whenIdle(
  traffic: UnderWay,
  key: string,
  { session, call }: Context,
  { idleMs = IDLE_MS, longestMs = Number.POSITIVE_INFINITY }: IdleLimits = {},
): Promise<void> {
  const name = `idle: ${key} ${longestMs}`;
  const { clock } = session;
  const callContext = session.contextOf(call);
  await callContext.once(name, async ({ signal }) => {
    const endMs = clock.now() + longestMs;
    let seen: number | undefined;
    while (clock.now() < endMs && (traffic.isHeld(key) || traffic.askedFor(key) !== seen)) {
      seen = traffic.askedFor(key);
      await clock.sleep(idleMs, signal);
    }
    callContext.forget(name);
  });
}
