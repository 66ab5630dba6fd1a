/**
 * A shared thing that requests depend on or change. Such requests of one account and process are sent one after the
 * other.
 */
export interface SerializeBy {
  /**
   * The name of the shared thing, such as the account's current organization. Creates are sent one after the other,
   * each with its guards.
   */
  readonly name: string;
  /** The part of the identity that names the group of a request. Waiting requests of one group share a turn. */
  readonly turnsTogetherBy?: string;
  /** Whether removing an object also changes the shared thing. */
  readonly removals?: true;
  /** Whether changing an object also depends on the shared thing. */
  readonly changes?: true;
}

/**
 * Requests that create, change, or delete the object depend on something shared with others, or change it.
 *
 * The driver sends such requests one after the other, across all resources that name the same thing. The next request
 * knows what the one before stored about it.
 *
 * In a fleet, the processes of all stacks share the turn.
 *
 * @see src/driver/hooks/serialized-requests.ts
 * @see test/unit/capabilities/serialize-by.test.ts
 */
export function serializeBy(shared: SerializeBy): { readonly name: string; readonly serializeBy: SerializeBy } {
  return { name: "serialize by", serializeBy: shared };
}
