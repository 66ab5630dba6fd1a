/** Finds the known name that differs least from a mistyped one; undefined when none is close. */
export function nearestName(mistyped: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: editDistance(mistyped.toLowerCase(), name.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(2, Math.floor(best.name.length / 2)) ? best.name : undefined;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, leftChar] of [...left].entries()) {
    const next = [at + 1];
    for (const [index, rightChar] of [...right].entries()) {
      const replaced = (row[index] ?? 0) + (leftChar === rightChar ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
