/** A piece of a program in TypeScript or JavaScript, as far as declarations need it. */
export interface Token {
  readonly kind: "word" | "text" | "sign";
  /** For a literal string, the text between the quotes. */
  readonly words: string;
  readonly line: number;
  readonly lastLine: number;
  /** For a string: whether it is literal, without an expression or an escape. */
  readonly isPlain: boolean;
}

/** The pieces of a program, and the parts to skip. @source ECMA-262 12 */
const PIECE =
  /(?<skip>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[\p{L}_$#][\p{L}\p{Nd}_$]*)|(?<quote>["'`])|(?<number>\d[\w.]*)|(?<sign>=>|\.\.\.|[\s\S])/uy;

/** Signs behind which a slash divides; behind all others it begins an expression. */
const ENDS_VALUE: ReadonlySet<string> = new Set([")", "]", "}"]);

const REGULAR = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/uy;

/** The pieces of a program; a text is one, whatever is in it, and so is a template with its expressions. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (let at = 0; at < source.length;) {
    PIECE.lastIndex = at;
    const { skip, word, quote, number, sign } = PIECE.exec(source)?.groups ?? {};
    const start = at;
    at = PIECE.lastIndex;
    if (quote !== undefined) at = endOfText(source, at, quote);
    else if (sign === "/" && isRegular(source, start, tokens.at(-1))) at = REGULAR.lastIndex;
    const piece = source.slice(start, at);
    const lastLine = line + piece.split("\n").length - 1;
    if (skip === undefined) {
      const kind = word !== undefined ? "word" : quote !== undefined || number !== undefined ? "text" : "sign";
      const words = quote === undefined ? piece : piece.slice(1, -1);
      tokens.push({ kind, words, line, lastLine, isPlain: quote !== undefined && !/[\\]|\$\{/u.test(words) });
    }
    line = lastLine;
  }
  return tokens;
}

function isRegular(source: string, at: number, before: Token | undefined): boolean {
  const isBegun = before === undefined || (before.kind === "sign" && !ENDS_VALUE.has(before.words));
  if (!isBegun && before.words !== "return") return false;
  REGULAR.lastIndex = at;
  return REGULAR.test(source);
}

/** Behind the closing quote of a text that begins here. */
function endOfText(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === quote) return at + 1;
    else if (quote === "`" && source.startsWith("${", at)) at = endOfExpression(source, at + 2) - 1;
  }
  return source.length;
}

/** Behind the brace that closes an expression of a template. */
function endOfExpression(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at] ?? "";
    if (["'", '"', "`"].includes(sign)) at = endOfText(source, at + 1, sign) - 1;
    else if (sign === "{") depth += 1;
    else if (sign === "}" && (depth -= 1) === 0) return at + 1;
  }
  return source.length;
}
