/** Trait: the request that makes an object depends on something, or changes something, that others share. */
export interface SerializedCreation {
  /**
   * The name of what is shared, for instance the account's current organization: such requests of one process are sent
   * one after another, each with its guards.
   */
  readonly mutex?: string;
}
