import { CLOSES, type Token, tokensOf } from "./tokens.ts";

/** Lines of a file, from 1. */
interface Lines {
  readonly first: number;
  readonly last: number;
  /** Nothing else stands on them. */
  readonly isAlone: boolean;
}

/** The place of a resource block, and its literal arguments. */
export interface BlockLines {
  readonly type: string;
  readonly name: string;
  readonly lines: Lines;
  readonly arguments: ReadonlyMap<string, Lines>;
  /** The blocks in it. */
  readonly nested: readonly Block[];
}

/** A block of any kind. */
export interface Block {
  /** Its first word: `resource`, `module`, `lifecycle`. */
  readonly keyword: string;
  readonly labels: readonly string[];
  readonly lines: Lines;
  /** The arguments that are written out in it. */
  readonly arguments: ReadonlyMap<string, Lines>;
  /** The blocks in it. */
  readonly nested: readonly Block[];
}

/** The lines of the resource blocks of a file in HCL. */
export const blockLines = (source: string): BlockLines[] =>
  allBlocks(source).flatMap(({ keyword, labels: [type, name], ...block }) =>
    keyword === "resource" && type !== undefined && name !== undefined ? [{ type, name, ...block }] : [],
  );

/** All blocks of a file in HCL. */
export function allBlocks(source: string): Block[] {
  const tokens = tokensOf(source);
  return blocksBetween(tokens, 0, tokens.length);
}

function blocksBetween(tokens: readonly Token[], from: number, to: number): Block[] {
  const found: Block[] = [];
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    const open = openingOf(tokens, at);
    if (token === undefined || open === undefined) {
      if (token?.kind === "sign" && CLOSES[token.words] !== undefined) at = closingOf(tokens, at);
      continue;
    }
    const close = closingOf(tokens, open);
    found.push({
      keyword: token.words,
      labels: tokens.slice(at + 1, open).map(({ words }) => words),
      lines: linesOf(tokens, at, close),
      arguments: argumentsOf(tokens, open, close),
      nested: blocksBetween(tokens, open + 1, close),
    });
    at = close;
  }
  return found;
}

/** Where a block that begins here opens; undefined if none does. */
function openingOf(tokens: readonly Token[], at: number): number | undefined {
  const before = tokens[at - 1];
  const isStart = before === undefined || before.kind === "newline" || (before.kind === "sign" && before.words === "{");
  if (!isStart || tokens[at]?.kind !== "word") return undefined;
  let next = at + 1;
  while (tokens[next]?.kind === "word" || tokens[next]?.kind === "text") next += 1;
  return tokens[next]?.kind === "sign" && tokens[next]?.words === "{" ? next : undefined;
}

function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== "sign") continue;
    if (CLOSES[token.words] !== undefined) depth += 1;
    else if (Object.values(CLOSES).includes(token.words) && (depth -= 1) === 0) return at;
  }
  return tokens.length - 1;
}

function argumentsOf(tokens: readonly Token[], open: number, close: number): Map<string, Lines> {
  const found = new Map<string, Lines>();
  for (let at = open + 1; at < close; at += 1) {
    const token = tokens[at];
    if (token?.kind === "sign" && CLOSES[token.words] !== undefined) at = closingOf(tokens, at);
    else if (token?.kind === "word" && tokens[at + 1]?.words === "=") {
      const end = endOfValue(tokens, at + 2, close);
      found.set(token.words, linesOf(tokens, at, end));
      at = end;
    }
  }
  return found;
}

/** The last token of a value: it ends with its line, or with the block. */
function endOfValue(tokens: readonly Token[], from: number, close: number): number {
  let at = from;
  while (at < close && tokens[at]?.kind !== "newline") {
    const token = tokens[at];
    at = token?.kind === "sign" && CLOSES[token.words] !== undefined ? closingOf(tokens, at) + 1 : at + 1;
  }
  return at - 1;
}

function linesOf(tokens: readonly Token[], from: number, to: number): Lines {
  const first = tokens[from]?.line ?? 1;
  const next = tokens.slice(to + 1).find(({ kind, words }) => kind === "newline" && words !== "");
  // A here-document ends lines below the one on which it begins, and a line break follows all that ends.
  const last = next?.line ?? tokens[to]?.line ?? first;
  const [before, after] = [tokens[from - 1], tokens[to + 1]];
  const isAlone =
    (before === undefined || before.kind === "newline") && (after === undefined || after.kind === "newline");
  return { first, last, isAlone };
}
