import type { Text } from "../model/messages.ts";

/** How to recognize that an object is being deleted, and how long a removal waits until it is gone. */
export interface AsyncDeletion<Wire> {
  /** Whether the object is being deleted. Until then, its key can't be used again. */
  readonly isPending: (wire: Wire) => boolean;
  readonly timeoutSeconds: number;
  /** Pause between two checks, in seconds. */
  readonly intervalSeconds: number;
}

/**
 * The service keeps a deleted object for so long that nobody waits for it. An object that is being deleted counts as
 * deleted.
 */
export interface RetainedDeletion<Wire> {
  /** Whether the object is being deleted. */
  readonly isPending: (wire: Wire) => boolean;
  /** A note for users about a deleted object: until when it is kept, and who can cancel the deletion. */
  readonly note: (wire: Wire) => Text;
}

/**
 * The service deletes objects asynchronously: a deleted object and its natural key stay for a while, and a deletion waits
 * for that. An object that is kept for long counts as gone immediately; a warning says until when it is kept.
 *
 * The wait fails with wait_timed_out, or with not_applied if the object exists and is no longer being deleted.
 *
 * @see src/driver/hooks/async-deletion.ts
 * @see test/unit/capabilities/async-deletion.test.ts
 */
export function asyncDeletion<Wire>(rules: AsyncDeletion<Wire> | RetainedDeletion<Wire>): {
  readonly name: string;
  readonly asyncDeletion: AsyncDeletion<Wire> | RetainedDeletion<Wire>;
} {
  return { name: "async deletion", asyncDeletion: rules };
}
