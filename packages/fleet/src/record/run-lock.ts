import Driver from "libsql";

/** Another run of the same fleet goes on. */
export class FleetBusyError extends Error {}

/**
 * Keeps a second run away for as long as this process lives: an exclusive transaction on a file of its own, which the
 * system ends with the process, however that ends.
 *
 * @returns what lets go of it
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
