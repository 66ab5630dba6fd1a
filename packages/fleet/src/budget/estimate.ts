import { CallHistory } from "./call-history.ts";
import { type BudgetLimits, limitsFrom, ownWindows, requestWindows, type Window } from "./limits.ts";

/** The requests of a run, as far as known in advance. */
export interface RunToEstimate {
  /** Organizations that share one credential. */
  readonly organizations: number;
  /** Requests for each of them: from the record of the last run, else from a preview; a mean can have decimals. */
  readonly callsEach: number;
  /** Invites for each of them; default 0. */
  readonly invitesEach?: number | undefined;
  /** The part of the budget that the run has, above 0 and up to 1; default 1. */
  readonly share?: number | undefined;
  readonly limits?: Partial<BudgetLimits> | undefined;
}

/**
 * The least minutes that a run takes because of the service's limits, rounded up; 0 if no limit delays it.
 *
 * It includes neither the time of the programs themselves nor requests that the credential sent before.
 */
export function estimateRun(run: RunToEstimate): number {
  const limits = limitsFrom(run.limits);
  const calls = Math.ceil(run.organizations * run.callsEach);
  const callsMs = timeFor(calls, requestWindows(limits, run.share ?? 1));
  // Each organization has its own limit of invites, so all of them wait at the same time.
  const invitesMs =
    run.organizations === 0 ? 0 : timeFor(Math.ceil(run.invitesEach ?? 0), ownWindows(limits, "invites"));
  return Math.ceil(Math.max(callsMs, invitesMs) / 60_000);
}

/** Milliseconds from the first request to the last one, if each is sent as soon as the windows allow it. */
function timeFor(calls: number, windows: readonly Window[]): number {
  const history = new CallHistory();
  let nowMs = 0;
  for (let call = 0; call < calls; call += 1) {
    nowMs += history.waitMs(windows, 1, nowMs);
    history.begin(1);
    history.finish(1, nowMs);
  }
  return nowMs;
}
