import type { Text } from "../messages.ts";

/** Trait: some versions of the service do not take all inputs; which, its objects show. */
export interface LackingInputs<Wire> {
  readonly lacking?: LackingRule<Wire>;
}

/** The inputs that a service may lack, and how that is seen. */
interface LackingRule<Wire> {
  /** The inputs that not every service takes. */
  readonly inputs: readonly string[];
  /** Whether the service that shows this object does not take the input. */
  readonly isLacking: (wire: Wire, input: string) => boolean;
  /** Nothing depends on them: also what is new or changed stays in the state alone, with a warning in place of an error. */
  readonly isHarmless?: true;
  /** What such a service has in their place, and what to do; whole sentences. */
  readonly advice: Text;
}
