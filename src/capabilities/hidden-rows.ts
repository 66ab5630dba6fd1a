import type { ServiceContext } from "../model/guard.ts";
import type { IdentityParts } from "../model/identity.ts";

/** Rows that some keys are not shown. */
export interface HiddenRows<Api> {
  /** Why this key is shown only a part, and what helps, as whole sentences; undefined where it is shown all. */
  readonly why: (scope: IdentityParts, ask: ServiceContext<Api>) => Promise<string | undefined>;
  /**
   * What people who ask for the list get where some of it may be hidden: an error when absent. `whole`: every key is shown
   * all of those rows that are listed for people. `part`: the rows that the key is shown, and whoever lists them says what
   * they may lack.
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
