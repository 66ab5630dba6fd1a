const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text that is safe in the content and in quoted attributes of XML and HTML; without control characters already. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}

/**
 * A value as JSON in which nothing changes how the rest of a line is read: characters without a shape of their own, such
 * as those that turn the direction of a text, are written as escapes, which programs read as the same.
 */
export function visibleJson(value: unknown): string {
  const codes = (text: string): string =>
    Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
  return JSON.stringify(value, undefined, 2).replaceAll(/[\p{Cf}\u007f-\u009f\u2028\u2029]/gu, codes);
}
