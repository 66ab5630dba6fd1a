import { isCancellation, proxyActivities, rootCause } from "@temporalio/workflow";

import { inParallel } from "../run/pool.ts";
import type { LookedOutcome, WatchActivities, WatchOrder, WatchStand } from "./watch-serialized.ts";

/** A worker without a heartbeat for this time counts as gone, and another one takes over. */
const HEARTBEAT_TIMEOUT = "20 seconds";

/** A look that fails so often is left to the next check. */
const MOST_ATTEMPTS = 5;

/** Problems that the result of a check names. */
const MOST_PROBLEMS = 20;

/** Looks once at each organization of a schedule. */
export async function fleetWatch(order: WatchOrder): Promise<WatchStand> {
  const retry = { initialInterval: "1 second", maximumInterval: "30 seconds", maximumAttempts: MOST_ATTEMPTS } as const;
  const { organizationsToWatch } = proxyActivities<WatchActivities>({ startToCloseTimeout: "1 minute", retry });
  const { names, parallel } = await organizationsToWatch(order);
  const counts: Record<LookedOutcome, number> = { clean: 0, findings: 0, failed: 0, postponed: 0, lost: 0 };
  const problems: { name: string; message: string }[] = [];
  const look = async (name: string): Promise<void> => {
    const { lookAt } = proxyActivities<WatchActivities>({
      activityId: `look ${name}`,
      heartbeatTimeout: HEARTBEAT_TIMEOUT,
      startToCloseTimeout: "2 hours",
      retry,
    });
    try {
      counts[await lookAt(name)] += 1;
    } catch (error) {
      if (isCancellation(error)) throw error;
      counts.failed += 1;
      if (problems.length < MOST_PROBLEMS)
        problems.push({ name, message: rootCause(error) ?? "the reason is unknown" });
    }
  };
  const waiting = [...names];
  await inParallel(parallel, () => {
    const next = waiting.shift();
    return next === undefined ? undefined : look(next);
  });
  return { ...counts, problems };
}
