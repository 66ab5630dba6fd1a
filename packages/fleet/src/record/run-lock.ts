import Driver from "libsql";

/** Another run of the same fleet is in progress. */
export class FleetBusyError extends Error {}

/** The database was away for so long that another process could have taken over. */
export class LeaseLostError extends Error {
  constructor() {
    super("the lease of the run in the database has expired; `orgform fleet resume` continues it");
  }
}

/** Why a run ends early, by the signal that ended it. */
export function reasonToEnd({ reason }: AbortSignal): string {
  return reason instanceof LeaseLostError ? reason.message : "a person stopped it";
}

/** The error for a second run. */
export const BUSY =
  "Another run of this fleet is in progress, so this one changed nothing. To see its status, run `orgform fleet status`.";

/** A lock that a run holds. */
export interface HeldLock {
  /** Aborts if another process could have taken the lock: then the run must end. */
  readonly lost: AbortSignal;
  readonly release: () => Promise<void>;
}

/** Blocks a second run of the same part of a fleet while the first one lives. */
export interface RunLock {
  /** @param part - `run` for a whole fleet, or the name of a shard. @throws FleetBusyError if another process holds it */
  hold(part: string): Promise<HeldLock>;
  isHeld(part: string): Promise<boolean>;
}

/** The name of the part that a run locks. */
export const partOf = (shard: { readonly index: number; readonly of: number } | undefined): string =>
  shard === undefined ? "run" : `shard ${shard.index}/${shard.of}`;

/**
 * A lock for the processes of one machine, whatever their part: an exclusive transaction on a separate file, which the
 * system ends with the process, however the process ends.
 */
export class FileLock implements RunLock {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async hold(): Promise<HeldLock> {
    const database = new Driver(this.#path, { timeout: 100 });
    try {
      database.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!/locked|busy/iu.test(reason)) throw error;
      throw new FleetBusyError(BUSY, { cause: error });
    }
    const release = async (): Promise<void> => {
      database.exec("ROLLBACK");
      database.close();
    };
    return { lost: new AbortController().signal, release };
  }

  async isHeld(): Promise<boolean> {
    try {
      await (await this.hold()).release();
      return false;
    } catch (error) {
      if (error instanceof FleetBusyError) return true;
      throw error;
    }
  }
}
