/** What is wrong in a fleet file, and where. */
export interface FleetProblem {
  /** Path of the file as it was given. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Place in the file: `organizations[3].values.displayName`. */
  readonly field: string;
  /** A sentence with the remedy. */
  readonly reason: string;
}

/** A fleet file that cannot be used; nothing was read or written because of it. */
export class FleetFileError extends Error {
  readonly problems: readonly FleetProblem[];

  constructor(problems: readonly FleetProblem[]) {
    super(problems.map(printedProblem).join("\n"));
    this.problems = problems;
  }
}

function printedProblem({ file, line, field, reason }: FleetProblem): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${reason}`;
}

/** A place in the file as people write it. */
export function fieldText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("");
}
