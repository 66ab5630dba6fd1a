import type { ServiceContext } from "../guard.ts";
import type { Identity } from "../identity.ts";

/** Trait of a collection: some keys are shown a part of the rows alone, in a list that looks whole. */
export interface PartialList<Api, Scope extends string> {
  /** Why this key is shown a part alone, and what helps, as whole sentences; undefined where it is shown all. */
  readonly whyPartial?: (scope: Identity<Scope>, ask: ServiceContext<Api>) => Promise<string | undefined>;
  /** Those of its rows that are listed for people are shown to every key. */
  readonly isListedWhole?: boolean;
  /** Those that the key is shown are listed for people all the same; who lists them says what they may lack. */
  readonly isListedInPart?: boolean;
}
