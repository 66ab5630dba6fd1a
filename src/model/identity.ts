import { OrgformProblem } from "./diagnostics.ts";
import { fieldName, fieldNames, message, type Message } from "./messages.ts";

/** Parts of an identity by name, of exactly these names. */
export type Identity<Part extends string> = Readonly<Record<Part, string>>;

/** Names of parts; those of any resource are texts. */
export type PartNames<Part extends string> = readonly string[] & { readonly [index: number]: Part };

/** The identity of an object of any resource: its parts by name, enough to read it. */
export type IdentityParts = Identity<string>;

/** The ID of an organization, and of most other objects of the service. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Characters that stay readable in an id string; everything else is percent-encoded. */
const READABLE = /[^A-Za-z0-9_.@+:~-]/gu;

function escapePart(part: string): string {
  const escaped = part.replace(READABLE, (character) => encodeURIComponent(character).replace(/[!'()*]/gu, hexEscape));
  // "." and ".." would be path steps wherever an id is used as part of an address.
  return /^\.{1,2}$/u.test(escaped) ? escaped.replaceAll(".", "%2E") : escaped;
}

function hexEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Writes an id string: the parts in order, each escaped, joined by `/`.
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
 * Reads an id string back into its parts.
 *
 * @throws identity_invalid if the number of parts is wrong, a part is empty or an escape is broken; the message shows
 *   the expected form.
 */
export function parseId(order: readonly string[], id: string): IdentityParts {
  const pieces = id.split("/");
  if (pieces.length !== order.length || pieces.includes("")) throw malformed(order, id, countOf(order, pieces));
  return Object.fromEntries(order.map((name, index) => [name, unescapePart(pieces[index] ?? "", order, id)]));
}

/** What a text that a person wrote in place of an id may mean. */
export interface NamedIdentity {
  /** All parts but the last one. */
  readonly scope: IdentityParts;
  /** What the last part may be: escaped, as in an id string, and as it stands; a name may hold any character. */
  readonly names: readonly [string, ...string[]];
}

/**
 * Reads a text in which the last part of the id may be a name by which people know the object.
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

/** The readings of a text that stands for one object within a known scope: escaped, and as it stands. */
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

/** The form of an id string: `<organizationId>/<domainId>`. */
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
