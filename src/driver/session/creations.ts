import type { CreationRecord } from "./creation-record.ts";
import type { RecordStore } from "./record-store.ts";

/** A record tells of the program's own earlier try for this long; beyond it, what is found is somebody's. */
export const RECORDS_KEPT_MS = 24 * 60 * 60 * 1_000;

/** The service's clocks and the Date header of an earlier answer differ by less. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1_000;

/** An object that was found under the natural key of a record. */
interface FoundObject {
  readonly id: string;
  /** ISO 8601; undefined where the service does not show it. */
  readonly madeAt: string | undefined;
}

/**
 * What is known of the creates of this program, by natural key: those of this process, and those of earlier ones that
 * left records.
 */
export class Creations {
  /** What the store held when it was asked first, and what this process did since; undefined stands for nothing. */
  readonly #known = new Map<string, CreationRecord | undefined>();
  /** What this process made, by object key. */
  readonly #made = new Set<string>();
  readonly #store: RecordStore<CreationRecord> | undefined;
  readonly #nowMs: () => number;
  #isStoreSilent = false;

  /** @param nowMs - the service's time as far as it is known */
  constructor(store: RecordStore<CreationRecord> | undefined, nowMs: () => number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** The record of a try under a natural key that is not too old. */
  async earlier(key: string): Promise<CreationRecord | undefined> {
    if (!this.#known.has(key)) this.#known.set(key, await this.#store?.read(key).catch(() => undefined));
    const record = this.#known.get(key);
    return record !== undefined && this.#nowMs() - Date.parse(record.triedAt) < RECORDS_KEPT_MS ? record : undefined;
  }

  /** Whether this process made the object, rather than found it. */
  hasMade(object: string): boolean {
    return this.#made.has(object);
  }

  /**
   * Writes down that an object is about to be made.
   *
   * Where an earlier try ended unknown it goes on counting: its request may still be carried out.
   *
   * @param seen - ids of the objects of the same natural key that exist
   * @param onUnkept - told once, why no record can be kept
   */
  async begin(key: string, seen: readonly string[], onUnkept: (place: string, cause: unknown) => void): Promise<Trial> {
    const earlier = await this.earlier(key);
    const pending = earlier?.made === undefined ? earlier : undefined;
    const record: CreationRecord = {
      triedAt: pending?.triedAt ?? new Date(this.#nowMs()).toISOString(),
      seen: [...new Set([...(pending?.seen ?? []), ...seen])],
    };
    await this.#write(key, record, onUnkept);
    return {
      seen: record.seen,
      made: (id, object) => {
        this.#made.add(object);
        return this.#write(key, { ...record, made: id }, onUnkept);
      },
      refused: () => (earlier === undefined ? this.#forget(key) : this.#write(key, earlier, onUnkept)),
    };
  }

  async #write(key: string, record: CreationRecord, onUnkept: (place: string, cause: unknown) => void): Promise<void> {
    this.#known.set(key, record);
    if (this.#store === undefined || this.#isStoreSilent) return;
    try {
      await this.#store.write(key, record);
    } catch (error) {
      // Creating goes on: without a record a later run takes over less, never more.
      if (!this.#isStoreSilent) onUnkept(this.#store.place, error);
      this.#isStoreSilent = true;
    }
  }

  async #forget(key: string): Promise<void> {
    this.#known.set(key, undefined);
    await this.#store?.remove(key).catch(() => undefined);
  }
}

/** A create under way. */
export interface Trial {
  /** Ids of the objects of the same natural key that were known before. */
  readonly seen: readonly string[];
  /** Notes what was made: its id, and its object key, at once. */
  readonly made: (id: string, object: string) => Promise<void>;
  /** Notes that nothing was made, and surely not by this try. */
  readonly refused: () => Promise<void>;
}

/** Whether an object was made by the try that a record tells of. */
export function isMadeBy({ triedAt, seen, made }: CreationRecord, { id, madeAt }: FoundObject): boolean {
  if (made !== undefined) return made === id;
  if (seen.includes(id)) return false;
  return madeAt === undefined || !(Date.parse(madeAt) < Date.parse(triedAt) - CLOCK_TOLERANCE_MS);
}
