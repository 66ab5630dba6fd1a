/** Trait: the service removes objects in its own time. A deleted one stays for a while, and so does its natural key. */
export interface AsyncDeletion<Wire> {
  readonly pendingDeletion?: PendingDeletion<Wire>;
}

/** How to tell that an object is being deleted, and how long that may take. */
export interface PendingDeletion<Wire> {
  /** Whether the object is being deleted: it counts as gone, and nothing of its key can be made yet. */
  readonly isPending: (wire: Wire) => boolean;
  readonly timeoutSeconds: number;
  /** Pause between two looks, in seconds. */
  readonly intervalSeconds: number;
}
