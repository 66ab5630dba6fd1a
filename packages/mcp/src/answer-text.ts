/** Maximum number of characters in a response: about ten thousand tokens, which clients accept without cutting it themselves. */
export const MOST_CHARACTERS = 40_000;

/** Length of the kept end, because engines summarize their output there. */
const END_CHARACTERS = 2_000;

/** Space for the sentence about the omitted part. */
const ROOM_FOR_WORDS = 200;

/**
 * A text that fits into a response: its beginning and its end in whole lines, with a sentence about the length of the
 * omitted part between them.
 */
export function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const until = MOST_CHARACTERS - END_CHARACTERS - ROOM_FOR_WORDS;
  const from = text.length - END_CHARACTERS;
  // The line break after the beginning, and the one before the end, need no room in them.
  const lastBreak = text.lastIndexOf("\n", until);
  const firstBreak = text.indexOf("\n", from - 1);
  const head = text.slice(0, lastBreak > 0 ? lastBreak : until);
  const tail = text.slice(firstBreak < 0 ? from : firstBreak + 1);
  const left = (text.length - head.length - tail.length).toLocaleString("en-US");
  const words = `This isn't all: ${left} characters are left out. Ask for less: the arguments of the tool say how.`;
  return `${head}\n\n${words}\n\n${tail}`;
}

/** Characters that change the direction of a text, so it reads differently. @source Unicode UAX 9, Bidi_Control */
const TURNS = /\p{Bidi_Control}/gu;

/** A text in the form that people also see: anybody can choose names at the service. */
export function shown(text: string): string {
  return text.replaceAll(TURNS, "");
}
