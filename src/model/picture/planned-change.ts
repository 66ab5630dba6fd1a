import type { Values } from "../json-value.ts";

/** A planned change to one object, in the model's terms; `UNKNOWN` represents values that are known only after the apply. */
export interface PlannedChange {
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  /** The object's name in the program. */
  readonly address: string;
  /** ID in the state; undefined for an object that the plan creates. */
  readonly id: string | undefined;
  /** Inputs and outputs of the state; undefined for an object that the plan creates. */
  readonly before: Values | undefined;
  /** Declared inputs; undefined for an object that the plan deletes. */
  readonly after: Values | undefined;
  /** Whether the object is deleted and created again. */
  readonly isReplaced: boolean;
  /** Whether the object is only removed from the state, and stays unchanged. */
  readonly isForgotten: boolean;
  /** Whether the engine does nothing with the object; undefined means that it does something. */
  readonly isKept?: boolean;
  /** Address of the role that an unknown `roleId` comes from, if it comes from that role alone. */
  readonly references?: { readonly roleId?: string | undefined };
  /** Paths of the secrets that the program contains, never a value. */
  readonly secrets: readonly string[];
  /** Paths of the secrets whose values the engine hides, and that the plan surely doesn't change. */
  readonly keptSecrets?: readonly string[];
}

/**
 * A planned change by another provider to an object of a kind that Orgform has. Its values belong to that provider, and
 * aren't read.
 */
export interface ForeignChange {
  /** Name of Orgform's resource for the kind: `Role`. */
  readonly resource: string;
  readonly address: string;
  /** The provider, under its public name: `posthog/posthog`. */
  readonly by: string;
  /** The organization, if the plan has its ID. */
  readonly organizationId: string | undefined;
  /** Whether the object is created, also as a replacement. */
  readonly isMade: boolean;
  /** Whether the object is deleted, also for a replacement. */
  readonly isRemoved: boolean;
}

/** An engine's plan, as far as it is about Orgform's objects. */
export interface RecordedPlan {
  readonly engine: string;
  readonly changes: readonly PlannedChange[];
  /** Addresses of Orgform's resources that this version doesn't know. */
  readonly unknown: readonly string[];
  /** Changes by other providers, which can't be applied to a picture. */
  readonly foreign?: readonly ForeignChange[];
  /** Whether the engine failed during the plan, so changes are missing. */
  readonly isFailed?: boolean;
}
