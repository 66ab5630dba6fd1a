/** An expression, in the forms whose printing by the service is known. */
export type Expression =
  | { readonly kind: "field"; readonly chain: readonly string[] }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: string }
  | { readonly kind: "placeholder"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly values: readonly Expression[] };

/** One selected expression. */
export type Selected = { readonly expression: Expression; readonly alias?: string };

/** A query, without the parts that the service drops. */
export type Query = {
  readonly selected: readonly Selected[];
  /** Absent without FROM; "" for a query in parentheses. */
  readonly table?: string;
  readonly condition?: Expression;
  readonly limit?: string;
  /** Whether other queries come before it under WITH. */
  readonly isNamed?: true;
};

/** The text isn't a query. */
export class NotReadable extends Error {}
/** The query might be valid, but its effect in the service isn't known. */
export class NotKnown extends Error {}
/** The service refuses it with this text. */
export class NotSupported extends Error {}

const TOKEN = /\s+|'[^'\\]*'|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|[(),.*={}]|!=|<=|>=|[<>+\-/%;[\]|:?]|"[^"]*"|`[^`]*`/y;
const END = "";

/** Splits a query into words; quoted text is one word. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) throw new NotReadable();
    if (found[0].trim() !== "") tokens.push(found[0]);
  }
  return tokens;
}

/**
 * Reads a query of a batch export: SELECT of fields, properties and constants, FROM one table, WHERE with `=` and IN,
 * LIMIT.
 *
 * @throws NotReadable, NotKnown, NotSupported
 * @source live service 2025-08, flow 7:204-226
 */
export function parseQuery(text: string): Query {
  const parser = new Parser(tokensOf(text));
  if (!parser.startsQuery()) throw new NotReadable();
  return parser.query();
}

class Parser {
  private readonly tokens: readonly string[];
  private place = 0;

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  startsQuery(): boolean {
    return this.isWord("select") || this.isWord("with");
  }

  query(): Query {
    const named = this.take("with") ? ({ isNamed: true } as const) : {};
    if (named.isNamed === true) this.skipNamedQueries();
    this.need("select");
    const selected = this.listOf(() => this.selected());
    const from = this.take("from") ? { table: this.table() } : {};
    if (["join", "left", "inner", "right", "cross"].some((word) => this.isWord(word))) {
      throw new NotSupported("JOINs are not supported");
    }
    const where = this.take("where") ? { condition: this.condition() } : {};
    const limit = this.take("limit") ? { limit: this.next() } : {};
    if (this.isWord("union")) throw new NotSupported("UNIONs are not supported");
    if (this.peek() !== END || (limit.limit !== undefined && !/^\d+$/.test(limit.limit))) throw new NotKnown();
    return { selected, ...from, ...where, ...limit, ...named };
  }

  /** Queries under WITH are dropped. @source live service 2025-08, flow 7:218 */
  private skipNamedQueries(): void {
    this.listOf(() => {
      this.next();
      this.need("as");
      this.skipParentheses();
    });
  }

  private skipParentheses(): void {
    this.need("(");
    for (let depth = 1; depth > 0;) {
      const token = this.next();
      if (token === "(") depth += 1;
      if (token === ")") depth -= 1;
    }
  }

  private table(): string {
    if (this.peek() === "(") {
      this.skipParentheses();
      return "";
    }
    const name = this.word();
    // The name that a join uses for the table.
    if (this.take("as") || !/^(?:join|left|inner|right|cross|where|limit|union|)$/i.test(this.peek())) this.next();
    return name;
  }

  private selected(): Selected {
    // A person's columns come from a join. @source live service 2025-08, flow 7:207
    if (this.take("*")) throw new NotSupported("JOINs are not supported");
    const expression = this.operand();
    if (this.take("as")) return { expression, alias: this.word() };
    // A sum needs an alias to be stored. @source live service 2025-08, flow 7:210
    if (/^[+\-/%]$/.test(this.peek())) return this.sum(expression);
    if (!/^(?:,|from|)$/i.test(this.peek())) throw new NotKnown();
    return { expression };
  }

  private sum(left: Expression): Selected {
    const operator = this.next();
    const expression: Expression = { kind: "call", name: operator, values: [left, this.operand()] };
    if (!/^(?:,|from)$/i.test(this.peek())) throw new NotKnown();
    return { expression };
  }

  private condition(): Expression {
    const left = this.operand();
    if (this.take("=")) return { kind: "call", name: "equals", values: [left, this.operand()] };
    if (!this.take("in")) throw new NotKnown();
    this.need("(");
    const values = this.listOf(() => this.operand());
    this.need(")");
    return { kind: "call", name: "in", values: [left, { kind: "call", name: "tuple", values }] };
  }

  private operand(): Expression {
    const token = this.next();
    if (token.startsWith("'")) return { kind: "text", value: token.slice(1, -1) };
    if (/^\d/.test(token)) return { kind: "number", value: token };
    if (token === "{") {
      const name = this.word();
      this.need("}");
      return { kind: "placeholder", name };
    }
    if (!isName(token)) throw token === "," || token === END || token === ")" ? new NotReadable() : new NotKnown();
    if (this.take("(")) return { kind: "call", name: token, values: this.callValues() };
    const chain = [token];
    while (this.take(".")) chain.push(this.word());
    return { kind: "field", chain };
  }

  private callValues(): Expression[] {
    if (this.take(")")) return [];
    const values = this.listOf(() => this.operand());
    this.need(")");
    return values;
  }

  private listOf<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.take(",")) items.push(read());
    return items;
  }

  private peek(): string {
    return this.tokens[this.place] ?? END;
  }

  private next(): string {
    const token = this.peek();
    if (token === END) throw new NotReadable();
    this.place += 1;
    return token;
  }

  private isWord(word: string): boolean {
    return this.peek().toLowerCase() === word;
  }

  private take(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.place += 1;
    return true;
  }

  private need(word: string): void {
    if (!this.take(word)) throw this.peek() === END ? new NotReadable() : new NotKnown();
  }

  private word(): string {
    const token = this.next();
    if (!isName(token)) throw new NotKnown();
    return token;
  }
}

function isName(token: string): boolean {
  return (
    /^[A-Za-z_$]/.test(token) && !/^(?:from|as|where|limit|select|distinct|not|case|null|true|false)$/i.test(token)
  );
}
