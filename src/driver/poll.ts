import type { PollLimits } from "../model/hook-arguments.ts";
import type { Context } from "./session/session.ts";
import { message, type Text } from "../model/messages.ts";

/**
 * Repeats a check until there is nothing more to wait for; the last check runs when the time is over.
 *
 * @param look - returns what is still awaited, in words that follow "waiting for"; undefined if nothing is
 * @returns false if the time was over first
 */
export async function poll(
  { timeoutSeconds, intervalSeconds }: PollLimits,
  { session: { clock }, call, report }: Context,
  look: () => Promise<Text | undefined>,
): Promise<boolean> {
  const startedAtMs = clock.now();
  for (;;) {
    const awaited = await look();
    if (awaited === undefined) return true;
    const elapsedMs = clock.now() - startedAtMs;
    const pauseMs = Math.min(intervalSeconds * 1_000, timeoutSeconds * 1_000 - elapsedMs);
    if (pauseMs <= 0) return false;
    report.status(message`waiting for ${awaited} (${Math.round(elapsedMs / 1_000)} s)`);
    await clock.sleep(pauseMs, call.signal);
  }
}
