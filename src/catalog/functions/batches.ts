/** Items in their order, so many at a time: what the service takes in one call. */
export function batchesOf<T>(all: readonly T[], most: number): T[][] {
  const count = Math.ceil(all.length / most);
  return Array.from({ length: count }, (_, at) => all.slice(at * most, (at + 1) * most));
}
