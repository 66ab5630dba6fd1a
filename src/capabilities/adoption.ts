import type { Call } from "../model/call.ts";
import type { CallContext } from "../model/call-context.ts";
import type { Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";

/** The facts about an existing object by which create decides without a record of its own. */
export interface AdoptionPolicy<Api, Wire> {
  /**
   * The objects to adopt, whoever created them. `always`: any existing object, such as a person. `ifEqual`: an object
   * that equals the declaration and has no further content. The output `existed` records in the state that this program
   * didn't create it. Absent: only the program's own earlier attempt.
   */
  readonly adoptExisting?: "always" | "ifEqual";
  /** Replaces the general rule: why an object can't be the program's own earlier attempt; undefined if it surely is. */
  readonly ownershipCheck?: (api: Api, wire: Wire, context: OwnershipContext) => Promise<Text | undefined>;
  /** When the object was created, ISO 8601; absent if the service doesn't show it. */
  readonly madeAt?: (wire: Wire) => string | undefined;
  /**
   * Whether the key's account created the object; undefined if the row shows no creator, or if the key can't read its
   * account. Absent if the service never shows creators.
   */
  readonly isMadeByAccount?: (api: Api, wire: Wire, call: CallContext) => Promise<boolean | undefined>;
  /** Whether the service creates the object automatically with a new parent, with the parent's creator as its own. */
  readonly isMadeWithParent?: (wire: Wire) => boolean;
  /**
   * Why the service reports the natural key as taken although no list shows it, and the next step; a general text if
   * undefined.
   */
  readonly whyTaken?: (api: Api, inputs: Values, context: TakenContext<Wire>) => Promise<Text | undefined>;
  /**
   * Why the failure might mean that the natural key is taken, and the next step, as whole sentences; undefined if it
   * doesn't. Called if no object was found after another failure.
   */
  readonly whyPerhapsTaken?: (failure: unknown) => Text | undefined;
  /**
   * Whether a second create with these inputs would surely overwrite the object silently, so two declarations would
   * share it.
   */
  readonly isOverwritten?: (inputs: Values) => boolean;
  /** Allows create to create a second object with the same natural key if this input is true. */
  readonly allowDuplicateField?: string;
}

/** The facts for an ownership check. */
export interface OwnershipContext {
  /** The service's time, from its Date header; undefined without one. */
  readonly serviceNow: Date | undefined;
  readonly call: Call;
}

/** The known facts about a natural key that is taken. */
export interface TakenContext<Wire> {
  /** Objects with the key that are being deleted. */
  readonly deleting: readonly Wire[];
  readonly call: Call;
}

/**
 * Decides whether create adopts an existing object, by the service's data: its creator and time of creation, whether
 * its creator matters, and whether a second object with the same natural key is allowed.
 *
 * Without this capability, create adopts only an object that might be its own earlier attempt. `src/driver/adoption`
 * finds the candidates, judges them by the policy, and words a refusal.
 *
 * @see src/driver/adoption/policy.ts
 * @see test/unit/capabilities/adoption.test.ts
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a policy that reads nothing of the wire form serves every resource
export function adoption<Api = any, Wire = any>(
  policy: AdoptionPolicy<Api, Wire>,
): { readonly name: string; readonly adoption: AdoptionPolicy<Api, Wire> } {
  return { name: "adoption", adoption: policy };
}
