import type { DeclaredObject, Secret } from "../adopt/program.ts";
import type { Gap, RecordedObject } from "../driver/driver.ts";
import type { AnyResource } from "../model/definition.ts";

/** An object that the program declares anew. */
export interface NewObject extends DeclaredObject {
  /** It exists at the service, under its id, and is imported; else it is made. */
  readonly isThere: boolean;
}

/** An object that leaves the state and stays at the service. */
export interface Leaving {
  readonly object: RecordedObject;
  /** The command that makes it stand still, where there is one. */
  readonly stop?: string;
}

/** What changes in the declaration of an object that stays. */
export interface Edit {
  readonly object: RecordedObject;
  readonly definition: AnyResource;
  /** The inputs that go. */
  readonly inputs: readonly string[];
}

/** What one cause makes necessary in a program. */
export interface Change {
  /** What has to change and why, in one sentence for people; without anything secret. */
  readonly finding: string;
  readonly made?: readonly NewObject[];
  readonly leaving?: readonly Leaving[];
  readonly edits?: readonly Edit[];
  readonly secrets?: readonly Secret[];
  /** What a person has to decide. */
  readonly decisions?: readonly string[];
  /** Texts that lie beside the code, by the names of their files. */
  readonly files?: Readonly<Record<string, string>>;
}

/** All that has to change in a program for the service that there is, in no language yet. */
export interface Migration {
  readonly changes: readonly Change[];
  /** What couldn't be looked at. */
  readonly unread: readonly Gap[];
}
