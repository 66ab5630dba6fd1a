import type { AnyResource } from "../../model/definition.ts";
import type { FieldChange } from "../../model/diff.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Context } from "../session/session.ts";

/**
 * The changes as this service can carry them out: what it changes in place no more replaces the object. Which service it is
 * shows in the shared list, which is looked at for such a change alone.
 */
export async function asServed(
  definition: AnyResource,
  at: IdentityParts,
  changes: readonly FieldChange[],
  context: () => Context,
): Promise<readonly FieldChange[]> {
  const { fixed } = definition;
  const isMeant = ({ path, effect, kind }: FieldChange): boolean =>
    effect === "update" && kind !== "unknown" && fixed?.names.includes(path) === true;
  if (fixed === undefined || !changes.some(isMeant)) return changes;
  const { session, call } = context();
  // One that cannot be looked at is refused by the service, if at all.
  const wire = await session.lists.find(definition, at, call).catch(() => undefined);
  if (wire === undefined || !fixed.isFixed(wire)) return changes;
  return changes.map((change) => (isMeant(change) ? { ...change, effect: "replace" as const } : change));
}
