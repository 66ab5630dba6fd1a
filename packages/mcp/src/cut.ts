/** Most characters of an answer: some ten thousand tokens, about what clients take without cutting by themselves. */
export const MOST_CHARACTERS = 40_000;

/** Room for the sentence about what is left out. */
const ROOM_FOR_END = 200;

/** A text that fits into an answer: cut at the end of a line, with a sentence on how much is left out. */
export function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const room = text.slice(0, MOST_CHARACTERS - ROOM_FOR_END);
  const end = room.lastIndexOf("\n");
  const kept = end > 0 ? room.slice(0, end) : room;
  const left = (text.length - kept.length).toLocaleString("en-US");
  return `${kept}\n\nThis is not all: ${left} more characters did not fit. Ask for less at once: the arguments of the tool say how.`;
}
