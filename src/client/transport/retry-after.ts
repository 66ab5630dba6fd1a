/**
 * Reads a `Retry-After` header: whole seconds or an HTTP date.
 *
 * @param nowMs - wall-clock time in milliseconds, used for dates; a date in the past gives 0
 * @returns milliseconds to wait, or `undefined` when the header is absent or unreadable
 * @source RFC 9110 section 10.2.3
 */
export function retryAfterMsFrom(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse alone would take "5.5" or "-3" for a date.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
