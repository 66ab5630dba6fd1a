import type { History } from "./history.ts";

/** The history for programs, unchanged. Characters that a terminal or an editor wouldn't show are escaped. */
export function historyJson(history: History): string {
  const text = JSON.stringify(history, undefined, 2);
  return `${text.replaceAll(/[\u007F-\u009F\p{Cf}\u2028\u2029]/gu, escapesOf)}\n`;
}

/** JSON escapes units of UTF-16: a sign beyond the first 65,536 has two. */
function escapesOf(sign: string): string {
  const units = sign.split("");
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
