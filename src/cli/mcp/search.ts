import type { Section } from "./pages.ts";

/** What a word is worth by where it stands. */
const WORTH = { title: 6, heading: 5, text: 1 } as const;

/** A word that is said often is not more about it than one that is said so many times. */
const MOST_OF_ONE = 3;

const SNIPPET_CHARACTERS = 280;

/** A part of a page that was found. */
export interface Hit {
  readonly section: Section;
  readonly snippet: string;
}

/** The parts of pages that are most about the words of a question, best first. */
export function search(all: readonly Section[], question: string, most: number): Hit[] {
  const words = [...new Set(wordsIn(question))];
  const read = all.map((section) => ({ section, words: wordsOf(section) }));
  const rarity = new Map(
    words.map((word) => {
      const holding = read.filter(({ words: { title, heading, text } }) =>
        [title, heading, text].some((place) => countIn(place, word) > 0),
      );
      return [word, Math.log(1 + all.length / (1 + holding.length))] as const;
    }),
  );
  return read
    .map(({ section, words: own }) => ({ section, score: scoreOf(own, rarity) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, most)
    .map(({ section }) => ({ section, snippet: snippetOf(section.text, words) }));
}

type Places = Readonly<Record<keyof typeof WORTH, readonly string[]>>;

const wordsOf = ({ title, heading, text }: Section): Places => ({
  title: wordsIn(title),
  heading: wordsIn(heading),
  text: wordsIn(text),
});

function scoreOf({ title, heading, text }: Places, rarity: ReadonlyMap<string, number>): number {
  let score = 0;
  let met = 0;
  for (const [word, rare] of rarity) {
    const worth =
      WORTH.title * shareOf(title, word) +
      WORTH.heading * shareOf(heading, word) +
      WORTH.text * Math.min(MOST_OF_ONE, countIn(text, word));
    if (worth > 0) met += 1;
    score += rare * worth;
  }
  // A part with all of the words goes before one that says a single word often.
  return score * (met / Math.max(1, rarity.size));
}

/** How much of a title a word is: all of "Domain", less of "Domain SSO". */
const shareOf = (words: readonly string[], word: string): number =>
  countIn(words, word) > 0 ? 1 / Math.sqrt(words.length) : 0;

/** How often a word stands there, also as the beginning of another: "invite" in "invites". */
const countIn = (words: readonly string[], word: string): number =>
  words.filter((one) => one === word || (word.length >= 4 && one.startsWith(word))).length;

/** Words in small letters; of a name in camelCase also its parts. */
function wordsIn(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return names.flatMap((name) => {
    const parts = name.split(/_|(?<=\p{Ll})(?=\p{Lu})/u);
    const own = name.toLowerCase();
    return parts.length === 1 ? [own] : [own, ...parts.map((part) => part.toLowerCase())];
  });
}

/** The text around the first of the words. */
function snippetOf(text: string, words: readonly string[]): string {
  const small = text.toLowerCase();
  const first = Math.min(...words.map((word) => small.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first === text.length ? 0 : Math.max(0, text.lastIndexOf("\n", first) + 1);
  const part = text.slice(from, from + SNIPPET_CHARACTERS).trim();
  return part.length < text.length - from ? `${part} ...` : part;
}
