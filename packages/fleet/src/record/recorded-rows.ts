import type { Approval } from "../approvals/approval.ts";
import type { Outcome, RunAction, RunState } from "../run/events.ts";
import type { OrganizationState } from "../run/tally.ts";
import type { RecordedOrganization, RecordedRun, Rollout, RunOptions } from "./run-record.ts";

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
  readonly rollout?: Rollout | null;
}

export const runFrom = ({ ended, reason, options, rollout, ...row }: RunRow): RecordedRun => ({
  ...row,
  ended: ended ?? undefined,
  reason: reason ?? undefined,
  options: JSON.parse(options) as RunOptions,
  ...(rollout === undefined || rollout === null ? {} : { rollout }),
});

/** The run with an ID, in the rows that were found. @throws Error if there is none */
export function runWith(id: number, [row]: readonly RunRow[]): RecordedRun {
  if (row === undefined) throw new Error(`Run ${id} is not in the record.`);
  return runFrom(row);
}

/** An approval as a table holds it. */
export interface ApprovalRow {
  readonly wave: number;
  readonly at: string;
  readonly approval: string;
}

export const approvalFrom = ({ approval, ...row }: ApprovalRow): Approval => ({
  ...(JSON.parse(approval) as Omit<Approval, "wave" | "at">),
  ...row,
});

/** The name under which the facts of an organization are kept. */
export const factsName = (organization: string): string => `organization ${organization}`;

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
