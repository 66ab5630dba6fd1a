import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/** Trait: previews warn of what a difference does not show, and of what nothing can be done about. */
export interface PlanWarnings {
  /** The warnings of every preview: by what the object holds, and by what is declared. */
  readonly planWarnings?: (held: Values, inputs: Values) => Text[];
}
