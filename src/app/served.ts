import type { AnyResource } from "../model/definition.ts";
import { resources } from "../catalog/resources/index.ts";
import { actions } from "./actions.ts";

/** What every engine serves: the objects of the service, and the actions. */
export const served: readonly AnyResource[] = [...resources, ...actions];

/** The served resource with a name: `Domain`. */
export function servedNamed(name: string): AnyResource | undefined {
  return served.find((one) => one.name === name);
}
