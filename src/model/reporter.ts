import type { Text } from "./messages.ts";

/** Where words to the user go; the engine attaches them to the resource. */
export interface Reporter {
  readonly warn: (text: Text) => void;
  readonly info: (text: Text) => void;
  /** A short live status, replaced by the next one. */
  readonly status: (text: Text) => void;
}
