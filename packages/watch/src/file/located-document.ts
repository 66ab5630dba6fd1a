import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from "yaml";

import { fieldText, WatchFileError, type WatchProblem } from "./watch-problem.ts";

/** A YAML document that can say on which line a value stands. */
export class LocatedDocument {
  readonly #file: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();

  /** @throws WatchFileError for text that is no YAML, with every line that is wrong */
  constructor(file: string, text: string) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const problems = this.#document.errors.map(({ pos, message }) => ({
      file,
      line: this.#lines.linePos(pos[0]).line,
      field: "",
      reason: message,
    }));
    if (problems.length > 0) throw new WatchFileError(problems);
  }

  /** The document as plain values; a file without any has all defaults. */
  values(): unknown {
    return this.#document.toJS() ?? {};
  }

  /** A problem at a place; of something that is missing, at what it is missing in. */
  problem(path: readonly PropertyKey[], reason: string): WatchProblem {
    return { file: this.#file, line: this.#lines.linePos(this.#offset(path)).line, field: fieldText(path), reason };
  }

  #offset(path: readonly PropertyKey[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const found = this.#keyAt(path.slice(0, length)) ?? this.#valueAt(path.slice(0, length));
      if (found !== undefined) return found;
    }
    return 0;
  }

  #keyAt(path: readonly PropertyKey[]): number | undefined {
    const parent = path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    if (!isMap(parent)) return undefined;
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)));
    return isPair(pair) && isNode(pair.key) ? pair.key.range?.[0] : undefined;
  }

  #valueAt(path: readonly PropertyKey[]): number | undefined {
    const node = this.#document.getIn(path, true);
    return isNode(node) ? node.range?.[0] : undefined;
  }
}
