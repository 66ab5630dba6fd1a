import type { CreationAttempt, CreationRecord, CreationStore } from "./records.ts";

/** How long a record proves the program's own earlier attempt; after that, a found object belongs to somebody else. */
export const RECORDS_KEPT_MS = 24 * 60 * 60 * 1_000;

/** A list that began this long after the last request shows that request's object: lists can lag by some seconds. */
export const SETTLED_MS = 30_000;

/** The service's clock was read off an answer, whole seconds and a way back ago. */
const SERVICE_CLOCK_ERROR_MS = 10_000;

/** The service hasn't sent its time, and the machine's own clock can be wrong. */
const LOCAL_CLOCK_ERROR_MS = 5 * 60 * 1_000;

/** A create of a process that was killed sent its last request at most this long after its first. */
const LONGEST_CREATE_MS = 10 * 60 * 1_000;

/** More attempts of one key than this tell nothing more. */
const MOST_ATTEMPTS = 20;

/** The times that creates are judged by. */
export interface CreationTime {
  /** The service's time, as far as it is known. */
  readonly nowMs: () => number;
  /** Whether the service has sent it. */
  readonly isService: () => boolean;
}

/** An attempt with an unknown end. */
export interface OpenAttempt extends CreationAttempt {
  /** No request of it was sent later. */
  readonly lastSentMs: number;
  /** An object that was created after this time, beyond the clocks' error, doesn't come from this attempt. */
  readonly windowEndMs: number;
}

/** The values at the beginning of an attempt. */
export type Begun = Pick<CreationAttempt, "seen" | "salt" | "digests">;

/** Told, once, why no record can be kept. */
type OnUnkept = (location: string, cause: unknown) => void;

/** This program's creates, by natural key: those of this process, and those of earlier ones that left records. */
export class Creations {
  /** The records that the store had at first, and this process's changes since. */
  readonly #known = new Map<string, readonly CreationAttempt[]>();
  /** When that was, by the service's time: a process that was killed was killed before. */
  readonly #readAtMs = new Map<string, number>();
  /** The objects that this process created, by object key. */
  readonly #made = new Set<string>();
  readonly #store: CreationStore | undefined;
  readonly #time: CreationTime;
  #isStoreSilent = false;

  constructor(store: CreationStore | undefined, time: CreationTime) {
    this.#store = store;
    this.#time = time;
  }

  /** The attempts for a natural key that aren't too old. */
  async attempts(key: string): Promise<readonly CreationAttempt[]> {
    if (!this.#known.has(key)) {
      const record = await this.#store?.read(key).catch(() => undefined);
      // Another caller might have read or begun meanwhile: its knowledge is newer.
      if (!this.#known.has(key)) this.#known.set(key, record?.attempts ?? []);
      this.#readAtMs.set(key, this.#time.nowMs());
    }
    const oldestMs = this.#time.nowMs() - RECORDS_KEPT_MS;
    return this.#of(key).filter(({ sentAt }) => Date.parse(sentAt) > oldestMs);
  }

  /** The attempts with an unknown end. */
  async openAttempts(key: string): Promise<OpenAttempt[]> {
    const attempts = await this.attempts(key);
    const readAtMs = this.#readAtMs.get(key) ?? this.#time.nowMs();
    return attempts.filter(({ made }) => made === undefined).map((attempt) => opened(attempt, readAtMs));
  }

  /** Whether this process made the object, rather than found it. */
  hasMade(object: string): boolean {
    return this.#made.has(object);
  }

  /** Whether another stack that keeps its records in the same location made the object. */
  async isOfAnotherStack(object: string): Promise<boolean> {
    return (await this.#store?.creators?.isOfAnother(object).catch(() => undefined)) ?? false;
  }

  /** Whether this stack noted that it made the object, in whichever process. */
  async isMadeByThisStack(object: string): Promise<boolean> {
    return (await this.#store?.creators?.isMadeHere(object).catch(() => undefined)) ?? false;
  }

  /**
   * Records that an object is about to be created.
   *
   * An earlier attempt with an unknown end still counts: its request might still be carried out.
   *
   * @param onUnkept - called once with the reason if no record can be stored
   */
  async begin(key: string, begun: Begun, onUnkept: OnUnkept): Promise<RunningAttempt> {
    const earlier = await this.openAttempts(key);
    const time = (): string => new Date(this.#time.nowMs()).toISOString();
    const clockErrorMs = this.#time.isService() ? SERVICE_CLOCK_ERROR_MS : LOCAL_CLOCK_ERROR_MS;
    let attempt: CreationAttempt = { sentAt: time(), clockErrorMs, ...begun };
    const become = async (next: CreationAttempt | undefined): Promise<void> => {
      const rest = this.#of(key).filter((one) => one !== attempt);
      if (next !== undefined) attempt = next;
      await this.#write(key, next === undefined ? rest : [...rest, next], onUnkept);
    };
    await become(attempt);
    return {
      seen: [...new Set([...earlier.flatMap(({ seen }) => seen), ...begun.seen])],
      sent: () => {
        const sent = { ...attempt, lastSentAt: time() };
        // Only in memory: for a reader elsewhere, the process counts as killed, and the last request as later.
        const known = this.#of(key);
        this.#known.set(
          key,
          known.map((one) => (one === attempt ? sent : one)),
        );
        attempt = sent;
      },
      made: async (id, object) => {
        this.#made.add(object);
        await become({ ...attempt, made: id });
        await this.own(object, true);
      },
      refused: () => become(undefined),
      gaveUp: () => become({ ...attempt, gaveUpAt: time() }),
    };
  }

  /**
   * Notes for other stacks that this one manages an object from now on.
   *
   * @param isMade - false for an object that existed before
   */
  async own(object: string, isMade: boolean): Promise<void> {
    await this.#store?.creators?.note(object, isMade).catch(() => undefined);
  }

  /**
   * Notes the object of an attempt with an unknown end: from now on, the attempt counts as answered, and nobody
   * recovers the object.
   */
  async recovered(key: string, { salt }: OpenAttempt, id: string): Promise<void> {
    const known = this.#of(key);
    await this.#write(
      key,
      known.map((one) => (one.salt === salt && one.made === undefined ? { ...one, made: id } : one)),
      () => undefined,
    );
  }

  /** Ends attempts that a list shows to have made nothing: one that began this long after them and lacks the object. */
  async endAttempts(key: string, listBeganAtMs: number): Promise<void> {
    const ended = (await this.openAttempts(key)).filter(
      ({ windowEndMs, clockErrorMs }) => listBeganAtMs >= windowEndMs + clockErrorMs + SETTLED_MS,
    );
    if (ended.length === 0) return;
    const isEnded = (one: CreationAttempt): boolean => ended.some(({ salt }) => salt === one.salt);
    const known = this.#of(key);
    await this.#write(
      key,
      known.filter((one) => !isEnded(one)),
      () => undefined,
    );
  }

  /** Forgets that an object was made: it was deleted. */
  async deleted(key: string | undefined, id: string, object: string): Promise<void> {
    await this.#store?.creators?.drop(object).catch(() => undefined);
    if (key === undefined) return;
    const attempts = await this.attempts(key);
    if (!attempts.some(({ made }) => made === id)) return;
    await this.#write(
      key,
      attempts.filter(({ made }) => made !== id),
      () => undefined,
    );
  }

