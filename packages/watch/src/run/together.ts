import { endsWith } from "./ends-with.ts";

/**
 * Does all of it at the same time. The first failure ends the rest, and is thrown once everything has ended: nothing goes on
 * with a store that is closed.
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
