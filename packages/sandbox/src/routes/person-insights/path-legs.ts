/** An item of a path, and its time. */
export type Walked = { readonly item: string; readonly timeMs: number };

/** The items that a path has to contain, and how many of its items count. */
export type PathEnds = {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly limit: number;
};

/** A pause that ends a path. @source live notes on persons and events, 3.14 */
const PAUSE_MS = 30 * 60_000;

/** A person's paths: between pauses, with repetitions as one item, and cut to the requested part. */
export function legsOf(walked: readonly Walked[], ends: PathEnds): string[][] {
  const legs: string[][] = [];
  let beforeMs = Number.NEGATIVE_INFINITY;
  for (const { item, timeMs } of walked) {
    const isNew = timeMs - beforeMs >= PAUSE_MS;
    beforeMs = timeMs;
    const leg = legs.at(-1);
    if (leg === undefined || isNew) legs.push([item]);
    else if (leg.at(-1) !== item) leg.push(item);
  }
  return legs.flatMap((leg) => cut(leg, ends) ?? []);
}

/** From the start, up to the end, or between both; a long path between both loses its middle. */
function cut(leg: readonly string[], { start, end, limit }: PathEnds): [string[]] | undefined {
  const from = start === undefined ? 0 : leg.indexOf(start);
  if (from === -1) return undefined;
  const rest = leg.slice(from);
  if (end === undefined) return [rest.slice(0, limit)];
  const last = rest.indexOf(end);
  if (last === -1) return undefined;
  const between = rest.slice(0, last + 1);
  if (start === undefined) return [between.slice(-limit)];
  if (between.length <= limit) return [between];
  const half = Math.floor(limit / 2);
  return [[...between.slice(0, half), "...", ...(half === 0 ? [] : between.slice(-half))]];
}

/** The steps of a path, named by their position and item. */
export function keysOfPath(leg: readonly string[]): { from: string | undefined; to: string; isLast: boolean }[] {
  return leg.map((item, index) => ({
    from: index === 0 ? undefined : `${index}_${leg[index - 1]}`,
    to: `${index + 1}_${item}`,
    isLast: index === leg.length - 1,
  }));
}
