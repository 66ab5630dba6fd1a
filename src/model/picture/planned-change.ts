import type { Values } from "../json-value.ts";

/** What a plan does to one object, in the model's words; `UNKNOWN` stands for values that only the apply brings. */
export interface PlannedChange {
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  /** What the program calls the object. */
  readonly address: string;
  /** ID in the state; undefined for an object that the plan creates. */
  readonly id: string | undefined;
  /** Inputs and outputs of the state; undefined for an object that the plan creates. */
  readonly before: Values | undefined;
  /** Declared inputs; undefined for an object that the plan deletes. */
  readonly after: Values | undefined;
  /** Whether the object is deleted and made anew. */
  readonly isReplaced: boolean;
  /** Whether state alone forgets the object, which stays as it is. */
  readonly isForgotten: boolean;
  /** Paths of the secrets that the program gives, never a value. */
  readonly secrets: readonly string[];
}

/** What a plan does by another provider to an object of a kind that we have. Its values are that provider's, and aren't read. */
export interface ForeignChange {
  /** Name of the resource that has the kind here: `Role`. */
  readonly resource: string;
  readonly address: string;
  /** The provider, as people know it: `posthog/posthog`. */
  readonly by: string;
  /** The organization, where the plan has its ID. */
  readonly organizationId: string | undefined;
  /** Whether the object is made, also in place of another. */
  readonly isMade: boolean;
  /** Whether the object goes, also to be made anew. */
  readonly isRemoved: boolean;
}

/** A plan of an engine, as far as it is about objects of ours. */
export interface RecordedPlan {
  readonly engine: string;
  readonly changes: readonly PlannedChange[];
  /** Addresses of resources of ours that this version doesn't know. */
  readonly unknown: readonly string[];
  /** Changes by other providers, which nobody can lay over a picture. */
  readonly foreign?: readonly ForeignChange[];
  /** Whether the engine failed while it made the plan, so changes are missing. */
  readonly isFailed?: boolean;
}
