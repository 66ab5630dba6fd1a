import type { AnyResource } from "../model/definition.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import { listHookOf } from "../model/hook-of.ts";
import type { Values } from "../model/json-value.ts";
import { titleOf } from "../model/title.ts";
import { isNotFound } from "../client/errors.ts";
import type { Operation } from "./operation.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import type { Row } from "./session/rows-in-part.ts";
import { confirmInItsWay, failureOfRefusal, incompleteList } from "./hooks/confirmed-absence.ts";
import { confirmOutsideList } from "./lists/empty-list.ts";
import { refusePartial } from "./lists/hidden-rows.ts";
import { awaitGone, isBeingDeleted } from "./hooks/async-deletion.ts";

/** Waits until a deleted object is gone, if the service removes objects asynchronously. */
export async function observeUntilGone(operation: Operation): Promise<void> {
  const { definition, at, context } = operation;
  await awaitGone(operation, () => observeUntilDeleted(definition, at, context, { fresh: true, isDeleted: true }));
}

/** Whether a row of the list shows all that is declared of an object; without a declaration, all there is to declare. */
export function isRowEnough(definition: AnyResource, declared?: Values): boolean {
  const omitted = listHookOf(definition, "partialRows")?.omits ?? [];
  return !omitted.some((name) => declared === undefined || declared[name] !== undefined);
}

/**
 * Whether a row shows everything that is declared, including fields that it lacks; without a declaration, everything
 * that can be declared.
 */
export function isShownWhole(definition: AnyResource, row: Row, { session }: Context, declared?: Values): boolean {
  if (!isRowEnough(definition, declared)) return false;
  const { rows } = session;
  return (declared === undefined ? rows.unshown(definition, row) : rows.missed(definition, row, declared)).length === 0;
}

/** The object as the shared list shows it, read separately if the row lacks a requested value. */
export async function findShown(
  definition: AnyResource,
  at: IdentityParts,
  context: Context,
  declared: Values,
): Promise<Wire | undefined> {
  const { session, call } = context;
  const wire = await session.lists.find(definition, at, call);
  const isShort = wire !== undefined && session.rows.missed(definition, { wire, at }, {}, declared).length > 0;
  return isShort ? observe(definition, at, context, { fresh: true }) : wire;
}

/**
 * The object with everything that the state has: from the shared list, or read separately if its row doesn't show all
 * of it.
 */
export async function observeStored(
  definition: AnyResource,
  at: IdentityParts,
  context: Context,
  { state, declared }: { readonly state: Values; readonly declared: Values },
): Promise<Wire | undefined> {
  const { rows } = context.session;
  const readWhole = () => observe(definition, at, context, { fresh: true });
  if (!isRowEnough(definition, declared)) return readWhole();
  const wire = await observe(definition, at, context);
  const isShort = (): boolean =>
    wire !== undefined &&
    rows.missed(definition, { wire, at }, state, declared).some((name) => state[name] !== undefined);
  if (!isShort()) return wire;
  let whole: { readonly wire: Wire | undefined } | undefined;
  await rows.first(definition, async () => {
    whole = { wire: await readWhole() };
  });
  if (whole !== undefined) return whole.wire;
  return isShort() ? readWhole() : wire;
}

/**
 * Reads an object; undefined means that it is confirmed to be gone, or being deleted.
 *
 * The object comes from the shared list if the resource has one, unless `fresh` requests a separate read. An object
 * that the list lacks is read directly before it counts as missing; if the service has no such read, in a new read of
 * the list.
 *
 * @throws unconfirmed_absence if it seems gone but nothing confirms that.
 */
export async function observe(
  definition: AnyResource,
  at: IdentityParts,
  context: Context,
  options: { readonly fresh?: boolean } = {},
): Promise<Wire | undefined> {
  const wire = await observeUntilDeleted(definition, at, context, options);
  return wire === undefined || isBeingDeleted(definition, wire) ? undefined : wire;
}

