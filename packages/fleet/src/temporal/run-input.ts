import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { inWaves } from "../run/run-plan.ts";
import type { FleetAction } from "../run/events.ts";
import { queuesOf, travellingFingerprint } from "./names.ts";
import type { RunInput, RunStand, SerializedOptions, SerializedOrganization } from "./serialized.ts";

/** A fleet as Temporal knows it. */
export interface NamedFleet {
  readonly fleet: Fleet;
  /** Path of its file. */
  readonly file: string;
  readonly name: string;
}

/** A run from its beginning; it repairs what an earlier one left interrupted or failed. */
export function newRun(
  named: NamedFleet,
  organizations: readonly FleetOrganization[],
  { action, options, earlier }: { action: FleetAction; options: SerializedOptions; earlier: RunStand | undefined },
): RunInput {
  const unclean = new Set(
    (earlier?.organizations ?? []).flatMap((one) => (["running", "failed"].includes(one.state) ? one.name : [])),
  );
  return {
    ...shared(named, action, options),
    run: (earlier?.run ?? 0) + 1,
    approved: 0,
    organizations: inWaves(organizations).map((one) => ({
      ...serialized(named, one),
      state: unclean.has(one.name) ? "running" : "waiting",
    })),
  };
}

/** A resumed run: skips what succeeded, runs what failed again, and repairs what was interrupted. */
export function restOf(named: NamedFleet, stand: RunStand): RunInput {
  const byName = new Map(named.fleet.organizations.map((one) => [one.name, one]));
  return {
    ...shared(named, stand.action, stand),
    run: stand.run,
    approved: stand.approved,
    organizations: stand.organizations.flatMap((before) => {
      const organization = byName.get(before.name);
      if (organization === undefined) return [];
      const { wave, state, outcome } = before;
      // The wave that it was in: additions to the file since then move nothing.
      const now = { ...serialized(named, organization), wave };
      return [state === "succeeded" ? { ...now, state, outcome } : { ...now, state: openState(state) }];
    }),
  };
}

/** The number of succeeded organizations whose part of the file has changed since. */
export function changedSince({ fleet, file }: NamedFleet, stand: RunStand): number {
  const now = new Map(fleet.organizations.map((one) => [one.name, travellingFingerprint(file, one)]));
  return stand.organizations.filter(
    ({ name, state, fingerprint }) => state === "succeeded" && now.has(name) && now.get(name) !== fingerprint,
  ).length;
}

const openState = (state: SerializedOrganization["state"]) => (state === "waiting" ? state : "running");

function shared({ fleet }: NamedFleet, action: FleetAction, { isRefresh, isApproved }: SerializedOptions) {
  const { failures, share, deletions, replacements } = fleet.stop;
  return {
    action,
    isRefresh,
    isApproved,
    parallel: fleet.parallel,
    stop: {
      failures: Number.isFinite(failures) ? failures : null,
      deletions,
      replacements,
      ...(share === undefined ? {} : { share }),
    },
    held: fleet.waves.map(({ approve }, wave) => (approve ?? false) !== false || (isApproved && wave > 0)),
  };
}

function serialized(
  { fleet, file, name }: NamedFleet,
  organization: FleetOrganization,
): Omit<SerializedOrganization, "state"> {
  return {
    name: organization.name,
    template: organization.template,
    wave: organization.wave,
    queue: queuesOf(fleet, name).get(organization.credential) ?? name,
    fingerprint: travellingFingerprint(file, organization),
  };
}
