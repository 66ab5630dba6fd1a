import { Transform, type TransformCallback } from "node:stream";

/** A longer line is answered with an error: no tool takes so much, and to hold it would end the process. */
export const MOST_LINE_BYTES = 10 * 1024 * 1024;

/** Number of bytes at the beginning and at the end of an omitted line, where the number of its request can be. */
const KEPT_BYTES = 200;

const NEW_LINE = 0x0a;

/** The number of a request: a number or a text. */
type RequestId = number | string;

/**
 * Passes lines one by one, and omits lines that are too long.
 *
 * @param refuse - called for an omitted line, with the number of its request if it can be found
 */
export class WholeLines extends Transform {
  readonly #most: number;
  readonly #refuse: (id: RequestId | undefined) => void;
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  /** Beginning and end of a line that is too long already. */
  #skipped: { readonly start: string; end: string } | undefined;

  constructor(refuse: (id: RequestId | undefined) => void, most = MOST_LINE_BYTES) {
    super();
    this.#refuse = refuse;
    this.#most = most;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEW_LINE); end !== -1; end = rest.indexOf(NEW_LINE)) {
      this.#hold(rest.subarray(0, end + 1));
      this.#endLine();
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) this.#hold(rest);
    done();
  }

  #hold(part: Buffer): void {
    if (this.#skipped !== undefined) {
      this.#skipped.end = (this.#skipped.end + part.toString("latin1")).slice(-KEPT_BYTES);
      return;
    }
    this.#held.push(part);
    this.#heldBytes += part.length;
    if (this.#heldBytes <= this.#most) return;
    const text = Buffer.concat(this.#held.splice(0)).toString("latin1");
    this.#skipped = { start: text.slice(0, KEPT_BYTES), end: text.slice(-KEPT_BYTES) };
  }

  #endLine(): void {
    if (this.#skipped === undefined) this.push(Buffer.concat(this.#held.splice(0)));
    else this.#refuse(requestIn(this.#skipped));
    this.#heldBytes = 0;
    this.#skipped = undefined;
  }
}

const ID = String.raw`"id":\s*(?<id>\d+|"[\w.:-]+")\s*`;
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc":\s*"2\.0"\s*,\s*)?${ID},`, "u");
/** A field right before the last brace belongs to the outermost object. */
const LAST = new RegExp(String.raw`,\s*${ID}\}\s*$`, "u");

/** The number of the request in a line with this beginning and end, if the number is its first or last field. */
function requestIn({ start, end }: { readonly start: string; readonly end: string }): RequestId | undefined {
  const id = (FIRST.exec(start) ?? LAST.exec(end))?.groups?.["id"];
  return id === undefined ? undefined : (JSON.parse(id) as RequestId); // -- matched as a number or a text
}
