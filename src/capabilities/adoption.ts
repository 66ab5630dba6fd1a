import type { Call } from "../model/call.ts";
import type { CallContext } from "../model/call-context.ts";
import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** What create may know, without a record of its own, of an object that exists already. */
export interface AdoptionPolicy<Api, Wire> {
  /**
   * What is adopted whoever made it. `always`: whatever exists, as a person does without a program. `ifEqual`: an object that
   * is as declared and holds nothing beside; state remembers in the output `existed` that this program did not make it.
   * Absent: nothing but the program's own earlier attempt.
   */
  readonly adoptExisting?: "always" | "ifEqual";
  /** In place of the general rule: why an object cannot be the program's own earlier attempt; undefined when it surely is. */
  readonly ownershipCheck?: (api: Api, wire: Wire, context: OwnershipContext) => Promise<Text | undefined>;
  /** When the object was made, ISO 8601; absent where the service does not show it. */
  readonly madeAt?: (wire: Wire) => string | undefined;
  /**
   * Whether the account of the key made the object; undefined where the row shows no maker, or the key may not ask who it
   * is. Absent where the service never shows who made it.
   */
  readonly isMadeByAccount?: (api: Api, wire: Wire, call: CallContext) => Promise<boolean | undefined>;
  /** Whether the service creates the object automatically with a new parent: its creator is that of the parent. */
  readonly isMadeWithParent?: (wire: Wire) => boolean;
  /**
   * Why the service says that the natural key is taken although nothing of it is listed, and the way out; the general
   * words when undefined.
   */
  readonly whyTaken?: (api: Api, inputs: Values, context: TakenContext<Wire>) => Promise<Text | undefined>;
  /**
   * Whole sentences on why the failure might mean that the natural key is taken, and what helps; undefined if it doesn't. Called
   * if no object was found after a failure that doesn't say so.
   */
  readonly whyPerhapsTaken?: (failure: unknown) => Text | undefined;
  /** Whether a second create of what the inputs declare would surely overwrite the object without a word: both would share it. */
  readonly isOverwritten?: (inputs: Values) => boolean;
  /** Lets create make a second object of the same natural key when this input is true. */
  readonly allowDuplicateField?: string;
}

/** What an ownership check may look at. */
export interface OwnershipContext {
  /** The service's time, from its Date header; undefined when none was sent. */
  readonly serviceNow: Date | undefined;
  readonly call: Call;
}

/** What is known of a natural key that is taken. */
export interface TakenContext<Wire> {
  /** Objects of the key that are on their way out. */
  readonly deleting: readonly Wire[];
  readonly call: Call;
}

/**
 * What the service shows of an existing object, by which create decides whether to adopt it: who created it and when,
 * whether it is meant whoever created it, and whether a second object with the same natural key is allowed.
 *
 * Without this capability, create adopts only what may be its own earlier attempt. `src/driver/adoption` finds the
 * candidates, judges them by the policy, and words a refusal.
 *
 * @see src/driver/adoption/policy.ts
 * @see test/unit/capabilities/adoption.test.ts
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a policy that asks nothing of the wire form serves every resource
export function adoption<Api = any, Wire = any>(
  policy: AdoptionPolicy<Api, Wire>,
): { readonly name: string; readonly adoption: AdoptionPolicy<Api, Wire> } {
  return { name: "adoption", adoption: policy };
}
