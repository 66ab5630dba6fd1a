import type { Values } from "../../model/json-value.ts";

/** The idempotency record of a call that must not be repeated; no argument is in it. */
export interface IdempotencyRecord {
  readonly function: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601; absent while nobody knows how the call ended. */
  readonly finishedAt?: string | undefined;
  /** What the call gave, where none of it is secret. */
  readonly result?: Values | undefined;
}
