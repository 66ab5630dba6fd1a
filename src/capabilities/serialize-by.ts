/** What requests depend on, or change, that others share: such requests of one account and process are sent in turn. */
export interface SerializeBy {
  /** The name of what is shared, for instance the account's current organization. Creates are sent in turn, each with its guards. */
  readonly name: string;
  /** The part of the identity that names what they write in: those of one group that wait have one turn together. */
  readonly turnsTogetherBy?: string;
  /** Whether removing an object changes what is shared as well. */
  readonly removals?: true;
  /** Whether changing one depends on what is shared as well. */
  readonly changes?: true;
}

/**
 * Requests that create, change, or delete the object depend on something shared with others, or change it.
 *
 * The driver sends such requests one after the other, across all resources that name the same thing. What a request noted
 * of it is known to the next one.
 *
 * In a fleet, the processes of all stacks share the turn.
 *
 * @see src/driver/hooks/serialized-requests.ts
 * @see test/unit/capabilities/serialize-by.test.ts
 */
export function serializeBy(shared: SerializeBy): { readonly name: string; readonly serializeBy: SerializeBy } {
  return { name: "serialize by", serializeBy: shared };
}
