/** What is wrong in a watch file, and where. */
export interface WatchProblem {
  /** Path of the file as it was given. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Place in the file: `routes[1].to`. */
  readonly field: string;
  /** Words with the remedy. */
  readonly reason: string;
}

/** A watch file that can't be used; nothing was looked at because of it. */
export class WatchFileError extends Error {
  readonly problems: readonly WatchProblem[];

  constructor(problems: readonly WatchProblem[]) {
    super(problems.map(printedProblem).join("\n"));
    this.problems = problems;
  }
}

function printedProblem({ file, line, field, reason }: WatchProblem): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${reason}`;
}

/** A place in the file as people write it. */
export function fieldText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("");
}
