import { fieldNames, fieldRef, message, type Text } from "./messages.ts";

/** The candidate nearest to a misspelled word, or undefined if none is near (two letters or a third of them differ). */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const most = Math.max(2, Math.floor(candidate.length / 3));
    // Each letter too many or too few differs. A long text is compared with no candidate, which would take seconds.
    const least = Math.abs(word.length - candidate.length);
    const distance = least > most ? least : editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= most && distance < (best?.distance ?? Infinity)) {
      best = { candidate, distance };
    }
  }
  return best?.candidate;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** The intended field for an unknown name: the nearest one, or else all. */
export function fieldHint(name: string, names: readonly string[]): Text {
  const near = nearest(name, names);
  return near === undefined ? message`it takes ${fieldNames(names)}` : message`did you mean ${fieldRef(near)}?`;
}
