import { type Guard, waveRule } from "../approvals/wave-rule.ts";
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
  /** The people whose signatures a run needs, whatever the fleet file says. */
  readonly approvers?: Guard["approvers"];
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
    ...shared(named, inWaves(organizations)[0]?.wave ?? 0, action, options),
    run: (earlier?.run ?? 0) + 1,
    approved: 0,
    approvals: [],
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
    ...shared(named, stand.organizations[0]?.wave ?? 0, stand.action, stand),
    run: stand.run,
    approved: stand.approved,
    approvals: stand.approvals,
    organizations: stand.organizations.flatMap((before): SerializedOrganization[] => {
      const organization = byName.get(before.name);
      if (organization === undefined) return [];
      const { wave, state, outcome } = before;
      // The wave that it was in: additions to the file since then move nothing.
      const now = { ...serialized(named, organization), wave };
      if (state === "succeeded") return [{ ...now, state, outcome }];
      return [{ ...now, state: openState(state), ...(isCutOff(before) ? { isCutOff: true } : {}) }];
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

const isCutOff = ({ state, isCutOff: wasCutOff }: SerializedOrganization) => state === "running" || wasCutOff === true;

const openState = (state: SerializedOrganization["state"]) => (state === "waiting" ? state : "running");

function shared(
  { fleet, approvers }: NamedFleet,
  first: number,
  action: FleetAction,
  { isRefresh, isApproved, isGuarded, plan }: SerializedOptions,
) {
  const { failures, share, deletions, replacements } = fleet.stop;
  return {
    action,
    isRefresh,
    isApproved,
    ...(isGuarded === true ? { isGuarded } : {}),
    ...(plan === undefined ? {} : { plan }),
    parallel: fleet.parallel,
    stop: {
      failures: Number.isFinite(failures) ? failures : null,
      deletions,
      replacements,
      ...(share === undefined ? {} : { share }),
    },
    held: fleet.waves.map((_, wave) => waveRule(fleet, wave, { approvers, isApproved, first }) === "anyone"),
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
