/** One entry of the service's log of changes. */
export interface Activity {
  /** The last part of the object's identity. */
  readonly object: string;
  /** Name or email of the author. */
  readonly by: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** The name that the author's program gave itself; absent if the service doesn't know it. */
  readonly client?: string;
  /** Names of the changed fields, in the service's spelling; absent if the log doesn't have them. */
  readonly fields?: readonly string[];
}
