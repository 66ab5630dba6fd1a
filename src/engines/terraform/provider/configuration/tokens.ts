/** A piece of a configuration, as far as blocks and object literals need it. */
export interface Token {
  readonly kind: "word" | "text" | "sign" | "newline";
  /** For a string, the text between the quotes. */
  readonly words: string;
  readonly line: number;
  /** For a string: whether it is literal, without a template or an escape. */
  readonly isPlain: boolean;
}

/** The signs that open something, and what closes each. */
export const CLOSES: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** The pieces of a configuration, and the parts to skip. @source HCL native syntax specification */
const PIECE =
  /(?<skip>[ \t\r]+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<newline>\n)|<<(?<indent>-?)(?<tag>[\p{L}_][\p{L}\p{Nd}_-]*)[ \t]*\r?\n|(?<word>[\p{L}_][\p{L}\p{Nd}_-]*)|(?<text>")|(?<sign>[=!<>]=|=>|[\s\S])/uy;

/** The pieces of a configuration; a text, whatever template is in it, and a here-document are one each. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  const add = (kind: Token["kind"], words: string, isPlain = true): void =>
    void tokens.push({ kind, words, line, isPlain });
  for (let at = 0; at < source.length;) {
    PIECE.lastIndex = at;
    const { newline, tag, word, text, sign } = PIECE.exec(source)?.groups ?? {};
    const start = at;
    at = PIECE.lastIndex;
    if (newline !== undefined) add("newline", "\n");
    else if (word !== undefined) add("word", word);
    else if (tag !== undefined) {
      at = endOfDocument(source, at, tag);
      add("text", "", false);
      // Its last line ends the value, too.
      if (source[at] === "\n") add("newline", "");
    } else if (text !== undefined) {
      at = endOfText(source, at);
      const words = source.slice(start + 1, at - 1);
      add("text", words, !/[\\$%]/u.test(words));
    } else if (sign !== undefined) add("sign", sign);
    line += source.slice(start, at).split("\n").length - 1;
  }
  return tokens;
}

/** Behind the closing quote of a text that begins here. */
function endOfText(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === '"') return at + 1;
    else if (/^[$%]\{/u.test(source.slice(at, at + 2)) && source[at - 1] !== source[at])
      at = endOfTemplate(source, at + 2) - 1;
  }
  return source.length;
}

/** Behind the brace that closes a template. */
function endOfTemplate(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '"') at = endOfText(source, at + 1) - 1;
    else if (source[at] === "{") depth += 1;
    else if (source[at] === "}" && (depth -= 1) === 0) return at + 1;
  }
  return source.length;
}

/** Behind the line that ends a here-document, before its line break. */
function endOfDocument(source: string, from: number, tag: string): number {
  for (let at = from; at < source.length;) {
    const next = source.indexOf("\n", at);
    const end = next === -1 ? source.length : next;
    if (source.slice(at, end).trim() === tag) return end;
    at = end + 1;
  }
  return source.length;
}
