/** Where records are kept, one for each key: a place that outlives the process. */
export interface RecordStore<T> {
  /** What a person is told of it: a folder. */
  readonly place: string;
  readonly read: (key: string) => Promise<T | undefined>;
  /** Writes so that the record is there before the request is sent, whatever happens then. */
  readonly write: (key: string, record: T) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}
