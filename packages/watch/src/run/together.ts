import { endsWith } from "./ends-with.ts";

/**
 * Runs functions in parallel. The first failure ends the others, and is thrown after all of them have ended, so none continues
 * with a closed store.
 */
export async function together(
  outer: AbortSignal,
  acts: readonly ((signal: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const { signal, abort, end } = endsWith(outer);
  const failures: unknown[] = [];
  const done = acts.map(async (act) => {
    try {
      await act(signal);
    } catch (error) {
      failures.push(error);
      abort();
    }
  });
  await Promise.all(done);
  end();
  if (failures.length > 0) throw failures[0];
}
