import process from "node:process";
import { styleText } from "node:util";

/** Colours a text for a terminal. */
export type Paint = (color: "red" | "green" | "yellow" | "dim" | "bold", text: string) => string;

/** Colours nothing: for files, pipes and CI. */
export const plain: Paint = (_color, text) => text;

/** Colors if the stream is a terminal, and NO_COLOR isn't set. @source no-color.org */
export function paintFor(
  stream: Pick<NodeJS.WriteStream, "isTTY">,
  environment: NodeJS.ProcessEnv = process.env,
): Paint {
  const isPlain = !stream.isTTY || Boolean(environment["NO_COLOR"]);
  // Node would look at its own standard output, and let FORCE_COLOR colour what goes through a pipe.
  return isPlain ? plain : (color, text) => styleText(color, text, { validateStream: false });
}
