import { pascalName, snakeName } from "../model/names.ts";

/** Longest name, in characters; the first ones are enough to recognize the object. */
const MAX_CHARACTERS = 60;

/**
 * Runs of characters that are valid in names in every output language: Latin letters without accents, digits, and
 * letters of scripts that all compilers know. Not all compilers know the characters beyond the first plane.
 */
const WORDS =
  /(?:[a-z0-9]|(?=[\u0100-\uffff])(?=\p{L})[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])+/gu;

/** Letters of these scripts that are newer than the tables of some compilers. @source Unicode DerivedAge */
const NEWER =
  /[\u0560\u0588\u05ef\u0870-\u08b5\u08be-\u08c9\u1c80-\u1c8a\u312e\u312f\u31bb-\u31bf\u4db6-\u4dbf\u9fd6-\u9fff\ua8fe]/gu;

/** The words of plain letters and digits: names of environment variables and of packages can have no others. */
export function plainWords(words: readonly string[]): string[] {
  return words.filter((word) => /^[a-z0-9]+$/u.test(word));
}

/** The words of a string, in lower case; none for a string of symbols. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(NEWER, " ");
  const words: string[] = [];
  let left = MAX_CHARACTERS;
  for (const [word] of plain.matchAll(WORDS)) {
    if (left > 0) words.push(word.slice(0, left));
    left -= word.length;
  }
  return words;
}

/** The words of a name in PascalCase or camelCase: `RoleMembership` becomes role and membership. */
export function wordsOfName(name: string): string[] {
  return snakeName(name).split("_");
}

/** `acmeCloud`. */
export function camelCase(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? word : pascalName(word))).join("");
}

/** `acme-cloud`. */
export const kebabCase = (words: readonly string[]): string => words.join("-");

/** `acme_cloud`. */
export const snakeCase = (words: readonly string[]): string => words.join("_");

/**
 * Words that can't name a constant of a module, or would make a module look like something else.
 * @source ECMA-262 12.7.2; what CommonJS puts around a module
 */
const RESERVED =
  "arguments await break case catch class const constructor continue debugger default delete do else enum eval export exports " +
  "extends false finally for function if implements import in instanceof interface let module new null package private " +
  "protected public require return static super switch then this throw true try typeof undefined var void while with yield";

/** Returns unique names, regardless of case. */
export class Names {
  readonly #taken = new Set<string>();
  readonly #reserved: ReadonlySet<string>;

  /** @param reserved - further names, in camelCase, that must not be returned */
  constructor(reserved: Iterable<string> = []) {
    this.#reserved = new Set([...RESERVED.split(" "), ...reserved]);
  }

  /**
   * The words of a new name.
   *
   * @param wanted - the preferred words; none for an object without a name
   * @param kind - the prefix if the preferred words alone aren't a valid name
   */
  give(wanted: readonly string[], kind: readonly string[]): string[] {
    const isName = /^\p{L}/u.test(wanted[0] ?? "") && !this.#reserved.has(camelCase(wanted));
    const base = isName ? [...wanted] : [...kind, ...wanted];
    for (let number = 1; ; number += 1) {
      const words = number === 1 ? base : [...base, String(number)];
      // Letters that differ in lower case can be equal in upper case.
      const key = words.join("").toUpperCase();
      if (this.#taken.has(key) || this.#reserved.has(camelCase(words))) continue;
      this.#taken.add(key);
      return words;
    }
  }
}
