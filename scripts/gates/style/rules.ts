import type { TextlintKernelRule } from "@textlint/kernel";

import { BANNED, VERBS } from "./words.ts";

/** The most words of a sentence. */
const LONGEST = 30;

/** Whether a page describes how to do a task. */
const GUIDE = /(?:^|\/)docs\/guides\//u;

/** The pages that name banned turns to say what to write in their place. */
const OF_WORDS = /(?:^|\/)docs\/(?:glossary|contributing\/style)\.md$/u;

const blank = (text: string): string => text.replaceAll(/[^\n]/gu, "_");

/** A piece of Markdown with code, targets of links, and comments blanked: as long as before, so places stay. */
function spoken(source: string): string {
  return source
    .replaceAll(/<!--[^]*?-->|!\[[^\]]*\]/gu, blank)
    .replaceAll(/`[^`]*`/gu, (code) => `x${blank(code.slice(1))}`)
    .replaceAll(/(?<=\])\([^)]*\)/gu, blank)
    .replaceAll(/<?https?:[^\s>)]+>?/gu, blank);
}

/** Quotations and output of programs stay unchanged. */
const withoutQuotes = (text: string): string =>
  text.replaceAll(/"[^"\n]*"|(?<![\w*])\*[^*\n]+\*(?![\w*])/gu, (quote) => blank(quote));

type Judge = (text: string, path: string) => Iterable<readonly [index: number, message: string]>;

/** A rule over the pieces of text of some kinds. */
function ruleOf(ruleId: string, kinds: readonly string[], judge: Judge): TextlintKernelRule {
  return {
    ruleId,
    rule: (context) => {
      const path = (context.getFilePath() ?? "").replaceAll("\\", "/");
      return Object.fromEntries(
        kinds.map((kind) => [
          kind,
          (node: Parameters<typeof context.getSource>[0]): void => {
            for (const [index, message] of judge(spoken(context.getSource(node)), path)) {
              if (node === undefined) return;
              context.report(node, new context.RuleError(message, { padding: context.locator.at(index) }));
            }
          },
        ]),
      );
    },
  };
}

const EVERYWHERE = ["Paragraph", "TableCell", "Header"];

function* bannedIn(text: string, path: string): ReturnType<Judge> & Generator<readonly [number, string]> {
  if (OF_WORDS.test(path)) return;
  const own = withoutQuotes(text);
  for (const [turn, write] of BANNED) {
    for (const found of own.matchAll(turn)) yield [found.index, `"${found[0]}": write ${write}`];
  }
}

function* longIn(text: string): Generator<readonly [number, string]> {
  let start = 0;
  for (const sentence of text.split(/(?<=[.!?:][)"]?\s+)(?=[A-Z"`[(*x])/u)) {
    const words = sentence.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
    if (words.length > LONGEST) yield [start, `${words.length} words: at most ${LONGEST} in a sentence`];
    start += sentence.length;
  }
}

function* verblessIn(text: string, path: string): Generator<readonly [number, string]> {
  if (!GUIDE.test(path)) return;
  const [first = ""] = text.replace(/^#+\s+(?:\d+\.\s+)?/u, "").split(/[\s:,]/u);
  if (!VERBS.has(first)) yield [0, `"${first}": begin a heading of a guide with a verb`];
}

function* passiveIn(text: string): Generator<readonly [number, string]> {
  const own = withoutQuotes(text);
  for (const found of own.matchAll(/\b(?:is|are|was|were|be|been|being) (?:\w+ly )?(?:said|told)\b/giu)) {
    yield [found.index, `"${found[0]}": say who prints, warns or reports it`];
  }
}

function* doubledIn(text: string): Generator<readonly [number, string]> {
  for (const found of text.matchAll(/(?<![./\\])\.\.(?![./\\])|(?<=\w)[!?,]\.(?=\s|$)|(?<=\w)\.,/gu)) {
    yield [found.index, `"${found[0]}": one stop is enough`];
  }
}

/** Every rule of our style that a program can judge. */
export const STYLE_RULES: readonly TextlintKernelRule[] = [
  ruleOf("banned turn", EVERYWHERE, bannedIn),
  ruleOf("long sentence", ["Paragraph"], longIn),
  ruleOf("heading without a verb", ["Header"], verblessIn),
  ruleOf("speech without a speaker", EVERYWHERE, passiveIn),
  ruleOf("doubled stop", EVERYWHERE, doubledIn),
];
