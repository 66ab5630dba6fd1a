import type { Text } from "../messages.ts";

/** Trait: the service removes objects in its own time. A deleted one stays for a while, and so does its natural key. */
export interface AsyncDeletion<Wire> {
  readonly pendingDeletion?: PendingDeletion<Wire> | LingeringDeletion<Wire>;
}

/** The service keeps a deleted object so long that nobody waits for it: one on its way out is as good as deleted. */
export interface LingeringDeletion<Wire> {
  /** Whether the object is on its way out. */
  readonly isPending: (wire: Wire) => boolean;
  /** What people should know of one that was just deleted: until when it is kept, and who can call that off. */
  readonly note: (wire: Wire) => Text;
}

/** How to tell that an object is being deleted, and how long that may take. */
export interface PendingDeletion<Wire> {
  /** Whether the object is being deleted: it counts as gone, and nothing of its key can be made yet. */
  readonly isPending: (wire: Wire) => boolean;
  readonly timeoutSeconds: number;
  /** Pause between two looks, in seconds. */
  readonly intervalSeconds: number;
}
