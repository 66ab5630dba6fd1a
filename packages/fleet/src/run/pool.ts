/**
 * Runs tasks in parallel, and starts the next one whenever one ends.
 *
 * @param next - the next task; undefined if there is none left
 */
export async function inParallel(parallel: number, next: () => Promise<void> | undefined): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let task = next(); task !== undefined; task = next()) await task;
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
