import type { Outcome } from "../../app/drift/drift-report.ts";
import type { Findings, PropertyDrift } from "../../driver/driver.ts";

/** Exit codes of `orgform drift`: a crash ends with 1, too, and so is never taken for clean or for drift. */
export const EXIT_CODES: Readonly<Record<Outcome, number>> = { clean: 0, unknown: 1, drift: 2 };

/** The findings in a few words: "2 changed, 1 missing". */
export function countsOf({ changed, missing, unmanaged, unchecked }: Findings): string {
  const counts = { changed, missing, unmanaged, "not checked": unchecked };
  const words = Object.entries(counts).flatMap(([word, { length }]) => (length === 0 ? [] : [`${length} ${word}`]));
  return words.length === 0 ? "no drift" : words.join(", ");
}

/** A side of a property for people, with words for secrets and unset values. */
export function shownSide({ isSecret, ...sides }: PropertyDrift, side: "expected" | "found"): string {
  if (isSecret) return "[secret]";
  return sides[side] === undefined ? "(not set)" : JSON.stringify(sides[side]);
}
