import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";

/** Rows that some keys can't see. */
export interface HiddenRows<Api> {
  /** Why this key sees only some rows, and the next step, as whole sentences; undefined if it sees all. */
  readonly why: (scope: IdentityParts, ask: ServiceContext<Api>) => Promise<string | undefined>;
  /**
   * The result of a list for users if some rows might be hidden; an error if absent. `whole`: every key sees all rows
   * that are listed for users. `part`: the visible rows, and the caller reports which ones might be missing.
   */
  readonly listing?: "whole" | "part";
}

/**
 * Some keys see only some of the rows, in a list that looks complete. Such a list proves no absence, and isn't shown to
 * users unless the capability allows it.
 *
 * @see src/driver/lists/hidden-rows.ts
 * @see src/driver/inventory/shown-rows.ts
 * @see test/unit/capabilities/hidden-rows.test.ts
 */
export function hiddenRows<Api>(rules: HiddenRows<Api>): {
  readonly name: string;
  readonly hiddenRows: HiddenRows<Api>;
} {
  return { name: "hidden rows", hiddenRows: rules };
}
