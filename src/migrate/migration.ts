import type { DeclaredObject, Secret } from "../adopt/program.ts";
import type { Gap, RecordedObject } from "../driver/driver.ts";
import type { AnyResource } from "../model/definition.ts";

/** An object that the program declares for the first time. */
export interface NewObject extends DeclaredObject {
  /** Whether the object exists at the service under its ID, and is imported. Otherwise, the program creates it. */
  readonly isThere: boolean;
}

/** An object that leaves the state and stays at the service. */
export interface Leaving {
  readonly object: RecordedObject;
  /** The command that stops its work, if there is one. */
  readonly stop?: string;
}

/** A change to the declaration of an object that stays. */
export interface Edit {
  readonly object: RecordedObject;
  readonly definition: AnyResource;
  /** The inputs to remove. */
  readonly inputs: readonly string[];
}

/** The changes that one cause requires in a program. */
export interface Change {
  /** What has to change and why, in one sentence for people, without secrets. */
  readonly finding: string;
  readonly made?: readonly NewObject[];
  readonly leaving?: readonly Leaving[];
  readonly edits?: readonly Edit[];
  readonly secrets?: readonly Secret[];
  /** Decisions for a person. */
  readonly decisions?: readonly string[];
  /** The texts of files beside the code, by file name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** All changes that a program needs for the current service, independent of its language. */
export interface Migration {
  readonly changes: readonly Change[];
  /** The parts that couldn't be read. */
  readonly unread: readonly Gap[];
}
