import type { AnyResource } from "../../model/definition.ts";
import type { Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";

/** Says why an input is not what state holds, where the object tells. */
export function sayWhyDrifted(definition: AnyResource, field: string, wire: Wire, { report }: Context): void {
  const why = definition.whyDrifted?.(field, wire);
  if (why !== undefined) report.warn(why);
}
