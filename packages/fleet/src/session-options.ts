import type { Guard } from "./approvals/wave-rule.ts";
import type { BoundPlan } from "./bound/bound-plan.ts";
import type { PlanKeeper } from "./bound/plan-keeper.ts";
import type { FleetEngine } from "./fleet-engine.ts";
import type { RunOptions } from "./record/run-record.ts";
import type { OnEvent } from "./run/events.ts";
import type { JudgePlan } from "./run/plan-judge.ts";

/** The options of a fleet session. */
export interface SessionOptions {
  /** Path of the fleet file. */
  readonly file: string;
  /** Path of the record; by default `.orgform/<name of the file>/runs.sqlite` beside the file. */
  readonly recordFile?: string | undefined;
  /** Uses the record on this machine, even if the fleet file names a database, as workers on Temporal do. */
  readonly isRecordLocal?: boolean | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** All engines that can run templates of the file. */
  readonly engines: readonly FleetEngine[];
  /** Starts the provider process that organizations share; without it each engine starts its own. */
  readonly providerCommand?: readonly [string, ...string[]] | undefined;
  /** The people whose signatures a run needs, whatever the fleet file says. */
  readonly approvers?: Guard["approvers"];
}

/** How states are found. */
export interface StatesSearch {
  /** The part of the budget, above 0 and up to 1. */
  readonly share?: number | undefined;
  /** Told when a database can't be reached, and when it can again. */
  readonly onNote?: ((text: string) => void) | undefined;
}

/** How a run reports, is stopped, and asks for approval. */
export interface RunControl {
  readonly onEvent: OnEvent;
  readonly signal: AbortSignal;
  readonly approve?: ((wave: number) => Promise<boolean>) | undefined;
  /** Checks plans against the policy that the fleet file names. Required for an `up` of such a file. */
  readonly judge?: JudgePlan | undefined;
}

/** A run that stores a plan, or applies a stored one. */
export interface ControlWithPlan extends RunControl {
  readonly keeper?: PlanKeeper | undefined;
  readonly plan?: BoundPlan | undefined;
}

/** What waits for an approval. */
export interface WhatWaits {
  /** The organization whose retirement waits, instead of a wave. */
  readonly retires?: string | undefined;
  readonly shard?: RunOptions["shard"];
}
