/**
 * Runs tasks side by side, each of them when one before it has ended.
 *
 * @param next - the next task; undefined when there is none left
 */
export async function inParallel(parallel: number, next: () => Promise<void> | undefined): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let task = next(); task !== undefined; task = next()) await task;
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
