import MiniSearch from "minisearch";
import type { Section } from "./pages.ts";

/** The weight of a word in a title and in a heading, compared with the text. */
const BOOST = { title: 6, heading: 5 } as const;

/** Words of this many letters also find longer ones: "invite" finds "invites". */
const PREFIX_LETTERS = 4;

const SNIPPET_CHARACTERS = 280;

/** A part of a page that was found. */
export interface Hit {
  readonly section: Section;
  readonly snippet: string;
}

/** Finds the parts of pages that are most about the words of a question. To index them takes half a second. */
export class PageSearch {
  readonly #sections: readonly Section[];
  readonly #index = new MiniSearch<Section & { readonly id: number }>({
    fields: ["title", "heading", "text"],
    processTerm: termsOf,
    searchOptions: { boost: BOOST, prefix: (term) => term.length >= PREFIX_LETTERS },
  });

  constructor(sections: readonly Section[]) {
    this.#sections = sections;
    this.#index.addAll(sections.map((section, id) => ({ ...section, id })));
  }

  /** At most `most` parts, best first. */
  find(question: string, most: number): Hit[] {
    const found = this.#index.search(question).slice(0, most);
    return found.flatMap(({ id, terms }) => {
      const section = this.#sections[Number(id)];
      return section === undefined ? [] : [{ section, snippet: snippetOf(section.text, terms) }];
    });
  }
}

/** A word in small letters. A name in camelCase is also found by its parts. */
function termsOf(word: string): string[] {
  const parts = [word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)];
  return [...new Set(parts.map((part) => part.toLowerCase()))];
}

/** The text around the first of the words. */
function snippetOf(text: string, words: readonly string[]): string {
  const small = text.toLowerCase();
  const first = Math.min(...words.map((word) => small.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first === text.length ? 0 : text.lastIndexOf("\n", first) + 1;
  const part = text.slice(from, from + SNIPPET_CHARACTERS).trim();
  return part.length < text.length - from ? `${part} ...` : part;
}
