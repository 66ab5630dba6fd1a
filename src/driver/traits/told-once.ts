import { type AnyResource, fieldsOf } from "../../model/definition.ts";
import type { FieldChange } from "../../model/diff.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldName, message, type Text } from "../../model/messages.ts";
import { TOLD_TO_NOBODY } from "../../model/traits/told-once.ts";
import type { Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";

/** An observation of an object in state, with the secret that state holds of it. */
export function keptFrom({ toldOnce }: AnyResource, wire: Wire, state: Values): Wire {
  if (toldOnce === undefined || !toldOnce.isThere(wire) || toldOnce.toldBy(wire) !== null) return wire;
  const { [toldOnce.output]: told } = state;
  return toldOnce.keeping(wire, typeof told === "string" ? told : null);
}

/**
 * An object that this program made: where no answer told its secret, nobody has it.
 *
 * @param wire - as the create that was answered told it, or as a look shows what an earlier try left
 */
export function untoldIfMade({ toldOnce }: AnyResource, wire: Wire): Wire {
  if (toldOnce === undefined || !toldOnce.isThere(wire) || toldOnce.toldBy(wire) !== null) return wire;
  return toldOnce.keeping(wire, TOLD_TO_NOBODY);
}

/** The object before changes of which one asks for another secret: what it has now counts as told to nobody. */
export function untoldIfRenewed(definition: AnyResource, wire: Wire, changes: readonly FieldChange[]): Wire {
  const { toldOnce } = definition;
  const renewing = fieldsOf(definition, "inputs").flatMap(([name, rules]) => (rules.resends === true ? [name] : []));
  const isAsked = changes.some(({ path, effect }) => effect === "update" && renewing.includes(path));
  return toldOnce === undefined || !isAsked || !toldOnce.isThere(wire) ? wire : toldOnce.keeping(wire, TOLD_TO_NOBODY);
}

/**
 * An observation after a write: with what was told before it, as far as that still holds. A secret that the write made and
 * whose answer did not tell it was told to nobody.
 */
export function keptThrough({ toldOnce }: AnyResource, wire: Wire, before: Wire): Wire {
  if (toldOnce === undefined || !toldOnce.isThere(wire) || toldOnce.toldBy(wire) !== null) return wire;
  return toldOnce.keeping(wire, toldOnce.isThere(before) ? toldOnce.toldBy(before) : TOLD_TO_NOBODY);
}

/** Says of an object that has such a secret that nobody here knows it. */
export function warnIfUntold({ toldOnce }: AnyResource, title: Text, wire: Wire, { report }: Context): void {
  if (toldOnce === undefined || !toldOnce.isThere(wire) || toldOnce.toldBy(wire) !== null) return;
  report.warn(
    message`${fieldName(toldOnce.output)} of ${title} cannot be read: the service told it once, to whoever had it made. ${toldOnce.remedy}`,
  );
}
