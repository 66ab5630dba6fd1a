import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { fingerprintOf } from "../expansion/fingerprint.ts";
import type { LastUp, RunRecord } from "../record/run-record.ts";
import type { FleetEvent } from "./events.ts";
import type { OrganizationState } from "./tally.ts";
import { estimateRun } from "../budget/estimate.ts";
import type { BudgetLimits } from "../budget/limits.ts";

/**
 * How an organization stands to its last run: `new` was never run, `changed` is said otherwise in the file since, or its template is another one, `cut
 * off` and `failed` tell how that run ended, `same` is none of these.
 */
export type Standing = "new" | "changed" | "same" | "failed" | "cut off";

/** An organization with its place in a run. */
export interface PlannedOrganization {
  readonly organization: FleetOrganization;
  readonly standing: Standing;
}

/** What a run would do, as far as the file and the record tell: no engine is asked. */
export interface RunPlan {
  /** In the order in which they are run. */
  readonly organizations: readonly PlannedOrganization[];
  /** Names that were run once and that the file no longer has; their stacks stay as they are until they are retired. */
  readonly gone: readonly string[];
  /** Minutes that the service's limits make it take at least; undefined where no earlier run told of its requests. */
  readonly minutes: number | undefined;
}

/** Arranges organizations of a fleet by wave. */
export function planOrganizations(
  fleet: Fleet,
  organizations: readonly FleetOrganization[],
  record: RunRecord,
  share: number,
): RunPlan {
  const last = record.lastUps();
  const lastOf = ({ name, formerNames }: FleetOrganization): LastUp | undefined =>
    [name, ...formerNames.toReversed()].map((one) => last.get(one)).find((found) => found !== undefined);
  return {
    organizations: inWaves(organizations).map((organization) => ({
      organization,
      standing: standingOf(organization, lastOf(organization)),
    })),
    minutes: leastMinutes({ organizations, callsEach: record.callsEach(), share, limits: fleet.budget }),
    gone: namesLeft(fleet, record),
  };
}

/** Names that were run once, that the file no longer has, and that nobody has retired since. */
export function namesLeft(fleet: Fleet, record: Pick<RunRecord, "lastUps" | "formerNames">): string[] {
  const own = fleet.organizations.flatMap(({ name, formerNames }) => [name, ...formerNames]);
  const names = new Set([...own, ...record.formerNames()]);
  return [...record.lastUps().keys()].filter((name) => !names.has(name)).toSorted();
}

/** Organizations in the order in which they are run. */
export function inWaves(organizations: readonly FleetOrganization[]): FleetOrganization[] {
  return organizations.toSorted((one, other) => one.wave - other.wave);
}

/** The wave, from 1, before which a run holds: that of the first organization that is not done. */
export function waveToApprove(
  ordered: readonly { readonly wave: number; readonly state: OrganizationState }[],
): number {
  return (ordered.find(({ state }) => state !== "succeeded")?.wave ?? 0) + 1;
}

/** Tells that a resumption leaves alone what succeeded and is said otherwise in the file since. */
export function changedNote(changed: number): FleetEvent {
  const text = `${changed} that succeeded have changed in the file since then; \`orgform fleet up\` applies the changes`;
  return { event: "note", text };
}

function standingOf(organization: FleetOrganization, last: LastUp | undefined): Standing {
  if (last === undefined) return "new";
  if (last.state === "running") return "cut off";
  if (last.state === "failed") return "failed";
  return last.fingerprint === fingerprintOf(organization) ? "same" : "changed";
}

/** Organizations of a run, as far as the service's limits are concerned. */
interface Expected {
  readonly organizations: readonly Pick<FleetOrganization, "credential">[];
  /** Requests for each of them; undefined where no earlier run told. */
  readonly callsEach: number | undefined;
  /** The part of the budget that the run has. */
  readonly share: number;
  readonly limits: BudgetLimits;
}

/** Minutes that a run takes at least because of the service's limits; the credentials are used at the same time. */
function leastMinutes({ organizations, callsEach, share, limits }: Expected): number | undefined {
  if (callsEach === undefined) return undefined;
  const names = new Set(organizations.map(({ credential }) => credential));
  const minutes = [...names].map((name) => {
    const number = organizations.filter(({ credential }) => credential === name).length;
    return estimateRun({ organizations: number, callsEach, share, limits });
  });
  return Math.max(0, ...minutes);
}
