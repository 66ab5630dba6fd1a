import type { Reporter } from "../../driver/driver.ts";
import { CLEAR_LINE } from "../progress.ts";
import { FLAG_SPELLING } from "./flags.ts";
import { printed, type Text } from "../../model/messages.ts";

/** The used part of a stream; a process's standard error has it. */
type Terminal = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/** If the stream isn't a terminal, such as in CI: milliseconds between two lines about the same work. */
const QUIET_MS = 10_000;

/**
 * The driver's messages on a stream. On a terminal, a status replaces the one before. Elsewhere, only some are shown.
 */
export function reporterOn(stream: Terminal, now: () => number = Date.now): Reporter & { readonly end: () => void } {
  const spelled = (text: Text): string => printed(text, FLAG_SPELLING);
  let shownAt = now();
  const clear = (): string => (stream.isTTY ? CLEAR_LINE : "");
  return {
    warn: (text) => void stream.write(`${clear()}warning: ${spelled(text)}\n`),
    info: (text) => void stream.write(`${clear()}${spelled(text)}\n`),
    status: (text) => {
      if (stream.isTTY) stream.write(`${CLEAR_LINE}${spelled(text)}`);
      else if (now() - shownAt >= QUIET_MS) {
        shownAt = now();
        stream.write(`${spelled(text)}\n`);
      }
    },
    end: () => void stream.write(clear()),
  };
}
