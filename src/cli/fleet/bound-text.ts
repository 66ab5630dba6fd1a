/** How organizations are bound to a plan: `bound: exact`, or how many are how; empty where none is. */
export function boundText(organizations: readonly ("exact" | "checked" | undefined)[]): string {
  const words = (["exact", "checked"] as const).flatMap((word) => {
    const number = organizations.filter((one) => one === word).length;
    return number === 0 ? [] : [{ word, number }];
  });
  const [first] = words;
  if (first === undefined) return "";
  return `bound: ${words.length === 1 ? first.word : words.map(({ word, number }) => `${number} ${word}`).join(", ")}`;
}
