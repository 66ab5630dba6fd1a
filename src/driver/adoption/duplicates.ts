import { ADOPT } from "../../model/definition.ts";
import { fieldName, fieldRef, importHint, message, type Text, textOf } from "../../model/messages.ts";
import { observe } from "../observe.ts";
import type { Operation } from "../operation.ts";
import { whenIdle } from "../session/idle.ts";
import { listKey } from "../session/list-cache.ts";
import { type Found, foundIn } from "./candidates.ts";
import { isOwned } from "./verdict.ts";
import { isBeingDeleted } from "../hooks/async-deletion.ts";
import { canDuplicate, mayDuplicate } from "./policy.ts";

/**
 * An engine runs few creates in parallel, and a waiting create occupies a slot. Other concurrent creates have started
 * by then.
 */
const IDLE_MS = 100;

/** Longest wait after a create for other running creates, so one read serves all. */
const LONGEST_WAIT_MS = 5_000;

/** Runs what adopts, recovers, or creates an object. Searches for duplicates in the same list wait until it has ended. */
export function making<T>({ definition, at, context }: Operation, make: () => Promise<T>): Promise<T> {
  return context.session.making.run(listKey(definition, at), make);
}

/**
 * Warns if the natural key of a new object has another object that didn't exist before.
 *
 * If the service accepts a key twice, two writers who both look before either writes create two objects. So after
 * creates, one shared read of the list serves all creates of about the same time. The last writer sees both objects;
 * the first writer sees the other one if it existed by then. A failed read proves nothing, and fails nothing.
 *
 * @param seen - IDs of the objects with the natural key that were known before
 */
export async function warnOfDuplicates(operation: Operation, made: Found, seen: readonly string[]): Promise<void> {
  const { context } = operation;
  if (!canDuplicate(operation)) return;
  try {
    const duplicates = await duplicatesOf(operation, made, seen);
    const [first, ...others] = duplicates;
    if (first !== undefined) context.report.warn(duplicateText(operation, made, [first, ...others]));
  } catch (error) {
    // A person who stops the run gets a message about what was created, not about a search that nobody waits for any longer.
    if (context.call.signal?.aborted !== true) context.report.warn(unseenText(operation, made, error));
  }
}

/** Resolves for all waiting callers when no other object of the list is being created, or after the longest wait. */
export async function whenOtherCreatesEnd(operation: Operation): Promise<void> {
  const { definition, at, context } = operation;
  // If several objects with the key are wanted, those of this run can be told apart only after all of them got their
  // responses.
  const longestMs = mayDuplicate(operation) ? Number.POSITIVE_INFINITY : LONGEST_WAIT_MS;
  await whenIdle(context.session.making, listKey(definition, at), context, { idleMs: IDLE_MS, longestMs });
}

async function duplicatesOf(operation: Operation, made: Found, seen: readonly string[]): Promise<Found[]> {
  const { definition, inputs, at, context } = operation;
  const { session, call } = context;
  await whenOtherCreatesEnd(operation);
  const rows = foundIn(definition, await session.lists.listFresh(definition, at, call), at);
  const others = rows.filter(
    (found) =>
      found.id !== made.id &&
      !seen.includes(found.id) &&
      definition.naturalKey?.matches(found.wire, inputs) === true &&
      !isBeingDeleted(definition, found.wire) &&
      !isOwned(operation, found),
  );
  const duplicates: Found[] = [];
  for (const found of others) if (await isThere(operation, found)) duplicates.push(found);
  return duplicates;
}

/** Whether a listed object can be read separately: for a while, a list can show an object that was just deleted. */
async function isThere({ definition, context }: Operation, { at }: Found): Promise<boolean> {
  const observed = observe(definition, at, context, { fresh: true });
  return observed.then(
    (wire) => wire !== undefined,
    () => true,
  );
}

function duplicateText(
  { definition, declaredTitle }: Operation,
  made: Found,
  duplicates: readonly [Found, ...Found[]],
): Text {
  const [first] = duplicates;
  const [times, other] =
    duplicates.length === 1 ? ["twice", "the other"] : [`${duplicates.length + 1} times`, "the others"];
  const ids = duplicates.map(({ id }) => id).join(", ");
  return message`${declaredTitle} now exists ${times}\nThis run created ${made.id}. At about the same time, something else created ${ids} with the same ${keyName(definition)}, possibly another run of this program. Nothing was removed. Keep one of them.\nTo keep ${made.id}, delete ${other} where it was created. To keep ${first.id}, delete ${made.id} by hand, refresh, and set ${fieldRef(ADOPT, first.id)}.${importHint(definition.name, first.id)}`;
}

function unseenText({ definition, declaredTitle }: Operation, made: Found, error: unknown): Text {
  return message`${declaredTitle} might exist twice\nThis run created ${made.id}. Orgform couldn't check whether something else created an object with the same ${keyName(definition)} at the same time: ${textOf(error)}`;
}

/** The natural key in the form that people know. */
function keyName({ naturalKey }: Operation["definition"]): Text {
  return fieldName(naturalKey?.fields.at(-1) ?? "");
}
