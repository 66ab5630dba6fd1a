import type { FleetOrganization, FleetSession, FleetStates, Selection } from "@orgform/fleet";
import type { Watched } from "@orgform/watch";
import { IgnoreRules } from "../drift/ignore.ts";
import { SharedSessions } from "../fleet/shared-sessions.ts";
import { settingsOf } from "../settings.ts";
import { readStackState } from "../state/stack-state.ts";
import type { FoundWatchFile } from "./read-watch-file.ts";
import { type PolicyOf, type StackToWatch, watchedStack } from "./watched-stack.ts";

/** Shared by the checks of all organizations of a fleet. */
interface FleetLooks {
  readonly found: FoundWatchFile;
  readonly policyOf: PolicyOf | undefined;
  /** File with rules for unmanaged objects, for all organizations; otherwise that of each template. */
  readonly ignore: string | undefined;
  readonly isStrict: boolean;
  readonly timeoutSeconds: number;
  readonly nowMs: () => number;
  /** The part of the fleet's budget for all looks, above 0 and up to 1. */
  readonly share?: number | undefined;
}

/** The organizations of a fleet, and a function that releases their shared parts. */
interface WatchedFleet {
  readonly watched: readonly Watched[];
  readonly close: () => Promise<void>;
}

const NEVER = "It never ran, so there is nothing to compare. Run `orgform fleet up`.";

/**
 * The organizations of a fleet as a watcher looks at them: within the fleet's budget of requests, and with one read of the list of
 * organizations for many of them.
 */
export async function watchedFleet(
  fleet: FleetSession,
  selection: Selection,
  looks: FleetLooks,
): Promise<WatchedFleet> {
  const planned = await fleet.runPlan(selection);
  const organizations = planned.organizations.map(({ organization }) => organization);
  const states = await fleet.states(selection, { share: looks.share });
  const sessions = new SharedSessions(looks.nowMs);
  const watched = organizations.map((one) => {
    const { requestsPerHour } = fleet.fleet.budget;
    return watchedStack({
      ...stackOf(one, states, looks, sessions),
      budget: { name: one.credential, requestsPerHour },
    });
  });
  return {
    watched: watched.map((one) => ({ ...one, look: (signal) => redacted(() => one.look(signal), states) })),
    close: async () => {
      await sessions.close();
      await states.close();
      await fleet.close();
    },
  };
}

function stackOf(
  organization: FleetOrganization,
  states: FleetStates,
  { found, policyOf, ignore, isStrict, timeoutSeconds }: FleetLooks,
  sessions: SharedSessions,
): Omit<StackToWatch, "budget"> {
  const { name, folder, labels } = organization;
  return {
    name,
    file: found.file,
    labels: { ...found.file.labels, ...labels },
    place: async () => {
      const place = await states.placeOf(organization);
      if (place === undefined) throw new Error(NEVER);
      return { state: await readStackState(place), settings: sessions.settingsFor(settingsOf({}, place.environment)) };
    },
    ignored: IgnoreRules.read(folder, ignore),
    isStrict,
    timeoutSeconds,
    policy: policyOf?.({ ...found.file.labels, ...labels }),
    sessions,
  };
}

/** Keys of a fleet also come from commands and files, so the output of engines is redacted. */
async function redacted<T>(look: () => Promise<T>, states: FleetStates): Promise<T> {
  try {
    return await look();
  } catch (error) {
    throw new Error(states.redact(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}
