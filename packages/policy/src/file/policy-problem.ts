/** What is wrong in a policy file, and where. */
export interface PolicyProblem {
  /** Path of the file as it was given. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Place in the file: `exceptions[1].until`. */
  readonly field: string;
  /** Words with the remedy. */
  readonly reason: string;
}

/** A policy file that cannot be used; nothing was judged by it. */
export class PolicyFileError extends Error {
  readonly problems: readonly PolicyProblem[];

  constructor(problems: readonly PolicyProblem[]) {
    super(problems.map(printedProblem).join("\n"));
    this.problems = problems;
  }
}

function printedProblem({ file, line, field, reason }: PolicyProblem): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${reason}`;
}

/** A place in the file as people write it. */
export function fieldText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("");
}
