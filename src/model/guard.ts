import type { CallContext } from "./call-context.ts";
import type { Values } from "./json-value.ts";
import type { Text } from "./messages.ts";

/**
 * What a guard can watch: the verbs, and `make`, the moment right before the request that makes an object, which
 * doesn't come when create takes an existing one over.
 */
export type GuardedVerb = "create" | "make" | "update" | "delete";

/** What a guard looks at. */
export interface GuardContext {
  readonly verb: GuardedVerb;
  /** Checked inputs; on delete, what state holds. */
  readonly inputs: Values;
  /** What state holds; undefined on create. */
  readonly state: Values | undefined;
}

/** How a guard asks the service for what it has to know beside the object. */
export interface ServiceContext<Api> {
  readonly api: Api;
  readonly call: CallContext;
}

/** A rule that refuses a dangerous change before anything is written. */
export interface Guard<Api, Wire> {
  readonly on: readonly GuardedVerb[];
  /** Also asked while a change is previewed, with what the shared list holds. */
  readonly inPreview: boolean;
  /** The object must be read before the guard can judge. */
  readonly needsObject: boolean;
  /** Whether there is anything to judge; nothing is read for the guard if not. Always when absent. */
  readonly isAsked?: (context: GuardContext) => boolean;
  /** The refusal for the user, with the way out; undefined lets the change pass. */
  readonly refuse: (
    context: GuardContext,
    wire: Wire | undefined,
    ask: () => ServiceContext<Api>,
  ) => Text | undefined | Promise<Text | undefined>;
  /** The refusal of a deletion by what state holds and nothing else, for engines that plan deletions; such a guard is asked for nothing but deletions. */
  readonly judgesState?: (state: Values) => Text | undefined;
}
