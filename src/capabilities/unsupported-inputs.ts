import type { Text } from "../model/messages.ts";

/** The inputs that a service may not have, and how that is seen. */
export interface UnsupportedInputs<Wire> {
  /** The inputs that not every service takes. */
  readonly inputs: readonly string[];
  /** Whether the service that shows this object does not take the input. */
  readonly isUnsupported: (wire: Wire, input: string) => boolean;
  /**
   * The same by the parent, where no other object is there to show it; undefined where the parent does not tell. The parent
   * is taken as this process knows it, else read once for all who ask.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parent is of another definition, whose types are forgotten
  readonly isUnsupportedBelow?: (parent: any, input: string) => boolean | undefined;
  /** Nothing depends on them: also what is new or changed stays in the state alone, with a warning in place of an error. */
  readonly isHarmless?: true;
  /** What such a service has in their place, and what to do; whole sentences. */
  readonly advice: Text;
}

/**
 * Some versions of the service don't accept all inputs. Their values in the state stay there; new or changed values are
 * refused before anything is sent.
 *
 * A preview refuses by the object in the shared list. For a new object, it looks at another one there, then at the parent.
 * A write that only then shows such a service fails with unsupported_setting.
 *
 * @see src/driver/hooks/unsupported-inputs.ts
 * @see test/unit/capabilities/unsupported-inputs.test.ts
 */
export function unsupportedInputs<Wire>(rules: UnsupportedInputs<Wire>): {
  readonly name: string;
  readonly unsupportedInputs: UnsupportedInputs<Wire>;
} {
  return { name: "unsupported inputs", unsupportedInputs: rules };
}
