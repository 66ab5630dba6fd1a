import type { CreationRecord, RecordStore } from "../../src/driver/driver.ts";

/** Records of creates in memory, for processes that share nothing else. */
export class MemoryCreations implements RecordStore<CreationRecord> {
  readonly place = "memory";
  readonly records = new Map<string, CreationRecord>();
  /** What the next writes fail with. */
  failure: Error | undefined;

  read(key: string): Promise<CreationRecord | undefined> {
    return Promise.resolve(this.records.get(key));
  }

  write(key: string, record: CreationRecord): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    this.records.set(key, record);
    return Promise.resolve();
  }

  remove(key: string): Promise<void> {
    this.records.delete(key);
    return Promise.resolve();
  }
}
