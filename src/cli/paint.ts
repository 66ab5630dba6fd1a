import process from "node:process";

const COLORS = { red: 31, green: 32, yellow: 33, dim: 2, bold: 1 } as const;

/** Colours a text for a terminal. */
export type Paint = (color: keyof typeof COLORS, text: string) => string;

/** Colours nothing: for files, pipes and CI. */
export const plain: Paint = (_color, text) => text;

/** Colours where standard output is a terminal, and NO_COLOR is not set. @source no-color.org */
export function paintFor(
  stream: Pick<NodeJS.WriteStream, "isTTY">,
  environment: NodeJS.ProcessEnv = process.env,
): Paint {
  const isPlain = stream.isTTY !== true || (environment["NO_COLOR"] ?? "") !== "";
  return isPlain ? plain : (color, text) => `\u001B[${COLORS[color]}m${text}\u001B[0m`;
}
