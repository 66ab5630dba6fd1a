import type { IdempotencyRecord, RecordStore } from "../../../src/driver/driver.ts";

/** Idempotency records that last as long as the test, with their texts for searches. */
export function memoryIdempotency(): RecordStore<IdempotencyRecord> & {
  readonly kept: Map<string, IdempotencyRecord>;
  text(): string;
} {
  const kept = new Map<string, IdempotencyRecord>();
  return {
    kept,
    text: () => JSON.stringify([...kept]),
    location: "memory",
    read: (key) => Promise.resolve(kept.get(key)),
    write: (key, record) => {
      kept.set(key, record);
      return Promise.resolve();
    },
    remove: (key) => {
      kept.delete(key);
      return Promise.resolve();
    },
  };
}
