import { type DocBlock, type DocPage, proseOf } from "./doc-pages.ts";

/** One command of a page. */
export interface CommandLine {
  /** Page and line, or only the page for a command within a sentence. */
  readonly place: string;
  readonly page: string;
  readonly words: readonly string[];
}

/** A word with its quotes, or with a placeholder that can contain spaces. */
const WORD = /(?:'[^']*'|"[^"]*"|<[^<>]*>|[^\s'"<])+/gu;

/** Programs whose commands are looked for in sentences as well. */
const IN_SENTENCES = /`(?<command>(?:npx |node )?(?:orgform|@orgform\/sandbox|npm|pulumi|terraform|tofu|tsx) [^`]+)`/gu;

/**
 * The commands of a block, each with the name and arguments of its program; comments, variables before it, and `>` are
 * omitted.
 */
export function commandsIn({ page, line, language, text }: DocBlock): CommandLine[] {
  const prompted = language === "console" ? text.replaceAll(/^(?!\$ ).*$/gmu, "").replaceAll(/^\$ /gmu, "") : text;
  // A command over several lines counts for the first line.
  const lines = prompted.replaceAll(/(?:\\\n)+ */gu, "").split("\n");
  return lines
    .map((one) => one.replace(/(?:^|\s+)#.*$/u, "").trim())
    .filter((one) => one !== "")
    .map((one) => ({ place: `${page}:${line}`, page, words: wordsOf(one) }));
}

/** The commands within the sentences of a page. */
export function commandsInSentences(page: DocPage): CommandLine[] {
  return [...proseOf(page).matchAll(IN_SENTENCES)].map(({ groups }) => ({
    place: page.path,
    page: page.path,
    words: wordsOf(groups?.["command"] ?? ""),
  }));
}

function wordsOf(text: string): string[] {
  const words: string[] = text.match(WORD) ?? [];
  const end = words.findIndex((word) => word === ">" || word === "|");
  const all = end === -1 ? words : words.slice(0, end);
  const first = all.findIndex((word) => !/^[A-Z][A-Z_]*=/u.test(word));
  return first === -1 ? all : all.slice(first);
}