  #of(key: string): readonly CreationAttempt[] {
    return this.#known.get(key) ?? [];
  }

  async #write(key: string, attempts: readonly CreationAttempt[], onUnkept: OnUnkept): Promise<void> {
    const kept = attempts.slice(-MOST_ATTEMPTS);
    this.#known.set(key, kept);
    if (this.#store === undefined || this.#isStoreSilent) return;
    try {
      const record: CreationRecord = { attempts: kept };
      if (kept.length === 0) await this.#store.remove(key);
      else await this.#store.write(key, record);
    } catch (error) {
      // Creating continues: without a record, a later run recovers less, never more.
      if (!this.#isStoreSilent) onUnkept(this.#store.location, error);
      this.#isStoreSilent = true;
    }
  }
}

/** A create under way. */
export interface RunningAttempt {
  /** Ids of the objects of the same natural key that were known before. */
  readonly seen: readonly string[];
  /** Notes that a request is sent now. */
  readonly sent: () => void;
  /** Notes what was created, its ID and its object key, immediately. */
  readonly made: (id: string, object: string) => Promise<void>;
  /** Notes that nothing was made, and surely not by this attempt. */
  readonly refused: () => Promise<void>;
  /** Notes that no caller waits any longer for an object of the attempt. */
  readonly gaveUp: () => Promise<void>;
}

/** Whether an object that was made then, as far as the service shows it, can be of the attempt. */
export function isInWindow({ sentAt, clockErrorMs, windowEndMs }: OpenAttempt, madeAt: string | undefined): boolean {
  if (madeAt === undefined) return true;
  const madeMs = Date.parse(madeAt);
  return madeMs >= Date.parse(sentAt) - clockErrorMs && madeMs <= windowEndMs + clockErrorMs;
}

function opened(attempt: CreationAttempt, readAtMs: number): OpenAttempt {
  const sentMs = Date.parse(attempt.sentAt);
  const killedMs = Math.min(Math.max(readAtMs, sentMs), sentMs + LONGEST_CREATE_MS);
  const lastSentMs = attempt.lastSentAt === undefined ? killedMs : Date.parse(attempt.lastSentAt);
  const windowEndMs = attempt.gaveUpAt === undefined ? Math.max(killedMs, lastSentMs) : Date.parse(attempt.gaveUpAt);
  return { ...attempt, lastSentMs, windowEndMs };
}
