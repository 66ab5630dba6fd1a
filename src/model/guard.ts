import type { CallContext } from "./call-context.ts";
import type { Values } from "./json-value.ts";
import type { Text } from "./messages.ts";

/**
 * The moments that a guard can watch: the verbs, and `make`, the moment right before the request that creates an
 * object. `make` doesn't occur if create adopts an existing object.
 */
export type GuardedVerb = "create" | "make" | "update" | "delete";

/** The input of a guard. */
export interface GuardContext {
  readonly verb: GuardedVerb;
  /** Checked inputs; on delete, the values in the state. */
  readonly inputs: Values;
  /** The values in the state; undefined on create. */
  readonly state: Values | undefined;
}

/** How a guard requests further facts from the service. */
export interface ServiceContext<Api> {
  readonly api: Api;
  readonly call: CallContext;
}

/** A rule that refuses a dangerous change before anything is written. */
export interface Guard<Api, Wire> {
  readonly on: readonly GuardedVerb[];
  /** Whether the guard is also asked during a preview, with the shared list's version of the object. */
  readonly inPreview: boolean;
  /** Whether the object must be read before the guard can decide. */
  readonly needsObject: boolean;
  /** Whether there is anything to check; if not, nothing is read for the guard. Always if absent. */
  readonly isAsked?: (context: GuardContext) => boolean;
  /** The refusal for the user, with the next step; undefined allows the change. */
  readonly refuse: (
    context: GuardContext,
    wire: Wire | undefined,
    ask: () => ServiceContext<Api>,
  ) => Text | undefined | Promise<Text | undefined>;
  /** The refusal of a deletion by the state alone, for engines that plan deletions; such a guard is asked only for deletions. */
  readonly judgesState?: (state: Values) => Text | undefined;
}
