import type { Making } from "../definition.ts";
import type { Identity } from "../identity.ts";

/** Trait: the service may make an object elsewhere than it was asked to. */
export interface MisplacedCreation<Api, Part extends string> {
  /** After a create the object is looked for where it was to be. */
  readonly misplaced?: {
    /** Removes an object that is not there, wherever it is. */
    readonly remove: (api: Api, at: Identity<Part>, call: Making) => Promise<void>;
    /** Why it may come to lie elsewhere, and what to do, for people. */
    readonly why: string;
  };
}
