import type { PropertyDrift } from "./object-drift.ts";

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
  /** What the program by which it was done calls itself; absent where the service does not know it. */
  readonly client?: string;
}

/** An object that is not as state has it. */
export interface ChangedObject extends DeclaredObject {
  readonly properties: readonly PropertyDrift[];
  /** Why, where the object tells: whole sentences. */
  readonly notes: readonly string[];
  /** Null if the newest entries of the log don't have it; absent if there's no log, or the key can't read it. */
  readonly lastChange?: LastChange | null;
}

/** An object that was deleted at the service. */
export interface MissingObject extends DeclaredObject {
  /** As of a changed object. */
  readonly lastChange?: LastChange | null;
}

/** An object that no code declares. */
export interface UnmanagedObject extends ReportedObject {
  /** The name by which people know it, or its id. */
  readonly name: string;
}

/** An object that no code declares and nobody has to. */
export interface ImpliedObject extends UnmanagedObject {
  /** Why it is there. */
  readonly reason: string;
}

/** An object that somebody else manages, as another provider or in another state. */
export interface ElsewhereObject extends UnmanagedObject {
  /** Who does: `posthog/posthog`. */
  readonly by: string;
  /** What that program calls it. */
  readonly address: string;
  /** The file of its state; absent for the same state. */
  readonly file?: string;
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

/** A declared object of a kind that the service has retired. */
export interface RetiredObject extends DeclaredObject {
  /** What the service has in its place, and what to do. */
  readonly reason: string;
}

/** Objects that nobody could look for among those that no code declares, since the service has no list of them. */
export interface Unlisted {
  readonly resource: string;
  /** What they are, as words for a list. */
  readonly what: string;
  readonly reason: string;
}

/** How code and reality differ, before it is judged. */
export interface Findings {
  readonly changed: readonly ChangedObject[];
  readonly missing: readonly MissingObject[];
  readonly unmanaged: readonly UnmanagedObject[];
  /** They aren't drift. */
  readonly implied: readonly ImpliedObject[];
  /** They aren't drift. */
  readonly elsewhere: readonly ElsewhereObject[];
  readonly unchecked: readonly Unchecked[];
  readonly notCompared: readonly NotCompared[];
  /** They aren't drift: a refresh keeps them unchanged. */
  readonly retired: readonly RetiredObject[];
  /** They aren't drift. */
  readonly unlisted: readonly Unlisted[];
}
