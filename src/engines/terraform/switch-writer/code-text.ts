/**
 * A piece of HCL in which spaces replace comments, and the text of strings and here-documents. Templates stay. Every other
 * character keeps its position.
 *
 * @source HCL native syntax specification
 */
export function codeIn(source: string): string {
  const masked = new Masked(source);
  masked.code(false);
  return masked.text;
}

/** Only blanks and comments. */
const COMMENTS = /^(?:\s|#[^\n]*|\/\/[^\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)*$/u;

/** A piece of HCL, and the comments after it. A here-document at its end is no comment. */
export function withComment(source: string): { readonly code: string; readonly comment: string } {
  const end = codeIn(source).trimEnd().length;
  const comment = source.slice(end);
  return COMMENTS.test(comment) ? { code: source.slice(0, end), comment } : { code: source, comment: "" };
}

const COMMENT = /#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/uy;
const DOCUMENT = /<<-?(?<tag>[\p{L}_][\p{L}\p{Nd}_-]*)[ \t]*\r?\n/uy;
const TEMPLATE = /[$%]\{/uy;
/** An escaped start of a template. */
const DOUBLED = /\$\$\{|%%\{/uy;
/** The same, or a character after a backslash, which isn't special in a here-document. */
const ESCAPED = /\$\$\{|%%\{|\\[\s\S]/uy;

class Masked {
  text = "";
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Code up to the end, or up to the brace that closes a template. */
  code(isTemplate: boolean): void {
    for (let depth = 0; this.text.length < this.#source.length;) {
      const comment = this.#match(COMMENT);
      const document = this.#match(DOCUMENT);
      const sign = this.#source[this.text.length];
      if (comment !== undefined) this.#hide(comment[0].length);
      else if (document !== undefined) {
        this.#hide(document[0].length);
        const { tag = "" } = document.groups ?? {};
        this.#document(tag);
      } else if (sign === '"') this.#quoted();
      else {
        this.#show(1);
        if (sign === "{") depth += 1;
        else if (sign === "}" && (depth -= 1) < 0 && isTemplate) return;
      }
    }
  }

  #quoted(): void {
    this.#show(1);
    while (this.text.length < this.#source.length) {
      if (this.#source[this.text.length] === '"') return this.#show(1);
      this.#piece(ESCAPED);
    }
  }

  /** Up to the line that has only the tag. */
  #document(tag: string): void {
    while (this.text.length < this.#source.length) {
      const at = this.text.length;
      const next = this.#source.indexOf("\n", at);
      const end = next === -1 ? this.#source.length : next;
      const isStart = at === 0 || this.#source[at - 1] === "\n";
      if (isStart && this.#source.slice(at, end).trim() === tag) return this.#hide(end - at);
      this.#piece(DOUBLED);
    }
  }

  /** A part of a text: a template, or a character. */
  #piece(asText: RegExp): void {
    const escaped = this.#match(asText);
    if (escaped !== undefined) this.#hide(escaped[0].length);
    else if (this.#match(TEMPLATE) === undefined) this.#hide(1);
    else {
      this.#show(2);
      this.code(true);
    }
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.text.length;
    return pattern.exec(this.#source) ?? undefined;
  }

  #show(length: number): void {
    this.text += this.#source.slice(this.text.length, this.text.length + length);
  }

  #hide(length: number): void {
    const hidden = this.#source.slice(this.text.length, this.text.length + length);
    this.text += hidden
      .split("\n")
      .map((line) => " ".repeat(line.length))
      .join("\n");
  }
}
