import type { ListOf } from "../definition.ts";
import type { Identity } from "../identity.ts";
import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/** Trait: previews warn of what a difference does not show, and of what nothing can be done about. */
export interface PlanWarnings {
  /**
   * The warnings of every preview: by what the object holds, and by what is declared.
   *
   * @param shown - what the list shows now, where what is held may be outdated: state, as an earlier run left it
   */
  readonly planWarnings?: (held: Values, inputs: Values, shown?: Values) => Text[];
  /**
   * What both previews and updates warn of, by what is declared and by lists as far as this process has read them anyway.
   *
   * @param nowMs - the service's time as far as it is known
   */
  readonly warningsOnInputs?: (inputs: Values, seen: Seen, nowMs: number) => Text[];
}

/** The rows of the list of a resource; none while nobody has read it. Makes no request. */
export type Seen = <Wire, Scope extends string>(of: ListOf<Wire, Scope>, scope: Identity<NoInfer<Scope>>) => Wire[];
