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

/** Where idempotency records are kept: a place that outlives the process. */
export interface IdempotencyStore {
  /** What a person is told of it: a folder. */
  readonly place: string;
  readonly read: (key: string) => Promise<IdempotencyRecord | undefined>;
  /** Writes so that the record is there before the call is sent, whatever happens then. */
  readonly write: (key: string, record: IdempotencyRecord) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}
