import { runOnceResources } from "../catalog/functions/index.ts";
import type { AnyResource } from "../model/definition.ts";
import { resources } from "../catalog/resources/index.ts";

/** What every engine serves: the objects of the service, and the functions that run once when they are declared. */
export const served: readonly AnyResource[] = [...resources, ...runOnceResources];

/** What is served under a name: `Domain`. */
export function servedNamed(name: string): AnyResource | undefined {
  return served.find((one) => one.name === name);
}
