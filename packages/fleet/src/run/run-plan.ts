import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { fingerprintOf } from "../expansion/fingerprint.ts";
import type { LastUp, RunRecord } from "../record/run-record.ts";
import type { FleetEvent } from "./events.ts";
import type { OrganizationState } from "./tally.ts";
import { estimateRun } from "../budget/estimate.ts";
import type { BudgetLimits } from "../budget/limits.ts";

/**
 * How an organization relates to its last run: `new` has none, `changed` has another template or another part of the
 * file since, `cut off` and `failed` say how that run ended, `same` is none of these.
 */
export type Standing = "new" | "changed" | "same" | "failed" | "cut off";

/** An organization with its place in a run. */
export interface PlannedOrganization {
  readonly organization: FleetOrganization;
  readonly standing: Standing;
}

/** The effects of a run according to the file and the record, without asking an engine. */
export interface RunPlan {
  /** In the order of the run. */
  readonly organizations: readonly PlannedOrganization[];
  /** Names that ran once and are no longer in the file; their stacks stay unchanged until they are retired. */
  readonly gone: readonly string[];
  /** The least minutes that the service's limits make it take; undefined without requests of an earlier run. */
  readonly minutes: number | undefined;
}

/** Groups organizations of a fleet by wave. */
export async function planOrganizations(
  fleet: Fleet,
  organizations: readonly FleetOrganization[],
  record: RunRecord,
  share: number,
): Promise<RunPlan> {
  const last = await record.lastUps();
  const lastOf = ({ name, formerNames }: FleetOrganization): LastUp | undefined =>
    [name, ...formerNames.toReversed()].map((one) => last.get(one)).find((found) => found !== undefined);
  return {
    organizations: inWaves(organizations).map((organization) => ({
      organization,
      standing: standingOf(organization, lastOf(organization)),
    })),
    minutes: leastMinutes({ organizations, callsEach: await record.callsEach(), share, limits: fleet.budget }),
    gone: await namesLeft(fleet, record),
  };
}

/** Names of the organizations whose last run failed or was cut off. */
export function uncleanIn(organizations: readonly PlannedOrganization[]): ReadonlySet<string> {
  const unclean = organizations.filter(({ standing }) => standing === "cut off" || standing === "failed");
  return new Set(unclean.map(({ organization }) => organization.name));
}

/** Names that ran once, that are no longer in the file, and that nobody has retired since. */
export async function namesLeft(fleet: Fleet, record: Pick<RunRecord, "lastUps" | "formerNames">): Promise<string[]> {
  const own = fleet.organizations.flatMap(({ name, formerNames }) => [name, ...formerNames]);
  const names = new Set([...own, ...(await record.formerNames())]);
  return [...(await record.lastUps()).keys()].filter((name) => !names.has(name)).toSorted();
}

/** Organizations in the order of the run. */
export function inWaves(organizations: readonly FleetOrganization[]): FleetOrganization[] {
  return organizations.toSorted((one, other) => one.wave - other.wave);
}

/** The wave, from 1, that a run waits to start: that of the first organization that isn't done. */
export function waveToApprove(
  ordered: readonly { readonly wave: number; readonly state: OrganizationState }[],
): number {
  return (ordered.find(({ state }) => state !== "succeeded")?.wave ?? 0) + 1;
}

/** Warns that a resumption skips organizations that succeeded and whose part of the file has changed since. */
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

/** Organizations of a run, with the facts that matter for the service's limits. */
interface Expected {
  readonly organizations: readonly Pick<FleetOrganization, "credential">[];
  /** Requests for each of them; undefined if no earlier run recorded them. */
  readonly callsEach: number | undefined;
  /** The run's share of the budget. */
  readonly share: number;
  readonly limits: BudgetLimits;
}

/** The least minutes that a run takes because of the service's limits; the credentials are used in parallel. */
function leastMinutes({ organizations, callsEach, share, limits }: Expected): number | undefined {
  if (callsEach === undefined) return undefined;
  const names = new Set(organizations.map(({ credential }) => credential));
  const minutes = [...names].map((name) => {
    const number = organizations.filter(({ credential }) => credential === name).length;
    return estimateRun({ organizations: number, callsEach, share, limits });
  });
  return Math.max(0, ...minutes);
}

/** Says that the approvals of the other shards don't count for this one. */
export const APART_NOTE: FleetEvent = {
  event: "note",
  text: "The other shards' latest runs have other contents, so their approvals don't count for this shard. If they should be the same, run all shards from one commit.",
};
