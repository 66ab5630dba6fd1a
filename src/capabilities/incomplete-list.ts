import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";

/** Why these rows can't be the complete list, as the end of a sentence; undefined if they can. */
export type WhyIncomplete<Api, Wire> = (
  rows: readonly Wire[],
  ask: ServiceContext<Api>,
  at: IdentityParts,
) => Promise<string | undefined>;

/**
 * A complete list contains something that surely exists: a list without it proves no absence.
 *
 * The driver calls it before an object that the list lacks counts as missing, and fails with unconfirmed_absence.
 *
 * It does so after two reads of the list lacked the object, and only for resources without a separate read.
 *
 * @see src/driver/observe.ts
 * @see test/unit/capabilities/incomplete-list.test.ts
 */
export function incompleteList<Api, Wire>(
  why: WhyIncomplete<Api, Wire>,
): { readonly name: string; readonly whyIncomplete: WhyIncomplete<Api, Wire> } {
  return { name: "incomplete list", whyIncomplete: why };
}
