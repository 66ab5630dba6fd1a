import type { Family } from "../family.ts";
import { type Router, createRouter } from "../pipeline/find-route.ts";
import type { Jobs } from "../scheduler.ts";
import type { AnyTableSpec } from "../store/store.ts";
import { withKnownOperations } from "./known-operations.ts";
import { ALL_FAMILIES } from "./registry.generated.ts";

/** All supported routes; seeds run, and the page at `/` shows its tables, in this order. */
export const FAMILIES: readonly Family[] = ALL_FAMILIES.toSorted((one, other) => orderOf(one) - orderOf(other));

/** Tables of all families, except those that several families read. */
export const FAMILY_TABLES: readonly AnyTableSpec[] = FAMILIES.flatMap((family) => family.tables ?? []);

/** Jobs of all families by name. */
export const JOBS: Jobs = {
  once: Object.assign({}, ...FAMILIES.map((family) => family.jobs?.once)) as Jobs["once"],
  recurring: Object.assign({}, ...FAMILIES.map((family) => family.jobs?.recurring)) as Jobs["recurring"],
};

/** Finds every supported route and every refused path of the contract. */
export const ROUTER: Router = createRouter(withKnownOperations(FAMILIES.flatMap((family) => family.routes)));

/** A family without a position comes last. */
function orderOf({ place = Number.MAX_SAFE_INTEGER }: Family): number {
  return place;
}
