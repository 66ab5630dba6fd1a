/** What turns the direction of a text, so that it reads otherwise than it is. @source Unicode UAX 9, Bidi_Control */
const TURNS = /\p{Bidi_Control}/gu;

/** A text as whoever reads along sees it, too: names at the service are anybody's. */
export function shown(text: string): string {
  return text.replaceAll(TURNS, "");
}
