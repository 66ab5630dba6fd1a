import Driver from "libsql";

/** Another run of the same fleet is in progress. */
export class FleetBusyError extends Error {}

/**
 * Blocks a second run while this process lives: an exclusive transaction on a separate file, which the system ends with
 * the process, however the process ends.
 *
 * @returns a function that releases the lock
 * @throws FleetBusyError when another process holds it
 */
export function holdRunLock(path: string): () => void {
  const database = new Driver(path, { timeout: 100 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!/locked|busy/iu.test(reason)) throw error;
    throw new FleetBusyError(
      "Another run of this fleet is in progress, so this one changed nothing. To see its status, run `orgform fleet status`.",
      { cause: error },
    );
  }
  return () => {
    database.exec("ROLLBACK");
    database.close();
  };
}