/** The same, but an object that is being deleted counts until it is gone. */
export async function observeUntilDeleted(
  definition: AnyResource,
  at: IdentityParts,
  context: Context,
  options: { readonly fresh?: boolean; readonly isDeleted?: boolean },
): Promise<Wire | undefined> {
  const { session, call } = context;
  if (options.fresh !== true && definition.collection?.servesReads === true) {
    // A list that is "not found" itself is the list of a deleted parent, perhaps: the direct read and what follows it tell.
    const listed = await session.lists.find(definition, at, call).catch(async (error: unknown) => {
      if (!isNotFound(error)) throw await failureOfRefusal(definition, at, context, error);
    });
    if (listed !== undefined) return listed;
  }
  let absence: unknown;
  try {
    const wire = await readOne(definition, at, context);
    if (wire !== undefined) {
      session.lists.put(definition, at, wire);
      session.rows.learn(definition, wire);
      return wire;
    }
  } catch (error) {
    if (!isNotFound(error)) throw await failureOfRefusal(definition, at, context, error);
    absence = error;
  }
  // A list that is itself "not found" isn't an empty list, and an object that was just deleted is expected to be missing.
  if (absence === undefined && options.isDeleted !== true) {
    const seen = await rereadList(definition, at, context);
    if (seen !== undefined) return seen;
  }
  await confirmGone(definition, at, context, absence);
  if (absence === undefined && options.isDeleted !== true) {
    const ask = session.serviceContext(call);
    await refusePartial(definition, at, ask, titleOf(definition, formatId(definition.identity.parts, at)));
  }
  return undefined;
}

/**
 * If only the list shows an object, its absence from a list proves little: a cache or a starting service responds with
 * an empty list. It has to be missing from two lists, some time apart, that can be complete; if they show nothing of
 * the kind, another source has to confirm it, too.
 *
 * @throws unconfirmed_absence if the list can't be complete.
 */
async function rereadList(definition: AnyResource, at: IdentityParts, context: Context): Promise<Wire | undefined> {
  const { collection, ops } = definition;
  const { session, call } = context;
  if (ops.read !== undefined || collection === undefined) return undefined;
  const seen = await session.lists.findAgain(definition, at, call);
  if (seen !== undefined) return seen;
  const ask = session.serviceContext(call);
  const rows = await session.lists.list(definition, at, call);
  const why = await listHookOf(definition, "whyIncomplete")?.(rows, ask, at);
  if (why !== undefined) throw incompleteList(titleOf(definition, formatId(definition.identity.parts, at)), why);
  return confirmOutsideList(definition, at, context, rows);
}

/**
 * Reads one object separately. If the service has no such call, a new read of the list replaces it, shared by all
 * concurrent callers.
 */
async function readOne(definition: AnyResource, at: IdentityParts, { session, call }: Context): Promise<Wire> {
  const { ops, collection } = definition;
  if (ops.read === undefined) return session.lists.findFresh(definition, at, call);
  const read = async (): Promise<Wire> => ops.read?.(session.api, at, session.contextOf(call));
  // If nothing replaces the list, its route and the route of an object exist together.
  if (collection?.route === undefined || listHookOf(definition, "partitions") !== undefined) return read();
  const served = await session.routes.served(collection.route, read);
  if (served === undefined) throw session.routes.wordOn(collection.route) ?? new Error("a route without a word");
  return served.answer;
}

/**
 * Returns when the absence of an object is confirmed: in the way that its definition has, or since its parent can be read
 * with the same key, or is itself confirmed to be gone.
 *
 * @throws unconfirmed_absence, or the error of the confirming read.
 */
export async function confirmGone(
  definition: AnyResource,
  at: IdentityParts,
  context: Context,
  cause: unknown,
): Promise<void> {
  const { parent } = definition;
  if ((await confirmInItsWay(definition, at, context, cause)) || parent === undefined) return;
  const id = formatId(parent.identity.parts, at);
  const look = (signal: AbortSignal) => observe(parent, at, { ...context, call: { signal } }, { fresh: true });
  await context.session.presence.get(`${parent.name} ${id}`, look, context.call.signal);
}
