const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const WORDS = new Intl.RelativeTimeFormat("en");

/** How long before a moment something was, such as "2 hours ago"; undefined where it was not before it. Both RFC 3339. */
export function agoWords(at: string, now: string): string | undefined {
  const elapsedMs = Date.parse(now) - Date.parse(at);
  if (!(elapsedMs >= 0)) return undefined;
  const unit = UNITS.find(([, lengthMs]) => elapsedMs >= lengthMs);
  if (unit === undefined) return "less than a minute ago";
  const [name, lengthMs] = unit;
  return WORDS.format(-Math.floor(elapsedMs / lengthMs), name);
}
