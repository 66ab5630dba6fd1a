/** The record of an object that is about to be made, or was. */
export interface CreationRecord {
  /** ISO 8601, by the service's clock: before the first request that may have made the object. */
  readonly triedAt: string;
  /** Ids of the objects of the same natural key that were there before: none of them was made by this try. */
  readonly seen: readonly string[];
  /** The id that the answer named; absent while nobody knows how the try ended. */
  readonly made?: string | undefined;
}
