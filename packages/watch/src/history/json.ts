import type { History } from "./history.ts";

/** The history for programs, unchanged. Characters that a terminal or an editor wouldn't show are escaped. */
export function historyJson(history: History): string {
  const text = JSON.stringify(history, undefined, 2);
  return `${text.replaceAll(/[\u007F-\u009F\p{Cf}\u2028\u2029]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}
