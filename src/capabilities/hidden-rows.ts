import type { HiddenRows, ListCapability } from "../model/list-capability.ts";

/**
 * Some keys are shown only a part of the rows, in a list that looks whole. Such a list proves no absence, and isn't given to
 * people unless the capability says so.
 */
export function hiddenRows<Api>(rows: HiddenRows<Api>): ListCapability<Api> {
  return { name: "hidden rows", hiddenRows: rows };
}
