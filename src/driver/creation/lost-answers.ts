import { message } from "../../model/messages.ts";
import { isOrgformProblem } from "../../model/diagnostics.ts";
import { naturalKeyOf } from "./exclusive.ts";
import type { Operation } from "../operation.ts";
import { SETTLED_MS } from "../session/creations.ts";
import type { Found } from "../adoption/candidates.ts";
import { canDuplicate } from "../adoption/policy.ts";
import { findOwn, findOwnSince, ownedMatch } from "../adoption/verdict.ts";

/** At first, reads come each second, then at whole multiples of this interval: all open creates of a list share them. */
const LOOK_EVERY_MS = 5_000;

/** For this long after the last request, reads come every second. */
const EAGER_MS = 3_000;

/**
 * The object of a request whose response was lost: searched for until a list that began 30 s after the request lacks
 * it.
 *
 * A list can lag behind writes. A failed read proves nothing; the error of the last read is thrown.
 *
 * @param sentMs - when the last request was sent, by the session's clock
 */
export async function findUntilSettled(operation: Operation, sentMs: number): Promise<Found | undefined> {
  const { clock } = operation.context.session;
  const { signal } = operation.context.call;
  let isLast = clock.now() >= sentMs + SETTLED_MS;
  let found = await look(operation, () => findNow(operation), isLast);
  while (found === undefined && !isLast) {
    const sinceMs = nextCheckMs(clock.now(), sentMs);
    await clock.sleep(sinceMs - clock.now(), signal);
    isLast = sinceMs >= sentMs + SETTLED_MS;
    found = await look(operation, () => findOwnSince(operation, sinceMs), isLast);
  }
  return found;
}

function nextCheckMs(nowMs: number, sentMs: number): number {
  const everyMs = nowMs - sentMs < EAGER_MS ? 1_000 : LOOK_EVERY_MS;
  return (Math.floor(nowMs / everyMs) + 1) * everyMs;
}

async function look(
  { context }: Operation,
  find: () => Promise<Found | undefined>,
  isLast: boolean,
): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    context.call.signal?.throwIfAborted();
    // Somebody else's object with the same natural key proves nothing: ours can still appear.
    if (isOrgformProblem(error) && error.code === "adoption_conflict") return undefined;
    if (isLast || isOrgformProblem(error)) throw error;
    return undefined;
  }
}

/**
 * The object that an earlier attempt of this program created, among the objects that a read has shown.
 *
 * If a second request could create a second object, attempts with an unknown end are waited for, until a list that
 * began 30 s after their last request lacks their objects.
 */
export async function findEarlier(operation: Operation, there: readonly Found[]): Promise<Found | undefined> {
  const own = await ownedMatch(operation, there);
  const key = naturalKeyOf(operation);
  if (own !== undefined || key === undefined || !canDuplicate(operation)) return own;
  const { session, report } = operation.context;
  const open = await session.creations.openAttempts(key);
  if (open.length === 0) return undefined;
  const lastSentMs = Math.max(...open.map((one) => one.lastSentMs));
  const sinceMs = session.clock.now() - session.nowMs();
  if (session.nowMs() < lastSentMs + SETTLED_MS) {
    report.status(message`${operation.declaredTitle}: waiting up to 30 s for what an earlier run might have created`);
  }
  const found = await findUntilSettled(operation, lastSentMs + sinceMs);
  if (found === undefined) {
    const { definition, at } = operation;
    const beganAtMs = session.lists.beganAtMs(definition, at);
    if (beganAtMs !== undefined) await session.creations.endAttempts(key, beganAtMs - sinceMs);
  }
  return found;
}

/** Reads between a lost response and a second request, if the service itself refuses a second object. */
export async function findWithin(operation: Operation, pausesMs: readonly number[]): Promise<Found | undefined> {
  const { session, call } = operation.context;
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await session.clock.sleep(pauseMs, call.signal);
    const found = await findNow(operation);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The object that create can recover, in a list that is read from now on. */
export async function findNow(operation: Operation): Promise<Found | undefined> {
  const { definition, at, context } = operation;
  await context.session.lists.listFresh(definition, at, context.call);
  return findOwn(operation);
}
