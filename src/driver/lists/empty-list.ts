import { message } from "../../model/messages.ts";
import type { AnyResource } from "../../model/definition.ts";
import { listHookOf } from "../../model/hook-of.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import { titleOf } from "../../model/title.ts";
import { SETTLED_MS } from "../session/creations.ts";
import { SECOND_LOOK_MS, type Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";
import { isRowOf } from "./present-rows.ts";
import { incompleteList } from "../hooks/confirmed-absence.ts";

/**
 * Looks for an object elsewhere if its list no longer shows anything of the kind: a cache or a starting service can
 * respond like this for longer than a moment. If possible, the object is requested separately; otherwise, the list has
 * to be empty once more, 30 s after the first read.
 *
 * @param rows - the list, after two reads without the object
 * @throws unconfirmed_absence if the service's response about the object contradicts the list.
 */
export async function confirmOutsideList(
  definition: AnyResource,
  at: IdentityParts,
  context: Context,
  rows: readonly Wire[],
): Promise<Wire | undefined> {
  const { session, call, report } = context;
  if (!isEmptied(definition, at, rows)) return undefined;
  const asked = await listHookOf(definition, "emptyList")?.ask?.(session.api, at, session.contextOf(call));
  const title = titleOf(definition, formatId(definition.identity.parts, at));
  if (asked !== undefined) {
    if (asked.contradiction !== undefined) throw incompleteList(title, asked.contradiction);
    if (asked.wire !== undefined) session.lists.put(definition, at, asked.wire);
    return asked.wire;
  }
  report.status(message`${title}: the service returned an empty list; reading it again in ${SETTLED_MS / 1_000} s`);
  return session.lists.findAgain(definition, at, call, SETTLED_MS - SECOND_LOOK_MS);
}

function isEmptied(definition: AnyResource, at: IdentityParts, rows: readonly Wire[]): boolean {
  const { isEmpty } = listHookOf(definition, "emptyList") ?? {};
  return isEmpty === undefined ? !rows.some((row) => isRowOf(definition, row)) : isEmpty(rows, at);
}
