import type { Outcome, RunAction, RunState } from "../run/events.ts";
import type { OrganizationState } from "../run/tally.ts";
import type { RecordedOrganization, RecordedRun, RunOptions } from "./run-record.ts";

/** A run as a table holds it. */
export interface RunRow {
  readonly id: number;
  readonly action: RunAction;
  readonly state: RunState;
  readonly started: string;
  readonly ended: string | null;
  readonly waves: number;
  readonly reason: string | null;
  readonly approved: number;
  readonly options: string;
}

export const runFrom = ({ ended, reason, options, ...row }: RunRow): RecordedRun => ({
  ...row,
  ended: ended ?? undefined,
  reason: reason ?? undefined,
  options: JSON.parse(options) as RunOptions,
});

/** An organization of a run as a table holds it. */
export interface OrganizationRow {
  readonly name: string;
  readonly template: string;
  readonly wave: number;
  readonly state: OrganizationState;
  readonly started: string | null;
  readonly outcome: string | null;
}

export const organizationFrom = ({
  name,
  template,
  wave,
  state,
  started,
  outcome,
}: OrganizationRow): RecordedOrganization => ({
  name,
  template,
  wave,
  state,
  started: started ?? undefined,
  outcome: outcome === null ? undefined : (JSON.parse(outcome) as Outcome),
});
