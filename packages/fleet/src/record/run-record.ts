import type { Approval } from "../approvals/approval.ts";
import type { CommonCounts } from "../budget/common-counts.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import type { Outcome, PlannedObject, RunAction, RunState } from "../run/events.ts";
import type { OrganizationState, Tally } from "../run/tally.ts";

/** One run as it is recorded. */
export interface RecordedRun {
  /** From 1; later runs have larger numbers. */
  readonly id: number;
  readonly action: RunAction;
  readonly state: RunState;
  /** UTC, RFC 3339. */
  readonly started: string;
  readonly ended: string | undefined;
  readonly waves: number;
  /** Why it was held or stopped. */
  readonly reason: string | undefined;
  /** Waves, from 1, up to which a person approved. */
  readonly approved: number;
  readonly options: RunOptions;
  /** Present if a run of a shard is in a database: there, shards know of each other. */
  readonly rollout?: Rollout | undefined;
}

/** The contents of a whole fleet, or of a selection of it, of which a run applies one shard. */
export interface SharedContents {
  readonly shard: NonNullable<RunOptions["shard"]>;
  /** Digest of what all shards together apply. */
  readonly digest: string;
  /** Names of the organizations of all shards. */
  readonly names: readonly string[];
}

/** Runs of different shards that apply parts of the same contents. They are approved together. */
export interface Rollout {
  readonly id: number;
  /** UTC, RFC 3339. */
  readonly started: string;
  /** Names of the organizations of all shards. */
  readonly names: readonly string[];
  /** Whether other shards wait for this one with other contents, so that approvals of theirs don't count here. */
  readonly isApart: boolean;
}

/** What must stay the same when a run is resumed. */
export interface RunOptions {
  readonly isRefresh: boolean;
  /** Whether every wave except the first needs approval. */
  readonly isApproved: boolean;
  /** The run's share of each credential's budget, above 0 and up to 1. */
  readonly share: number;
  /** The shard of the fleet, from 1; absent for the whole fleet. */
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
  /** Digest of the plan that it applies; absent if it applies the file. */
  readonly plan?: string | undefined;
  /** Whether a file of approvers protects it: then it can't be resumed without such a file. */
  readonly isGuarded?: boolean | undefined;
  /** For a retirement: the objects that were reviewed. */
  readonly objects?: readonly PlannedObject[] | undefined;
}

/** The latest run of an organization that could have changed it. */
export interface LastRun {
  readonly run: RecordedRun;
  /** The state of that organization in the run. */
  readonly state: OrganizationState;
}

/** One organization of a run. */
export interface RecordedOrganization {
  readonly name: string;
  readonly template: string;
  /** From 0. */
  readonly wave: number;
  readonly state: OrganizationState;
  /** When its latest start was, UTC, RFC 3339. */
  readonly started: string | undefined;
  readonly outcome: Outcome | undefined;
}

/** The last run of an organization. */
export interface LastUp {
  /** `running` if it was interrupted; `failed` also if it must run again. */
  readonly state: OrganizationState;
  /** Hash of what it was made from: equal if its part of the file hasn't changed. */
  readonly fingerprint: string;
}

/** The record of a fleet's runs, written only by the process that runs and readable by any. @throws RecordError */
export interface RunRecord {
  /**
   * Begins a run. @returns its ID
   *
   * @param contents - of which the run applies a shard. It joins the latest runs of other shards if theirs are the same
   *   and its own shard isn't among them
   */
  begin(
    action: RunAction,
    organizations: readonly FleetOrganization[],
    waves: number,
    options: RunOptions,
    contents?: SharedContents,
  ): Promise<number>;
  /** @throws Error if there is no such run */
  run(id: number): Promise<RecordedRun>;
  /** The latest run of an action, or of any action; with a shard, the latest run of that shard. */
  newest(action?: RunAction, shard?: RunOptions["shard"]): Promise<RecordedRun | undefined>;
  /** The organizations of a run in the order of the run. */
  organizationsOf(run: number): Promise<RecordedOrganization[]>;
  tallyOf(run: number): Promise<Tally>;
  setState(run: number, state: RunState, reason?: string): Promise<void>;
  /** Records an approval of a wave. An approval without a signature covers all waves up to it that wait for anyone. */
  approve(run: number, approval: Approval): Promise<void>;
  /** The approvals of a run and of those that are approved together with it, the oldest first. */
  approvalsOf(run: number): Promise<Approval[]>;
  /** @returns false if another run is working on the organization: then nothing is recorded */
  start(run: number, name: string): Promise<boolean>;
  end(run: number, name: string, outcome: Outcome): Promise<void>;
  /** Records that a retirement waits: its organization has a plan, and nothing was deleted. */
  hold(run: number, name: string, outcome: Outcome, reason: string): Promise<void>;
  /** The latest run of an organization that could have changed it: an `up`, or a retirement. */
  lastRunOf(name: string): Promise<LastRun | undefined>;
  /** An organization's part of the file when its latest `up` began; undefined if no run recorded it. */
  factsOf(name: string): Promise<unknown>;
  /** Names of organizations before their latest `up`: their stacks have been renamed since. */
  formerNames(): Promise<ReadonlySet<string>>;
  /** Marks failed organizations to be run again. */
  retry(run: number): Promise<void>;
  /** Mean number of requests of an organization in its latest successful run that sent any; `up` goes before `plan`. */
  callsEach(): Promise<number | undefined>;
  /** The state of each organization in its last run, by name; without organizations that were retired since. */
  lastUps(): Promise<ReadonlyMap<string, LastUp>>;
  /** The counts that all ledgers of this record share; each ledger has its own connection to them. */
  counts(): CommonCounts;
  /** A value that is stored beyond the end of a run. */
  kept(name: string): Promise<unknown>;
  keep(name: string, value: unknown): Promise<void>;
  close(): Promise<void>;
}
