import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/** Trait: the resource, or a form in which it is declared, is deprecated. Fields and members have marks of their own. */
export interface DeprecatedForms {
  /** What to declare in place of the resource: whole sentences. */
  readonly deprecation?: Text;
  /** Whether what is declared can be declared in no other form, so that nobody is told to. */
  readonly hasNoSuccessor?: (inputs: Values) => boolean;
}
