import type { Cause } from "./causes.ts";
import type { Tally } from "./tally.ts";

/** What a run does with each organization. */
export type FleetAction = "plan" | "up";

/** What a recorded run did: `retire` deletes everything of one organization that has left the file. */
export type RunAction = FleetAction | "retire";

/** How many objects of a stack are treated how; of a plan, how many would be. */
export interface Changes {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
}

/** One object that a plan creates, changes, replaces, or deletes. */
export interface PlannedObject {
  readonly operation: keyof Changes;
  /** What the engine calls it: `orgform_role.support`, `orgform:index:Role support`. */
  readonly address: string;
  /** Names of the fields that change, as the program spells them; empty where the engine hides which. No values. */
  readonly fields: readonly string[];
  /** Whether its state keeps it from being deleted; absent where the engine's own plan refuses that. */
  readonly isProtected?: boolean;
}

/** Objects that many organizations have under one address, and for which the plan is the same. */
export interface ObjectGroup extends PlannedObject {
  /** Names of the organizations, in the order of the run. */
  readonly organizations: readonly string[];
}

/** What an engine keeps of a plan. */
export interface SavedPlan {
  /** `exact`: the engine applies this plan and no other. `checked`: it plans anew right before, and compares. */
  readonly bound: "exact" | "checked";
  /** The engine's own; it may hold secrets. */
  readonly content: string;
}

/** What an engine did with a stack, or would do. */
export interface Dealings {
  readonly changes: Changes;
  /** Invites that this sends at most: one for each new object of a person. */
  readonly invites: number;
  /** Of a plan: the objects that it creates, changes, replaces, or deletes. */
  readonly objects?: readonly PlannedObject[];
  /** Of a plan that is kept. */
  readonly saved?: SavedPlan;
}

export const NO_CHANGES: Changes = { create: 0, update: 0, replace: 0, delete: 0 };

/** How a run stands: `held` for a person before a wave, `stopped` by failures or by a person. */
export type RunState = "running" | "held" | "stopped" | "ended";

/** What an organization's run ended with. */
export interface Outcome {
  readonly state: "succeeded" | "failed";
  readonly changes: Changes;
  /** Invites that the engine's changes send at most; absent where there are none. */
  readonly invites?: number | undefined;
  /** Of a plan: its objects; absent where nothing changes. */
  readonly objects?: readonly PlannedObject[] | undefined;
  /** How the outcome is bound to a plan that is kept; absent where it isn't. */
  readonly bound?: SavedPlan["bound"] | undefined;
  /** Requests to the service; undefined where nobody counted them. */
  readonly calls?: number | undefined;
  readonly durationMs: number;
  /** What the engine says of the failure, without secrets. */
  readonly message?: string | undefined;
}

/**
 * What happens in a run, in order; `--json` prints each as a line. Waves count from 1; `done` counts the objects that
 * the engine has dealt with so far.
 */
export type FleetEvent =
  | {
      readonly event: "start";
      readonly run: number;
      readonly action: RunAction;
      readonly organizations: number;
      readonly waves: number;
      /** Least minutes that the service's limits make the run last; undefined where no earlier run told of calls. */
      readonly minutes?: number | undefined;
    }
  | {
      readonly event: "wave";
      readonly wave: number;
      readonly state: "started" | "ended" | "held";
      readonly organizations: number;
      /** Whom a held wave waits for, as part of a sentence. */
      readonly reason?: string | undefined;
    }
  | { readonly event: "organization"; readonly name: string; readonly wave: number; readonly state: "started" }
  | {
      readonly event: "organization";
      readonly name: string;
      readonly wave: number;
      readonly state: "progress";
      readonly done: number;
    }
  | ({ readonly event: "organization"; readonly name: string; readonly wave: number } & Outcome)
  | { readonly event: "note"; readonly text: string }
  | { readonly event: "stopped"; readonly reason: string }
  | {
      /** What organizations have in common: the objects of a plan, and causes of failures. Absent where there is neither. */
      readonly event: "summary";
      readonly objects: readonly ObjectGroup[];
      readonly causes: readonly Cause[];
    }
  | ({ readonly event: "end" } & Tally);

/** Takes what happens in a run. */
export type OnEvent = (event: FleetEvent) => void;
