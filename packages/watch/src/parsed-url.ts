/**
 * The URL in a text, or undefined.
 *
 * `URL.canParse` isn't used: in Node 20 it misreads letters such as `ü` once it has been called some thousand times.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
