import type { Family } from "../family.ts";
import { type Router, createRouter } from "../pipeline/find-route.ts";
import type { Jobs } from "../scheduler.ts";
import type { AnyTableSpec } from "../store/store.ts";
import { withKnownOperations } from "./known-operations.ts";
import { ALL_FAMILIES } from "./registry.generated.ts";

/** Everything the sandbox serves; seeds run and the page at `/` shows its tables in this order. */
export const FAMILIES: readonly Family[] = ALL_FAMILIES.toSorted((one, other) => orderOf(one) - orderOf(other));

/** Tables of all families, less those that several of them read. */
export const FAMILY_TABLES: readonly AnyTableSpec[] = FAMILIES.flatMap((family) => family.tables ?? []);

/** Jobs of all families by name. */
export const JOBS: Jobs = {
  once: Object.assign({}, ...FAMILIES.map((family) => family.jobs?.once)) as Jobs["once"],
  recurring: Object.assign({}, ...FAMILIES.map((family) => family.jobs?.recurring)) as Jobs["recurring"],
};

/** Finds every served route and every path of the contract that is refused. */
export const ROUTER: Router = createRouter(withKnownOperations(FAMILIES.flatMap((family) => family.routes)));

/** A family that does not mind comes last. */
function orderOf({ place = Number.MAX_SAFE_INTEGER }: Family): number {
  return place;
}
