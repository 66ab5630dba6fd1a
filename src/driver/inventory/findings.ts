import type { PropertyDrift } from "./object-drift.ts";

/** An object of the organization, by its name in Orgform. */
export interface ReportedObject {
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  /** The ID for an import. */
  readonly id: string;
}

/** An object that a program declares. */
export interface DeclaredObject extends ReportedObject {
  /** Its address in the program. */
  readonly address: string;
}

/** The author and time of an object's last change, from the service's activity log. */
export interface LastChange {
  readonly by: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** The name that the author's program gave itself; absent if the service doesn't know it. */
  readonly client?: string;
}

/** An object that differs from the state. */
export interface ChangedObject extends DeclaredObject {
  readonly properties: readonly PropertyDrift[];
  /** The reasons, if the object shows them: whole sentences. */
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

/** An object that no code declares and that needn't be declared. */
export interface ImpliedObject extends UnmanagedObject {
  /** Why it is there. */
  readonly reason: string;
}

/** An object that somebody else manages, as another provider or in another state. */
export interface ElsewhereObject extends UnmanagedObject {
  /** The managing provider: `posthog/posthog`. */
  readonly by: string;
  /** Its address in that program. */
  readonly address: string;
  /** The file of its state; absent for the same state. */
  readonly file?: string;
}

/** Something that couldn't be checked. */
export interface Unchecked {
  readonly resource: string;
  /** Absent if a whole list couldn't be read. */
  readonly address?: string;
  readonly id?: string;
  /** The error and the next step; can have several lines. */
  readonly reason: string;
}

/** Declared properties that could not be compared. */
export interface NotCompared extends DeclaredObject {
  readonly properties: readonly string[];
}

/** A declared object of a kind that the service has retired. */
export interface RetiredObject extends DeclaredObject {
  /** The service's replacement, and the next step. */
  readonly reason: string;
}

/** Objects that couldn't be checked for unmanaged ones, because the service has no list of them. */
export interface Unlisted {
  readonly resource: string;
  /** Their name, as words for a list. */
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
