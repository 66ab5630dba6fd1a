import type { PropertyDrift } from "../../driver/driver.ts";

/** Version of the JSON form of a report; raised when a field goes away or means something else. */
export const REPORT_VERSION = 1;

/** An object of the organization, by its name in Orgform. */
export interface ReportedObject {
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  /** The id that an import takes. */
  readonly id: string;
}

/** An object that a program declares. */
export interface DeclaredObject extends ReportedObject {
  /** What the program calls it. */
  readonly address: string;
}

/** Who changed an object last, and when, as the service's activity log tells. */
export interface LastChange {
  readonly by: string;
  /** UTC, RFC 3339. */
  readonly at: string;
}

/** An object that is not as state has it. */
export interface ChangedObject extends DeclaredObject {
  readonly properties: readonly PropertyDrift[];
  /** Why, where the object tells: whole sentences. */
  readonly notes: readonly string[];
  readonly lastChange?: LastChange;
}

/** An object that was deleted at the service. */
export interface MissingObject extends DeclaredObject {
  readonly lastChange?: LastChange;
}

/** An object that no code declares. */
export interface UnmanagedObject extends ReportedObject {
  /** The name by which people know it, or its id. */
  readonly name: string;
}

/** Something of which nobody can tell. */
export interface Unchecked {
  readonly resource: string;
  /** Absent where a whole list could not be read. */
  readonly address?: string;
  readonly id?: string;
  /** What went wrong and what to do; may have several lines. */
  readonly reason: string;
}

/** Declared properties that could not be compared. */
export interface NotCompared extends DeclaredObject {
  readonly properties: readonly string[];
}

/** What a look found: `drift` goes before `unknown`, as it is certain. */
export type Outcome = "clean" | "drift" | "unknown";

/** How code and reality differ; its JSON is documented in docs/drift-report.md. */
export interface DriftReport {
  readonly schemaVersion: typeof REPORT_VERSION;
  readonly outcome: Outcome;
  readonly engine: "pulumi" | "terraform";
  /** Address of the service. */
  readonly host: string;
  /** Organizations that were looked at. */
  readonly organizations: readonly string[];
  /** When, UTC, RFC 3339. */
  readonly checkedAt: string;
  /** Objects in state. */
  readonly declared: number;
  readonly changed: readonly ChangedObject[];
  readonly missing: readonly MissingObject[];
  readonly unmanaged: readonly UnmanagedObject[];
  readonly unchecked: readonly Unchecked[];
  readonly notCompared: readonly NotCompared[];
}

/** What is found, before it is judged. */
export type Findings = Pick<DriftReport, "changed" | "missing" | "unmanaged" | "unchecked" | "notCompared">;

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
