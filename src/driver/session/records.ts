import type { Values } from "../../model/json-value.ts";

/** Where records are stored, one for each key: a location that outlives the process. */
export interface RecordStore<T> {
  /** How messages name it: a folder. */
  readonly location: string;
  readonly read: (key: string) => Promise<T | undefined>;
  /** Writes the record durably before the request is sent, so no crash can lose it. */
  readonly write: (key: string, record: T) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

/** The idempotency record of a call that must not be repeated; no argument is in it. */
export interface IdempotencyRecord {
  readonly function: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601; absent if the end of the call is unknown. */
  readonly finishedAt?: string | undefined;
  /** The result of the call, if no part of it is secret. */
  readonly result?: Values | undefined;
}

/** A request for a new object that was sent, or is about to be. Times are ISO 8601, by the service's clock. */
export interface CreationAttempt {
  /** The time before the first request that might have created the object. */
  readonly sentAt: string;
  /** When it was sent last; absent if the process was interrupted. */
  readonly lastSentAt?: string | undefined;
  /** When the last caller stopped waiting for it; absent as above. */
  readonly gaveUpAt?: string | undefined;
  /** The maximum difference between these times and the service's clock, in milliseconds. */
  readonly clockErrorMs: number;
  /** Ids of the objects of the same natural key that were there before: none of them was made by this attempt. */
  readonly seen: readonly string[];
  /** Salt of the digests, so nobody can recognize a value by its digest. */
  readonly salt: string;
  /** A digest of each value that was sent and that the service shows, by field. */
  readonly digests: Readonly<Record<string, string>>;
  /** The ID from the response; absent if the end of the attempt is unknown. */
  readonly made?: string | undefined;
}

/** The attempts to create the object with a natural key, oldest first. */
export interface CreationRecord {
  readonly attempts: readonly CreationAttempt[];
}

/** Which stack created an object, for all stacks that share a location for their records. */
export interface CreatorIndex {
  /** Notes that this stack created the object, or adopted an existing one. */
  readonly note: (object: string, isMade: boolean) => Promise<void>;
  /** Whether the newest note of the object says that this stack made it. */
  readonly isMadeHere: (object: string) => Promise<boolean>;
  /** Whether the newest note of the object is another stack's. */
  readonly isOfAnother: (object: string) => Promise<boolean>;
  /** Forgets the object: it was deleted. */
  readonly drop: (object: string) => Promise<void>;
}

/** Where the records of creates are stored. */
export interface CreationStore extends RecordStore<CreationRecord> {
  /** Absent if no other stack stores records. */
  readonly creators?: CreatorIndex;
}
