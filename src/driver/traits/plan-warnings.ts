import type { AnyResource } from "../../model/definition.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { containsUnknown } from "../../model/unknown.ts";
import { isIdentified } from "../guards.ts";
import type { Context } from "../session/session.ts";

/**
 * Says in a preview what the definition warns of.
 *
 * @param plan - what is declared; and what state holds where nothing changes: then the shared list is looked into only
 * before something is said, which may be so no more
 */
export async function warnInPlan(
  definition: AnyResource,
  at: IdentityParts,
  { inputs, state }: { readonly inputs: Values; readonly state: Values | undefined },
  context: () => Context,
): Promise<void> {
  warnOnInputs(definition, inputs, context);
  const { planWarnings } = definition;
  if (planWarnings === undefined || !isIdentified(definition, at) || containsUnknown(inputs)) return;
  const held = state ?? (await look(definition, at, inputs, context()));
  if (held === undefined || planWarnings(held, inputs).length === 0) return;
  const shown = state === undefined ? undefined : await look(definition, at, inputs, context());
  for (const text of planWarnings(held, inputs, shown)) context().report.warn(text);
}

/** Says what is to be said of a declaration by what was read so far. */
export function warnOnInputs({ warningsOnInputs }: AnyResource, inputs: Values, context: () => Context): void {
  if (warningsOnInputs === undefined) return;
  const { session, report } = context();
  const seen = <W>(of: AnyResource, scope: IdentityParts): W[] => (session.lists.seen(of, scope) ?? []) as W[]; // -- the rows are the resource's own
  for (const text of warningsOnInputs(inputs, seen, session.nowMs())) report.warn(text);
}

/** A list that cannot be read is said by the guards, and by the update. */
async function look(
  definition: AnyResource,
  at: IdentityParts,
  inputs: Values,
  { session, call }: Context,
): Promise<Values | undefined> {
  const wire = await session.lists.find(definition, at, call).catch(() => undefined);
  return wire === undefined ? undefined : definition.fromWire(wire, at, inputs);
}
