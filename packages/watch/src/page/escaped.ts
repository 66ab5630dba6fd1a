const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text of others: none of it is a tag, and nothing turns the direction of what follows. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]|(?![\n\t])\p{Cc}/gu, "\uFFFD")
    .replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}
