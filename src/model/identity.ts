import { OrgformProblem } from "./diagnostics.ts";

/** The identity of an object: its parts by name, enough to read it. */
export type IdentityParts = Readonly<Record<string, string>>;

/** Characters that stay readable in an id string; everything else is percent-encoded. */
const READABLE = /[^A-Za-z0-9_.@+:~-]/gu;

function escapePart(part: string): string {
  const escaped = part.replace(READABLE, (character) => encodeURIComponent(character).replace(/[!'()*]/gu, hexEscape));
  // "." and ".." would be path steps wherever an id is used as part of an address.
  return /^\.{1,2}$/u.test(escaped) ? escaped.replaceAll(".", "%2E") : escaped;
}

function hexEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * Writes an id string: the parts in order, each escaped, joined by `/`.
 *
 * @example formatId(["organizationId", "email"], { organizationId: "o1", email: "a@b.example" }) // "o1/a@b.example"
 * @throws identity_incomplete when a part is missing or empty.
 */
export function formatId(order: readonly string[], parts: IdentityParts): string {
  return order
    .map((name) => {
      const part = parts[name];
      if (part === undefined || part === "") {
        throw new OrgformProblem("identity_incomplete", `The identity lacks its part "${name}"`);
      }
      return escapePart(part);
    })
    .join("/");
}

/**
 * Reads an id string back into its parts.
 *
 * @throws identity_invalid when the number of parts is wrong, a part is empty or an escape is broken; the message
 * shows the expected form.
 */
export function parseId(order: readonly string[], id: string): IdentityParts {
  const pieces = id.split("/");
  const expected = order.map((name) => `<${name}>`).join("/");
  if (pieces.length !== order.length || pieces.some((piece) => piece === "")) {
    throw new OrgformProblem(
      "identity_invalid",
      `The id does not have the form ${expected}`,
      `Found ${JSON.stringify(id)}: ${pieces.length} part(s); ${order.length} non-empty part(s) are expected, separated by "/".`,
    );
  }
  const parts: Record<string, string> = {};
  for (const [index, name] of order.entries()) parts[name] = unescapePart(pieces[index] ?? "", id, expected);
  return parts;
}

function unescapePart(piece: string, id: string, expected: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    throw new OrgformProblem(
      "identity_invalid",
      `The id does not have the form ${expected}`,
      `Found ${JSON.stringify(id)}: the part ${JSON.stringify(piece)} holds a broken percent escape.`,
    );
  }
}
