import type { AnyResource } from "../../model/definition.ts";
import type { Values } from "../../model/json-value.ts";
import type { Reporter } from "../session/session.ts";

/** Whether a deletion ends the declaration alone. */
export function isRetained(definition: AnyResource, state: Values): boolean {
  return definition.isRetained?.(state) === true;
}

/** Says in the preview of a deletion whom it concerns; makes no request. */
export function warnOfRemoval(definition: AnyResource, state: Values, report: Reporter): void {
  const text = definition.removalNotice?.(state);
  if (text !== undefined) report.warn(text);
}
