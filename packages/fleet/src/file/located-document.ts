import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from "yaml";

/** A problem in a file, with its location. */
export interface FileProblem {
  /** Path of the file as it was given. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Path in the file, such as `organizations[3].values.displayName`. */
  readonly field: string;
  /** The problem and its remedy. */
  readonly reason: string;
}

/** A file that can't be used, with all of its problems; nothing was read or written because of it. */
export class FileProblemsError extends Error {
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(printedProblem).join("\n"));
    this.problems = problems;
  }
}

function printedProblem({ file, line, field, reason }: FileProblem): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${reason}`;
}

/** A YAML document that knows the line of each value. */
export class LocatedDocument {
  readonly #file: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();

  /**
   * @param Refusal - the error of this kind of file
   * @throws Refusal for text that isn't valid YAML, with every wrong line
   */
  constructor(file: string, text: string, Refusal: typeof FileProblemsError) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const problems = this.#document.errors.map(({ pos, message }) => ({
      file,
      line: this.#lines.linePos(pos[0]).line,
      field: "",
      reason: message,
    }));
    if (problems.length > 0) throw new Refusal(problems);
  }

  /** The document as plain values; null if the file is empty. */
  values(): unknown {
    return this.#document.toJS();
  }

  /** Whether a path has a map that is written out there and isn't an alias. */
  isMapAt(path: readonly PropertyKey[]): boolean {
    return isMap(this.#document.getIn(path));
  }

  /** A problem at a path; for a missing value, at the path of its parent. */
  problem(path: readonly PropertyKey[], reason: string): FileProblem {
    return { file: this.#file, line: this.#lines.linePos(this.#offset(path)).line, field: fieldText(path), reason };
  }

  #offset(path: readonly PropertyKey[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const found = this.#keyAt(path.slice(0, length)) ?? this.#valueAt(path.slice(0, length));
      if (found !== undefined) return found;
    }
    return 0;
  }

  /** Fields of a map are located by their keys, which come before a value of many lines. */
  #keyAt(path: readonly PropertyKey[]): number | undefined {
    const parent = path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1));
    if (!isMap(parent)) return undefined;
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)));
    return isPair(pair) && isNode(pair.key) ? pair.key.range?.[0] : undefined;
  }

  #valueAt(path: readonly PropertyKey[]): number | undefined {
    const node = this.#document.getIn(path, true);
    return isNode(node) ? node.range?.[0] : undefined;
  }
}

/** A path in the file as people write it. */
function fieldText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("");
}

/** The text of a schema's issue: our own for a missing value, otherwise the library's. */
export function requiredWords({
  code,
  input,
  expected,
}: {
  readonly code?: string;
  readonly input?: unknown;
  readonly expected?: string;
}): string | undefined {
  if (code === "invalid_type" && input === undefined) return `is required: ${expected ?? "a value"}`;
  return undefined;
}
