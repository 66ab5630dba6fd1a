import { isDeepStrictEqual } from "node:util";

import type { FleetOrganization, Value } from "../expansion/expand.ts";
import { type Leaf, leavesOf, valueAt } from "./leaves.ts";

type Values = Readonly<Record<string, Value>>;

/**
 * The strings that an organization sets itself and that no other one has, such as its display name and domains. Numbers
 * and Booleans don't identify anybody.
 *
 * @param own - the values of its own part of the file
 */
export function namingLeaves(
  own: Values,
  name: string,
  organizations: readonly Pick<FleetOrganization, "name" | "values">[],
): Leaf[] {
  const others = organizations.filter((one) => one.name !== name);
  return leavesOf(own).filter(
    ({ path, value }) =>
      holdsText(value) && !others.some(({ values }) => isDeepStrictEqual(valueAt(values, path), value)),
  );
}

/** Whether a value is a string, or has one at any depth, as a list of domains with settings. */
function holdsText(value: Value): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "string";
  return Object.values(value).some(holdsText);
}
