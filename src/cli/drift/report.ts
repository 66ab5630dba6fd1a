import type { EngineName } from "../../engines/engine.ts";
import type { Findings, PropertyDrift, UnmanagedObject } from "../../driver/driver.ts";

/** Version of the JSON form of a report; raised when a field goes away or means something else. */
export const REPORT_VERSION = 1;

/** What a look found: `drift` goes before `unknown`, as it is certain. */
export type Outcome = "clean" | "drift" | "unknown";

/** An object that no code declares, with the command that imports it. */
export interface ReportedUnmanaged extends UnmanagedObject {
  readonly importLine: string;
}

/** How code and reality differ; its JSON is documented in docs/drift-report.md. */
export interface DriftReport extends Omit<Findings, "unmanaged"> {
  readonly unmanaged: readonly ReportedUnmanaged[];
  readonly schemaVersion: typeof REPORT_VERSION;
  readonly outcome: Outcome;
  readonly engine: EngineName;
  /** Address of the service. */
  readonly host: string;
  /** Organizations that were looked at. */
  readonly organizations: readonly string[];
  /** When, UTC, RFC 3339. */
  readonly checkedAt: string;
  /** Objects in state. */
  readonly declared: number;
}

/** Judges what was found. */
export function outcomeOf({ changed, missing, unmanaged, unchecked }: Findings): Outcome {
  if (changed.length + missing.length + unmanaged.length > 0) return "drift";
  return unchecked.length > 0 ? "unknown" : "clean";
}

/** Exit codes of `orgform drift`: a crash ends with 1, too, and so is never taken for clean or for drift. */
export const EXIT_CODES: Readonly<Record<Outcome, number>> = { clean: 0, unknown: 1, drift: 2 };

/** What was found in a few words: "2 changed, 1 missing". */
export function countsOf({ changed, missing, unmanaged, unchecked }: Findings): string {
  const counts = { changed, missing, unmanaged, "not checked": unchecked };
  const words = Object.entries(counts).flatMap(([word, { length }]) => (length === 0 ? [] : [`${length} ${word}`]));
  return words.length === 0 ? "no drift" : words.join(", ");
}

/** A side of a property for people; secrets and what is not set in words. */
export function shownSide({ isSecret, ...sides }: PropertyDrift, side: "expected" | "found"): string {
  if (isSecret) return "[secret]";
  return sides[side] === undefined ? "(not set)" : JSON.stringify(sides[side]);
}
