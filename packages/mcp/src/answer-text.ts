/** Most characters of an answer: some ten thousand tokens, about what clients take without cutting by themselves. */
export const MOST_CHARACTERS = 40_000;

/** Of the end, since engines sum up there what they said. */
const END_CHARACTERS = 2_000;

/** Room for the sentence about what is left out. */
const ROOM_FOR_WORDS = 200;

/** A text that fits into an answer: its beginning and its end in whole lines, with a sentence on how much is left out between them. */
export function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const beginning = text.slice(0, MOST_CHARACTERS - END_CHARACTERS - ROOM_FOR_WORDS);
  const lastLine = beginning.lastIndexOf("\n");
  const head = lastLine > 0 ? beginning.slice(0, lastLine) : beginning;
  const end = text.slice(-END_CHARACTERS);
  const tail = end.slice(end.indexOf("\n") + 1);
  const left = (text.length - head.length - tail.length).toLocaleString("en-US");
  const words = `This isn't all: ${left} characters are left out. Ask for less: the arguments of the tool say how.`;
  return `${head}\n\n${words}\n\n${tail}`;
}

/** What turns the direction of a text, so that it reads otherwise than it is. @source Unicode UAX 9, Bidi_Control */
const TURNS = /\p{Bidi_Control}/gu;

/** A text as whoever reads along sees it, too: names at the service are anybody's. */
export function shown(text: string): string {
  return text.replaceAll(TURNS, "");
}
