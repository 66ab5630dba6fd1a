import process from "node:process";

/** Shows how far a long piece of work is. */
export interface Progress {
  /** The next thing that is done, in words that complete "Reading ...". */
  readonly step: (words: string) => void;
  /** How many of its parts are done. */
  readonly count: (done: number, total: number) => void;
  /** Removes temporary output. */
  readonly end: () => void;
}

const WIDTH = 24;
/** Clears the line of a terminal. */
export const CLEAR_LINE = "\r\u001B[K";

/** The used part of a stream; a process's standard error has it. */
export type ProgressStream = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;

/** A line that changes on a terminal; elsewhere, and in CI, a line for each step. */
export function progressOn(
  stream: ProgressStream = process.stderr,
  environment: NodeJS.ProcessEnv = process.env,
): Progress {
  if (stream.isTTY && !environment["CI"]) return terminalProgress(stream);
  return { step: (words) => void stream.write(`Reading ${words}\n`), count: () => undefined, end: () => undefined };
}

function terminalProgress(stream: ProgressStream): Progress {
  let current = "";
  const show = (text: string): void => void stream.write(`${CLEAR_LINE}${text.slice(0, stream.columns)}`);
  return {
    step: (words) => {
      current = words;
      show(`Reading ${words}`);
    },
    count: (done, total) => {
      const filled = Math.round((done / total) * WIDTH);
      show(`Reading ${current} [${"=".repeat(filled)}${" ".repeat(WIDTH - filled)}] ${done} of ${total}`);
    },
    end: () => void stream.write(CLEAR_LINE),
  };
}
