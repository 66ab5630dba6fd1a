import { parsedJson } from "../../../../model/json-value.ts";
import type { ResourceBlock, WrittenMember } from "./resource-blocks.ts";

/** A value of a file, with the lines on which the names in it stand. */
type Placed =
  | { readonly kind: "object"; readonly members: readonly PlacedMember[] }
  | { readonly kind: "list"; readonly items: readonly Placed[] }
  | { readonly kind: "text"; readonly words: string }
  | { readonly kind: "other" };

interface PlacedMember {
  readonly name: string;
  readonly line: number;
  readonly value: Placed;
}

/**
 * The resource blocks of a file in JSON syntax, which CDK writes; values that aren't literals are ignored.
 *
 * @source Terraform, JSON configuration syntax: `resource`, type and name are members one below the other, and each
 *   level may be a list of such objects
 */
export function jsonResourceBlocks(source: string): ResourceBlock[] {
  // The engine itself refuses invalid JSON.
  if (parsedJson(source) === undefined) return [];
  const types = membersOf(new Reader(source).value())
    .filter(({ name }) => name === "resource")
    .flatMap(({ value }) => membersOf(value));
  return types.flatMap((type) =>
    membersOf(type.value).flatMap(({ name, line, value }) =>
      bodiesOf(value).map((body) => ({ type: type.name, name, line, attributes: writtenMembers(body) })),
    ),
  );
}

/** The objects at a place with one object or a list of them. */
function bodiesOf(value: Placed): (readonly PlacedMember[])[] {
  if (value.kind === "list") return value.items.flatMap(bodiesOf);
  return value.kind === "object" ? [value.members] : [];
}

function membersOf(value: Placed): PlacedMember[] {
  return bodiesOf(value).flat();
}

/** A template in a text, or in a name that is computed. */
const TEMPLATE = /[$%]\{/u;

/** The key for comments. */
const COMMENT = "//";

function writtenMembers(members: readonly PlacedMember[]): WrittenMember[] {
  return members
    .filter(({ name }) => name !== COMMENT && !TEMPLATE.test(name))
    .map(({ name, line, value }) => {
      if (value.kind === "object") return { name, line, object: { members: writtenMembers(value.members) } };
      return { name, line, ...(value.kind === "text" && !TEMPLATE.test(value.words) && { text: value.words }) };
    });
}

/** A text, a sign, or a word such as `true` and `-1.5`, behind white space. */
const PIECE = /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<sign>[{}[\]:,])|(?<word>[^\s{}[\]:,"]+))/uy;

/** Goes through a file that is known to be JSON. */
class Reader {
  readonly #source: string;
  #at = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  value(piece = this.#next()): Placed {
    if (piece === "{") return { kind: "object", members: this.#members() };
    if (piece === "[") return { kind: "list", items: this.#items() };
    return piece.startsWith('"') ? { kind: "text", words: unquoted(piece) } : { kind: "other" };
  }

  #members(): PlacedMember[] {
    const members: PlacedMember[] = [];
    for (let piece = this.#next(); piece !== "}"; piece = this.#next()) {
      if (piece === ",") continue;
      const line = this.#line;
      this.#next();
      members.push({ name: unquoted(piece), line, value: this.value() });
    }
    return members;
  }

  #items(): Placed[] {
    const items: Placed[] = [];
    for (let piece = this.#next(); piece !== "]"; piece = this.#next()) {
      if (piece !== ",") items.push(this.value(piece));
    }
    return items;
  }

  #next(): string {
    PIECE.lastIndex = this.#at;
    const match = PIECE.exec(this.#source);
    if (match === null) throw new Error(`The JSON ends early, at character ${this.#at}`);
    this.#at = PIECE.lastIndex;
    this.#line += match[0].split("\n").length - 1;
    return match[0].trimStart();
  }
}

function unquoted(piece: string): string {
  return String(JSON.parse(piece));
}
