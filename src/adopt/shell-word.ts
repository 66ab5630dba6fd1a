/** A string as one shell word, whatever it contains. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : quotedWord(text);
}

/** The same, always in quotes. */
export const quotedWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
