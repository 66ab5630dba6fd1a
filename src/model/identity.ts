import { OrgformProblem } from "./diagnostics.ts";
import { fieldName, fieldNames, message, type Message } from "./messages.ts";

/** Parts of an identity by name, with exactly these names. */
export type Identity<Part extends string> = Readonly<Record<Part, string>>;

/** Names of parts; strings for any resource. */
export type PartNames<Part extends string> = readonly string[] & { readonly [index: number]: Part };

/** The identity of an object of any resource: its parts by name, enough to read it. */
export type IdentityParts = Identity<string>;

/** The ID of an organization, and of most other objects of the service. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Characters that stay readable in an ID string; everything else is percent-encoded. */
const READABLE = /[^A-Za-z0-9_.@+:~-]/gu;

function escapePart(part: string): string {
  const escaped = part.replace(READABLE, (character) => encodeURIComponent(character).replace(/[!'()*]/gu, hexEscape));
  // "." and ".." would be path steps if an ID is used in a URL.
  return /^\.{1,2}$/u.test(escaped) ? escaped.replaceAll(".", "%2E") : escaped;
}

function hexEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Writes an ID string: the parts in order, each escaped, joined by `/`.
 *
 * @example formatId(["organizationId", "email"], { organizationId: "o1", email: "a@b.example" }) // "o1/a@b.example"
 * @throws identity_incomplete if a part is missing or empty.
 */
export function formatId(order: readonly string[], parts: IdentityParts): string {
  return order
    .map((name) => {
      const part = parts[name];
      if (part === undefined || part === "") {
        throw new OrgformProblem("identity_incomplete", message`The identity lacks its part "${fieldName(name)}"`);
      }
      return escapePart(part);
    })
    .join("/");
}

/**
 * Reads the parts of an ID string.
 *
 * @throws identity_invalid if the number of parts is wrong, a part is empty, or an escape is broken; the message
 *   shows the expected form.
 */
export function parseId(order: readonly string[], id: string): IdentityParts {
  const pieces = id.split("/");
  if (pieces.length !== order.length || pieces.includes("")) throw malformed(order, id, countOf(order, pieces));
  return Object.fromEntries(order.map((name, index) => [name, unescapePart(pieces[index] ?? "", order, id)]));
}

/** The possible meanings of a string that a person wrote instead of an ID. */
export interface NamedIdentity {
  /** All parts but the last one. */
  readonly scope: IdentityParts;
  /** The possible last parts: unescaped, as in an ID string, and unchanged; a name can contain any character. */
  readonly names: readonly [string, ...string[]];
}

/**
 * Reads a string in which the last part of the ID can be a name that people know.
 *
 * @throws identity_invalid if a part is missing or empty, or an escape before the last part is broken.
 */
export function readNamedId(order: readonly string[], text: string): NamedIdentity {
  const pieces = text.split("/");
  const before = pieces.slice(0, order.length - 1);
  const last = pieces.slice(order.length - 1).join("/");
  if (last === "" || before.includes("")) throw malformed(order, text, countOf(order, pieces));
  const scope = before.map((piece, index) => [order[index] ?? "", unescapePart(piece, order, text)] as const);
  return { scope: Object.fromEntries(scope), names: namesIn(last) };
}

/** The possible meanings of a string for an object within a known scope: unescaped, and unchanged. */
export function namesIn(text: string): [string, ...string[]] {
  const unescaped = text.includes("/") ? text : (decoded(text) ?? text);
  return unescaped === text ? [text] : [unescaped, text];
}

function unescapePart(piece: string, order: readonly string[], id: string): string {
  const part = decoded(piece);
  if (part === undefined)
    throw malformed(order, id, `the part ${JSON.stringify(piece)} holds a broken percent escape.`);
  return part;
}

function decoded(piece: string): string | undefined {
  try {
    return decodeURIComponent(piece);
  } catch {
    return undefined;
  }
}

function countOf(order: readonly string[], pieces: readonly string[]): string {
  return `${pieces.length} part(s); ${order.length} non-empty part(s) are expected, separated by "/".`;
}

/** The form of an ID string: `<organizationId>/<domainId>`. */
export function idForm(order: readonly string[]): Message {
  return message`<${fieldNames(order, ">/<")}>`;
}

function malformed(order: readonly string[], id: string, what: string): OrgformProblem {
  return new OrgformProblem(
    "identity_invalid",
    message`The ID doesn't have the form ${idForm(order)}`,
    `Found ${JSON.stringify(id)}: ${what}`,
  );
}
