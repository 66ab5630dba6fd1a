import type { Text } from "../model/messages.ts";

/** The inputs that a service might not have, and how to recognize that. */
export interface UnsupportedInputs<Wire> {
  /** The inputs that not every service accepts. */
  readonly inputs: readonly string[];
  /** Whether the service that shows this object doesn't accept the input. */
  readonly isUnsupported: (wire: Wire, input: string) => boolean;
  /**
   * The same by the parent, if no other object shows it; undefined if the parent doesn't show it. The parent comes from
   * this process, else it is read once for all callers.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parent has another definition, whose types aren't known here
  readonly isUnsupportedBelow?: (parent: any, input: string) => boolean | undefined;
  /**
   * Nothing depends on these inputs. Even new or changed values stay only in the state, with a warning instead of an
   * error.
   */
  readonly isHarmless?: true;
  /** The alternative on such a service, and the next step, in whole sentences. */
  readonly advice: Text;
}

/**
 * Some versions of the service don't accept all inputs. Their values in the state stay there; new or changed values are
 * refused before anything is sent.
 *
 * A preview decides by the object in the shared list. For a new object, it checks another object there, then the
 * parent. A write that only then shows such a service fails with unsupported_setting.
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
