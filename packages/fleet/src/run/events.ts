import type { Cause } from "./causes.ts";
import type { Tally } from "./tally.ts";

/** What a run does with each organization. */
export type FleetAction = "plan" | "up";

/** What a recorded run did: `retire` deletes all objects of one organization that was removed from the file. */
export type RunAction = FleetAction | "retire";

/** The number of objects of a stack by operation; for a plan, the planned operations. */
export interface Changes {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
}

/** One object that a plan creates, changes, replaces, or deletes. */
export interface PlannedObject {
  readonly operation: keyof Changes;
  /** The engine's name for it: `orgform_role.support`, `orgform:index:Role support`. */
  readonly address: string;
  /** Names of the changed fields, spelled as in the program; empty if the engine hides them. No values. */
  readonly fields: readonly string[];
  /** Whether its state protects it from deletion; absent if the engine's own plan refuses the deletion. */
  readonly isProtected?: boolean;
}

/** Objects with the same address in many organizations, and the same planned operation. */
export interface ObjectGroup extends PlannedObject {
  /** Names of the organizations, in the order of the run. */
  readonly organizations: readonly string[];
}

/** What an engine stores of a plan. */
export interface SavedPlan {
  /** `exact`: the engine applies this plan and no other. `checked`: it plans again immediately before, and compares. */
  readonly bound: "exact" | "checked";
  /** The engine's own data; it can hold secrets. */
  readonly content: string;
}

/** What an engine did with a stack, or would do. */
export interface Dealings {
  readonly changes: Changes;
  /** The most invites that this sends: one for each new object of a person. */
  readonly invites: number;
  /** For a plan: the objects that it creates, changes, replaces, or deletes. */
  readonly objects?: readonly PlannedObject[];
  /** For a plan that is stored. */
  readonly saved?: SavedPlan;
  /** For a plan that was applied in another way than it was stored. */
  readonly bound?: SavedPlan["bound"];
}

export const NO_CHANGES: Changes = { create: 0, update: 0, replace: 0, delete: 0 };

/** The state of a run: `held` until a person approves a wave, `stopped` by failures or by a person. */
export type RunState = "running" | "held" | "stopped" | "ended";

/** The final state of an organization's run. */
export interface Outcome {
  readonly state: "succeeded" | "failed";
  readonly changes: Changes;
  /** The most invites that the engine's changes send; absent if there are none. */
  readonly invites?: number | undefined;
  /** For a plan: its objects; absent if nothing changes. */
  readonly objects?: readonly PlannedObject[] | undefined;
  /** How the outcome is bound to a stored plan; absent if it isn't. */
  readonly bound?: SavedPlan["bound"] | undefined;
  /** Requests to the service; undefined if they weren't counted. */
  readonly calls?: number | undefined;
  readonly durationMs: number;
  /** The engine's failure message, without secrets. */
  readonly message?: string | undefined;
}

/**
 * The events of a run, in order; `--json` prints each as a line. Waves count from 1; `done` counts the objects that the
 * engine has processed so far.
 */
export type FleetEvent =
  | {
      readonly event: "start";
      readonly run: number;
      readonly action: RunAction;
      /** Organizations, and the waves that have any of them, that haven't succeeded yet. */
      readonly organizations: number;
      readonly waves: number;
      /** The least minutes that the service's limits make the run take; undefined without requests of an earlier run. */
      readonly minutes?: number | undefined;
    }
  | {
      readonly event: "wave";
      readonly wave: number;
      readonly state: "started" | "ended" | "held";
      readonly organizations: number;
      /** The people that a held wave waits for, as part of a sentence. */
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
      /** What organizations have in common: the objects of a plan, and causes of failures. Absent if there is neither. */
      readonly event: "summary";
      readonly objects: readonly ObjectGroup[];
      readonly causes: readonly Cause[];
    }
  | ({ readonly event: "end" } & Tally);

/** Receives the events of a run. */
export type OnEvent = (event: FleetEvent) => void;
