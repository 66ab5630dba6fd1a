import type { Text } from "../model/messages.ts";

/** How to tell that an object is being deleted, and how long that may take: a removal waits until it is gone. */
export interface AsyncDeletion<Wire> {
  /** Whether the object is being deleted: nothing of its key can be made yet. */
  readonly isPending: (wire: Wire) => boolean;
  readonly timeoutSeconds: number;
  /** Pause between two looks, in seconds. */
  readonly intervalSeconds: number;
}

/** The service keeps a deleted object so long that nobody waits for it: one that is being deleted is as good as deleted. */
export interface RetainedDeletion<Wire> {
  /** Whether the object is being deleted. */
  readonly isPending: (wire: Wire) => boolean;
  /** What people should know of one that was just deleted: until when it is kept, and who can call that off. */
  readonly note: (wire: Wire) => Text;
}

/**
 * The service deletes objects asynchronously: a deleted object and its natural key stay for a while, and a deletion waits
 * for that. An object that is kept for long counts as gone immediately; a warning says until when it is kept.
 *
 * The wait fails with wait_timed_out, or with not_applied if the object is there and no longer on its way out.
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
