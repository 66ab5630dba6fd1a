/** A search engine's results for some words: pages with their scores, in its order. */
export interface Answer {
  readonly results: readonly Found[];
}

interface Found {
  readonly id: string;
  readonly score: number;
}

/** Words of a question that say nothing about its subject. */
const FILLERS = new Set(
  "a an and are be can could did do does for from get had has have how i if in is it its me my of on or our should so that the then there this to was we what when where which who why will with you your".split(
    " ",
  ),
);

/** The subject words of a question; all words if it has no others. */
export function wordsOf(question: string): string[] {
  const all = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = all.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : all;
}

/** The pages with most of the words, those with more of them first. */
function joined(answers: readonly Answer[]): Found[] {
  const found = new Map<string, { readonly first: Found; count: number; sum: number }>();
  for (const { results } of answers) {
    // A word on every page says little about any page.
    const weight = 1 / Math.log2(2 + results.length);
    const best = results[0]?.score ?? 1;
    for (const one of results) {
      const known = found.get(one.id) ?? { first: one, count: 0, sum: 0 };
      known.count += 1;
      known.sum += weight * (1 + one.score / best);
      found.set(one.id, known);
    }
  }
  const enough = Math.ceil(answers.length / 2);
  return [...found.values()]
    .filter(({ count }) => count >= enough)
    .toSorted((left, right) => right.sum - left.sum)
    .map(({ first }) => first);
}

/** Number of pages with every word that is enough. */
const ENOUGH = 5;

/**
 * Queries an engine that requires every word on a page. It omits filler words. If few pages have all other words, it
 * adds pages with most of them.
 */
export async function askedAsPeopleDo<A extends Answer>(
  question: string | null,
  ask: (words: string | null) => Promise<A | null>,
): Promise<A | null> {
  if (question === null) return ask(question);
  const words = wordsOf(question);
  const whole = await ask(words.join(" "));
  if (whole === null || whole.results.length >= ENOUGH || words.length < 2) return whole;
  const answers: A[] = [];
  for (const word of words) {
    const answer = await ask(word);
    // A newer search has replaced this one.
    if (answer === null) return null;
    answers.push(answer);
  }
  const first = new Set(whole.results.map(({ id }) => id));
  return { ...whole, results: [...whole.results, ...joined(answers).filter(({ id }) => !first.has(id))] };
}
