import type { History } from "./history.ts";

/** For programs: the history as it is. What a terminal or an editor would not show is written as an escape. */
export function historyJson(history: History): string {
  const text = JSON.stringify(history, undefined, 2);
  return `${text.replaceAll(/[\u007F-\u009F\p{Cf}\u2028\u2029]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}
