/** Lines around a change that are shown with it. */
const CONTEXT = 2;

type Line = { readonly sign: " " | "-" | "+"; readonly text: string };

/** The lines in which two texts differ, with some around them: `-` before, `+` after. */
export function lineDiff(before: string, after: string): string[] {
  const lines = compared(before.split("\n"), after.split("\n"));
  const changed = lines.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  const isNear = (index: number): boolean => changed.some((at) => Math.abs(at - index) <= CONTEXT);
  let isGap = true;
  return lines.flatMap(({ sign, text }, index) => {
    if (!isNear(index)) {
      isGap = true;
      return [];
    }
    const head = isGap ? ["@@"] : [];
    isGap = false;
    return [...head, `${sign}${text}`];
  });
}

/** A promotion adds and replaces single lines: the nearest line further on that both have is where they go on together. */
function compared(before: readonly string[], after: readonly string[]): Line[] {
  const lines: Line[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    if (left < before.length && before[left] === after[right]) {
      lines.push({ sign: " ", text: before[left] ?? "" });
      [left, right] = [left + 1, right + 1];
      continue;
    }
    const [toLeft, toRight] = nextCommon(before, after, left, right);
    lines.push(...before.slice(left, toLeft).map((text) => ({ sign: "-" as const, text })));
    lines.push(...after.slice(right, toRight).map((text) => ({ sign: "+" as const, text })));
    [left, right] = [toLeft, toRight];
  }
  return lines;
}

/** The least steps, on both sides together, to lines that are the same. */
function nextCommon(
  before: readonly string[],
  after: readonly string[],
  left: number,
  right: number,
): [number, number] {
  const most = before.length - left + after.length - right;
  for (let steps = 1; steps <= most; steps += 1) {
    for (let own = 0; own <= steps; own += 1) {
      const [at, other] = [left + own, right + steps - own];
      if (at < before.length && other < after.length && before[at] === after[other]) return [at, other];
    }
  }
  return [before.length, after.length];
}
