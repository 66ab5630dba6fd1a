import { ApplicationFailure, Context } from "@temporalio/activity";

import type { Fleet } from "../expansion/expand.ts";
import { selected, SelectionError } from "../expansion/selection.ts";
import { cutOff, withHeartbeat } from "./heartbeat.ts";
import type { LookedOutcome, WatchActivities } from "./watch-serialized.ts";

/** Looks at organizations of a fleet for schedules, and keeps what it sees. */
export interface ScheduledLooks {
  /** Looks at one organization until the signal. @throws Error whose text has no secret, if it can keep nothing */
  look(name: string, signal: AbortSignal): Promise<LookedOutcome>;
}

/** What a worker needs to look. */
export interface LookingContext {
  readonly fleet: Fleet;
  readonly looks: ScheduledLooks;
  /** Waits while more workers run than share the budget. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
}

/** What a worker does for scheduled looks. */
export function watchActivities({ fleet, looks, turn }: LookingContext): WatchActivities {
  const known = new Set(fleet.organizations.map(({ name }) => name));
  return {
    organizationsToWatch: ({ names, labels }) => {
      try {
        const organizations = selected(fleet, { names: names && [...names], labels });
        return Promise.resolve({ names: organizations.map(({ name }) => name), parallel: fleet.parallel });
      } catch (error) {
        if (!(error instanceof SelectionError)) throw error;
        throw ApplicationFailure.nonRetryable(error.message, "Selection");
      }
    },
    lookAt: async (name) => {
      if (!known.has(name)) throw ApplicationFailure.nonRetryable(otherFile(name), "OtherFile");
      const { cancellationSignal: signal } = Context.current();
      return withHeartbeat(async () => {
        try {
          await turn(signal);
          const outcome = await looks.look(name, signal);
          if (!signal.aborted) return outcome;
        } catch (error) {
          // Without its cause and stack: they would be kept at the server.
          if (!signal.aborted) throw ApplicationFailure.retryable(messageOf(error), "Look");
        }
        throw cutOff(signal.reason);
      });
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const otherFile = (name: string): string =>
  `A worker's fleet file has no ${name}. Check out the same commit on all workers, and restart them.`;
