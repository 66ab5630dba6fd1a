/** Trait: the requests that make an object, change it or remove it, depend on something, or change something, that others share. */
export interface SerializedCreation {
  /**
   * The name of what is shared, for instance the account's current organization: such requests of one account and process
   * are sent one after another, each with its guards.
   */
  readonly mutex?: string;
  /** The part of the identity that names the place in which they write: those of one place that wait have one turn together. */
  readonly turnsTogetherBy?: string;
  /** Whether removing an object changes what is shared as well. */
  readonly isRemovedInTurn?: true;
  /** Whether changing one depends on what is shared as well. */
  readonly isChangedInTurn?: true;
}
