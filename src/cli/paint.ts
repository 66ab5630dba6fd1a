import { styleText } from "node:util";

/** Colours a text for a terminal. */
export type Paint = (color: "red" | "green" | "yellow" | "dim" | "bold", text: string) => string;

/** Colours nothing: for files, pipes and CI. */
export const plain: Paint = (_color, text) => text;

/** Colours where the stream is a terminal that shows colours, and NO_COLOR is not set. @source no-color.org */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  // Also where FORCE_COLOR is set: what reads a report through a pipe may not know of colours.
  return stream.isTTY ? (color, text) => styleText(color, text, { stream }) : plain;
}
