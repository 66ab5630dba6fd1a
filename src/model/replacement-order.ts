import type { AnyResource } from "./definition.ts";

/** Whether a replacement deletes the old object before it creates the new one; makes no request. */
export function deletesBeforeReplacement({ capabilities = [] }: AnyResource): boolean {
  return !capabilities.some(({ replacesFirst }) => replacesFirst === "create");
}
