/** A piece of Markdown: a fenced block with its fences, or the text between two of them. */
export interface Piece {
  readonly isFence: boolean;
  /** Word after the opening fence. */
  readonly language: string;
  readonly text: string;
}

/** The pieces of a text in order; joined with line breaks they are the text again. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let fence: { readonly mark: string; readonly language: string } | undefined;
  const close = (isFence: boolean, language: string): void => {
    if (lines.length > 0) pieces.push({ isFence, language, text: lines.join("\n") });
    lines = [];
  };
  for (const line of text.split("\n")) {
    const found = /^\s*(?<mark>`{3,})(?<language>\w*)/u.exec(line)?.groups;
    if (fence === undefined && found !== undefined) {
      close(false, "");
      fence = { mark: found["mark"] ?? "", language: found["language"] ?? "" };
      lines.push(line);
    } else if (fence !== undefined && line.trim() === fence.mark) {
      lines.push(line);
      close(true, fence.language);
      fence = undefined;
    } else lines.push(line);
  }
  close(fence !== undefined, fence?.language ?? "");
  return pieces;
}

/** A text with a change made in its prose: neither in fenced blocks nor in code within lines. */
export function inProse(text: string, change: (prose: string) => string): string {
  const ofPiece = (piece: Piece): string =>
    piece.isFence
      ? piece.text
      : piece.text
          .split(/(?<code>(?<ticks>`+)(?!`)[^]*?(?<!`)\k<ticks>(?!`))/u)
          // Three parts for each code: the prose before it, the code, its ticks.
          .map((part, index) => (index % 3 === 0 ? change(part) : index % 3 === 1 ? part : ""))
          .join("");
  return piecesOf(text).map(ofPiece).join("\n");
}
