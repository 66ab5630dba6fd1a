import { CLOSES, type Token, tokensOf } from "./tokens.ts";

/** An object that is written out in a configuration, with the names of its members. */
export interface WrittenObject {
  readonly members: readonly WrittenMember[];
}

export interface WrittenMember {
  readonly name: string;
  readonly line: number;
  /** Also present if the value is a literal object. */
  readonly object?: WrittenObject;
  /** Present if the value is a literal string. */
  readonly text?: string;
}

/** A block of a resource: its literal arguments. */
export interface ResourceBlock {
  readonly type: string;
  readonly name: string;
  readonly line: number;
  readonly attributes: readonly WrittenMember[];
}

/** The resource blocks of a file; values that aren't literals are ignored. */
export function resourceBlocks(source: string): ResourceBlock[] {
  const reader = new Reader(tokensOf(source));
  const blocks: ResourceBlock[] = [];
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (token.kind === "sign" && token.words === "{") reader.skipTo("}");
    if (token.kind !== "word" || token.words !== "resource") continue;
    const type = reader.takeText();
    const name = type === undefined ? undefined : reader.takeText();
    if (type === undefined || name === undefined || !reader.takeSign("{")) continue;
    blocks.push({ type, name, line: token.line, attributes: reader.members() });
  }
  return blocks;
}

/** Goes through the tokens of a file. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }

  takeText(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "text" || !token.isPlain) return undefined;
    this.#at += 1;
    return token.words;
  }

  takeSign(words: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "sign" || token.words !== words) return false;
    this.#at += 1;
    return true;
  }

  /** The members up to the brace that closes: of a block, and of an object. */
  members(): WrittenMember[] {
    const members: WrittenMember[] = [];
    for (let token = this.next(); token !== undefined; token = this.next()) {
      if (token.kind === "sign" && token.words === "}") break;
      const isName = token.kind === "word" || (token.kind === "text" && token.isPlain);
      if (isName && (this.takeSign("=") || this.takeSign(":"))) {
        members.push({ name: token.words, line: token.line, ...this.#value() });
      } else if (token.kind === "sign" && CLOSES[token.words] !== undefined) this.skipTo(CLOSES[token.words] ?? "");
    }
    return members;
  }

  /** A value, up to its end; nothing of one that is more than a literal. */
  #value(): Pick<WrittenMember, "object" | "text"> {
    if (this.takeSign("{")) {
      // A computed object has no literal names.
      const isComputed = this.#isFor();
      const object = { members: this.members() };
      return this.#isEnd() && !isComputed ? { object } : this.#passOver();
    }
    const text = this.takeText();
    return text !== undefined && this.#isEnd() ? { text } : this.#passOver();
  }

  #isFor(): boolean {
    const rest = this.#tokens.slice(this.#at, this.#at + 8).filter(({ kind }) => kind !== "newline");
    const [first, second] = rest;
    return first?.kind === "word" && first.words === "for" && second?.kind === "word";
  }

  /** Whether the value ends here. */
  #isEnd(): boolean {
    const token = this.#tokens[this.#at];
    return token === undefined || token.kind === "newline" || [",", "}"].includes(token.words);
  }

  /** The rest of an expression. */
  #passOver(): Record<string, never> {
    while (!this.#isEnd()) {
      const token = this.next();
      if (token?.kind === "sign" && CLOSES[token.words] !== undefined) this.skipTo(CLOSES[token.words] ?? "");
    }
    return {};
  }

  /** Behind what closes, with everything that opens and closes inside. */
  skipTo(closing: string): void {
    for (let token = this.next(); token !== undefined; token = this.next()) {
      if (token.kind !== "sign") continue;
      if (token.words === closing) return;
      if (CLOSES[token.words] !== undefined) this.skipTo(CLOSES[token.words] ?? "");
    }
  }
}
