import type { CreationRecord, CreationStore, CreatorIndex } from "../../src/driver/driver.ts";

/** The stack that manages an object, and whether it created it. */
interface Maker {
  readonly stack: string;
  readonly isMade: boolean;
}

/** Creation records in memory, for processes that share nothing else. */
export class MemoryCreations implements CreationStore {
  readonly location = "memory";
  readonly records: Map<string, CreationRecord>;
  readonly creators: CreatorIndex;
  readonly #stack: string;
  readonly #makers: Map<string, Maker>;
  /** The error of the next writes. */
  failure: Error | undefined;

  constructor(stack = "stack", records = new Map<string, CreationRecord>(), makers = new Map<string, Maker>()) {
    this.#stack = stack;
    this.records = records;
    this.#makers = makers;
    this.creators = {
      note: (object, isMade) => Promise.resolve(void makers.set(object, { stack, isMade })),
      isMadeHere: (object) => {
        const maker = makers.get(object);
        return Promise.resolve(maker?.stack === stack && maker.isMade);
      },
      isOfAnother: (object) => Promise.resolve((makers.get(object)?.stack ?? stack) !== stack),
      drop: (object) => Promise.resolve(void makers.delete(object)),
    };
  }

  /** The records of another stack in the same location. */
  ofStack(stack: string): MemoryCreations {
    return new MemoryCreations(stack, this.records, this.#makers);
  }

  read(key: string): Promise<CreationRecord | undefined> {
    return Promise.resolve(this.records.get(this.#nameOf(key)));
  }

  write(key: string, record: CreationRecord): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    this.records.set(this.#nameOf(key), record);
    return Promise.resolve();
  }

  remove(key: string): Promise<void> {
    this.records.delete(this.#nameOf(key));
    return Promise.resolve();
  }

  #nameOf(key: string): string {
    return `${this.#stack} ${key}`;
  }
}
