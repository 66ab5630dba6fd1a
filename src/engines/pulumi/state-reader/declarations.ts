import type { SourceLines } from "../../engine.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** A declaration in a file: `const acme = new orgform.Domain("acme", { ... });`. */
export interface Declaration {
  /** The class: `Domain`. */
  readonly resource: string;
  readonly name: string;
  readonly lines: SourceLines;
  readonly members: ReadonlyMap<string, SourceLines>;
}

const CLOSES: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** The declarations of a file whose names are written out, whatever they are of. */
export function declarationsIn(source: string): Declaration[] {
  const tokens = tokensOf(source);
  return tokens.flatMap(({ kind, words }, at) =>
    kind === "word" && words === "new" ? (declarationAt(tokens, at) ?? []) : [],
  );
}

function declarationAt(tokens: readonly Token[], at: number): Declaration | undefined {
  let open = at + 1;
  while (tokens[open]?.kind === "word" || tokens[open]?.words === ".") open += 1;
  const [resource, name] = [tokens[open - 1], tokens[open + 1]];
  if (tokens[open]?.words !== "(" || resource?.kind !== "word" || name?.kind !== "text" || !name.isPlain)
    return undefined;
  const close = closingOf(tokens, open);
  const [first, last] = [beginOf(tokens, at), tokens[close + 1]?.words === ";" ? close + 1 : close];
  const args = tokens[open + 2]?.words === "," && tokens[open + 3]?.words === "{" ? open + 3 : undefined;
  return {
    resource: resource.words,
    name: name.words,
    lines: linesOf(tokens, first, last),
    members: args === undefined ? new Map() : membersOf(tokens, args),
  };
}

/** The token that closes what opens here; the last one if none does. */
function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { kind, words } = tokens[at] ?? { kind: "sign", words: "" };
    if (kind !== "sign") continue;
    if (CLOSES[words] !== undefined) depth += 1;
    else if (Object.values(CLOSES).includes(words) && (depth -= 1) === 0) return at;
  }
  return tokens.length - 1;
}

/** The start of the statement that creates the value here, including `export const x =`. */
function beginOf(tokens: readonly Token[], at: number): number {
  const words = [1, 2, 3, 4].map((back) => tokens[at - back]?.words ?? "");
  if (words[0] !== "=" || !["const", "let", "var"].includes(words[2] ?? "")) return at;
  return words[3] === "export" ? at - 4 : at - 3;
}

function membersOf(tokens: readonly Token[], open: number): Map<string, SourceLines> {
  const end = closingOf(tokens, open);
  const members = new Map<string, SourceLines>();
  for (let at = open + 1; at < end;) {
    let stop = at;
    while (stop < end && tokens[stop]?.words !== ",")
      stop = CLOSES[signAt(tokens, stop)] === undefined ? stop + 1 : closingOf(tokens, stop) + 1;
    const name = tokens[at];
    // `{ domain }` means `{ domain: domain }`.
    const isWhole = stop === at + 1 || tokens[at + 1]?.words === ":";
    if (name !== undefined && name.kind !== "sign" && isWhole)
      members.set(name.words, linesOf(tokens, at, stop < end ? stop : stop - 1));
    at = stop + 1;
  }
  return members;
}

function signAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === "sign" ? token.words : "";
}

function linesOf(tokens: readonly Token[], from: number, to: number): SourceLines {
  const [first, last] = [tokens[from]?.line ?? 1, tokens[to]?.lastLine ?? 1];
  const isAlone = tokens[from - 1]?.lastLine !== first && tokens[to + 1]?.line !== last;
  return { first, last, isAlone };
}
