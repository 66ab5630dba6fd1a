import type { EngineName, RecordedState } from "../../engines/engine.ts";

/** What the state of a stack holds of ours, and which engine's it is. */
export interface RecordedStack extends RecordedState {
  readonly engine: EngineName;
}

/** A state that cannot be used; its message is for the user, with the next step. */
export class StateError extends Error {}

/** A state that holds nothing of ours: nothing was applied yet, or it is the state of something else. */
export class NothingRecordedError extends StateError {}
