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
  /**
   * The same by the parent, where no other object is there to show it; undefined where the parent does not tell. The parent
   * is taken as this process knows it, else read once for all who ask.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parent is of another definition, whose types are forgotten
  readonly isLackingBelow?: (parent: any, input: string) => boolean | undefined;
  /** Nothing depends on them: also what is new or changed stays in the state alone, with a warning in place of an error. */
  readonly isHarmless?: true;
  /** What such a service has in their place, and what to do; whole sentences. */
  readonly advice: Text;
}
