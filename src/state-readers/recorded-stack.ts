import type { RecordedObject } from "../driver/driver.ts";

/** What a state holds of ours. */
export interface RecordedStack {
  readonly engine: "pulumi" | "terraform";
  readonly objects: readonly RecordedObject[];
  /** Addresses of resources of ours that this version does not know. */
  readonly unknown: readonly string[];
}

/** A state that cannot be used; its message is for the user, with the next step. */
export class StateError extends Error {}
