/** What passes through Temporal: names, options, and results. Keys and values stay with the workers, which read the file. */
import type { Approval } from "../approvals/approval.ts";
import type { RunOptions } from "../record/run-record.ts";
import type { FleetAction, Outcome, RunState } from "../run/events.ts";
import type { OrganizationState, Tally } from "../run/tally.ts";

/** One organization of a run, as workflows know it. */
export interface SerializedOrganization {
  readonly name: string;
  readonly template: string;
  /** From 0. */
  readonly wave: number;
  /** Task queue of its credential. */
  readonly queue: string;
  /** Hash of its part of the client's fleet file; a worker whose file differs refuses to run it. */
  readonly fingerprint: string;
  readonly state: OrganizationState;
  readonly outcome?: Outcome | undefined;
  /** Whether this run was interrupted in it: what is left of its plan is applied then. */
  readonly isCutOff?: boolean | undefined;
}

/** The stored plan that a run applies. Workers have the file: Temporal sees its name and its digest. */
export interface TravellingPlan {
  /** Name of the file in the folder of plans of each worker, without folders. */
  readonly file: string;
  readonly digest: string;
}

/** When a run starts no further organization; without infinity, which JSON doesn't have. */
export interface TravellingStop {
  readonly failures: number | null;
  readonly share?: number;
  readonly deletions?: number | undefined;
  readonly replacements?: number | undefined;
}

/** The parameters of a run, which stay the same when it is resumed. */
export interface SerializedOptions extends Pick<RunOptions, "isRefresh" | "isApproved" | "isGuarded"> {
  /** Undefined if the run applies the fleet file. */
  readonly plan?: TravellingPlan | undefined;
}

/** What the organizations of a run have in common. */
export interface SharedOptions extends Pick<SerializedOptions, "isGuarded" | "plan"> {
  readonly action: FleetAction;
  readonly isRefresh: boolean;
  /** Whether every wave except the first needs approval. */
  readonly isApproved: boolean;
  /** Organizations that run in parallel, on all workers together. */
  readonly parallel: number;
  readonly stop: TravellingStop;
}

/** A run of a fleet. */
export interface RunInput extends SharedOptions {
  /** From 1; a resumed run keeps its number. */
  readonly run: number;
  /** For each wave, whether it needs the approval of any person. The workers decide which signatures it needs. */
  readonly held: readonly boolean[];
  /** Waves, from 1, up to which a person approved. */
  readonly approved: number;
  /** Absent in runs of versions before plans. */
  readonly approvals?: readonly Approval[] | undefined;
  readonly organizations: readonly SerializedOrganization[];
}

/** The state of a run on Temporal: `paused` starts nothing further until it is resumed. */
export type SerializedState = RunState | "paused";

/** A run as its workflow reports it, and its result. */
export interface RunStand extends SerializedOptions {
  readonly run: number;
  readonly action: FleetAction;
  /** UTC, RFC 3339. */
  readonly started: string;
  readonly state: SerializedState;
  readonly reason?: string | undefined;
  readonly waves: number;
  readonly approved: number;
  /** Absent in runs of versions before plans. */
  readonly approvals?: readonly Approval[] | undefined;
  /** Whether it waits for signatures. */
  readonly isUnsigned?: boolean | undefined;
  /** Workflow of the current wave. */
  readonly wave?: string | undefined;
  readonly tally: Tally;
  readonly organizations: readonly SerializedOrganization[];
}

/** A wave of a run. */
export interface WaveInput extends SharedOptions {
  /** From 0. */
  readonly wave: number;
  /** The number of failures in the waves before. */
  readonly failures: number;
  readonly isPaused: boolean;
  readonly approvals: readonly Approval[];
  readonly members: readonly SerializedOrganization[];
}

/** The result of a wave. */
export interface WaveResult {
  readonly members: readonly SerializedOrganization[];
  /** Why the run stops after it. */
  readonly reason?: string | undefined;
}

/** The beginning of a wave, as a worker is asked to allow it. */
export interface WaveOrder extends Pick<SharedOptions, "isApproved" | "isGuarded" | "plan"> {
  /** From 0. */
  readonly wave: number;
  readonly approvals: readonly Approval[];
}

/** A task for a worker. */
export interface OrganizationOrder extends WaveOrder {
  readonly name: string;
  readonly fingerprint: string;
  readonly action: FleetAction;
  readonly isRefresh: boolean;
  readonly isRepair: boolean;
  readonly isCutOff: boolean;
}

/** Whether a wave can begin. */
export interface WaveVerdict {
  /** The signatures that it waits for, as part of a sentence; undefined if it can begin. */
  readonly held?: string | undefined;
  /** Why it can't begin here at all, such as a plan that the worker doesn't have. */
  readonly refused?: string | undefined;
}

/** What workers do. */
export interface FleetActivities {
  checkWave(order: WaveOrder): Promise<WaveVerdict>;
  runOrganization(order: OrganizationOrder): Promise<Outcome>;
}

/** Workflow of a wave, from 1; each execution of a run has its own waves. */
export const waveId = (run: string, execution: string, wave: number): string => `${run}/${execution}/wave-${wave}`;
