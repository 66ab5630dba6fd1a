import { mayHaveBeenApplied } from "../../client/errors.ts";
import { pick } from "../../model/json-value.ts";
import { sentInputs } from "./sent-values.ts";
import {
  isConflict,
  isDoubtfulRefusal,
  isThrottle,
  isTimeout,
  taken,
  unconfirmed,
  unmade,
  wasLost,
  wasRefused,
} from "./failures.ts";
import { guard } from "../guards.ts";
import { canDuplicate, findNow, findUntilSettled, findWithin } from "./lost-answers.ts";
import type { Operation } from "../operation.ts";
import { identityOfRow } from "../location.ts";
import type { BatchResult } from "../session/batcher.ts";
import type { RunningAttempt } from "../session/creations.ts";
import type { Wire } from "../session/list-cache.ts";
import { makingIn } from "../session/session.ts";
import type { Found } from "../adoption/candidates.ts";
import { reportAdoption } from "../adoption/verdict.ts";
import { makeInPlace } from "../hooks/wrong-parent-creation.ts";
import { pendingBy, isOfQuota } from "../hooks/quota.ts";
import { serialized } from "../hooks/serialized-requests.ts";

/** Pauses between looks for an object whose create answer was lost: the service may still be at work on it. */
const LOOKS_AFTER_LOSS_MS = [0, 1_000, 2_000] as const;

/** The same after a time-out, where the service is known to be slow. */
const LOOKS_AFTER_TIMEOUT_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** How often a request for which the service has no room is sent. */
const MOST_THROTTLED = 10;

/** What came of an attempt to make an object. */
export type Made =
  | { readonly kind: "made"; readonly found: Found; readonly isNew: boolean }
  /** It waits for a later run; this is how it stands until then. */
  | { readonly kind: "deferred"; readonly wire: Wire };

/** How a create continues after a failure. */
type Next = Made | "again";

/**
 * Makes the object.
 *
 * Where the service keeps the natural key unique, a request whose answer was lost is sent once more when nothing is
 * found. Elsewhere a second request could make a second object: none is sent by this run.
 *
 * @param deleting - objects of the same natural key that are on their way out
 */
export async function make(operation: Operation, attempt: RunningAttempt, deleting: readonly Found[]): Promise<Made> {
  const { clock } = operation.context.session;
  const isUnique = operation.definition.naturalKey?.isUnique === true;
  for (let tries = 1; ; tries += 1) {
    attempt.sent();
    const sent: Sent = { attempt, deleting, tries, sentMs: clock.now() };
    try {
      const found = await makeInPlace(operation, () => sendExclusively(operation));
      return { kind: "made", found: found ?? (await findAfterYes(operation, sent)), isNew: true };
    } catch (error) {
      const held = await pendingBy(operation, error);
      const next =
        held !== undefined
          ? ({ kind: "deferred", wire: held } as const)
          : await (isUnique ? afterUnique(operation, sent, error) : afterCommon(operation, sent, error));
      if (next !== "again") return next;
    }
  }
}

/** A request that was sent. */
interface Sent {
  readonly attempt: RunningAttempt;
  readonly deleting: readonly Found[];
  /** How many requests were sent, this one among them. */
  readonly tries: number;
  /** By the session's clock. */
  readonly sentMs: number;
}

/** The object of a request that was answered with a yes alone. */
async function findAfterYes(operation: Operation, { attempt, sentMs }: Sent): Promise<Found> {
  const found = canDuplicate(operation)
    ? await findUntilSettled(operation, sentMs)
    : await findWithin(operation, LOOKS_AFTER_LOSS_MS);
  if (found !== undefined) return found;
  await attempt.gaveUp();
  throw unconfirmed(operation, undefined);
}

/** After a failure where the service takes a natural key once. */
async function afterUnique(operation: Operation, sent: Sent, error: unknown): Promise<Next> {
  const isRepeat = sent.tries > 1;
  if (!isRepeat && wasRefused(error)) await sent.attempt.refused();
  if (isConflict(error)) return ofConflict(operation, sent, error);
  if (!mayHaveBeenApplied(error)) throw error;
  const found = await findWithin(operation, isTimeout(error) ? LOOKS_AFTER_TIMEOUT_MS : LOOKS_AFTER_LOSS_MS);
  if (found !== undefined) return { kind: "made", found, isNew: true };
  if (!isRepeat && wasLost(error) && operation.definition.collection !== undefined) return "again";
  await sent.attempt.gaveUp();
  throw unmade(operation, error);
}

/** What a conflict is with: at the first request with what an earlier run made, at a second one with what the first did. */
async function ofConflict(
  operation: Operation,
  { attempt, deleting, tries, sentMs }: Sent,
  error: unknown,
): Promise<Made> {
  const isRepeat = tries > 1;
  const found = (await findNow(operation)) ?? (isRepeat ? await findUntilSettled(operation, sentMs) : undefined);
  if (found === undefined) {
    // Nothing that is seen is in the way: something in front of the service may have sent the request twice.
    if (canDuplicate(operation)) await attempt.gaveUp();
    throw await taken(operation, error, deleting);
  }
  // What an earlier run created is reported; what can't be compared is sent again.
  if (!isRepeat) reportAdoption(operation, found);
  return { kind: "made", found, isNew: isRepeat };
}

/** After a failure where the service takes a natural key twice: nothing is sent again that may have arrived. */
async function afterCommon(operation: Operation, sent: Sent, error: unknown): Promise<Next> {
  const { attempt, tries, sentMs } = sent;
  if (isThrottle(error) && tries < MOST_THROTTLED) return afterThrottle(operation);
  if (wasRefused(error)) {
    // A conflict at the first request is with something else than what that request made.
    const isOfAnother = isConflict(error) && tries === 1;
    await (isDoubtfulRefusal(error) && !isOfAnother ? attempt.gaveUp() : attempt.refused());
    if (isConflict(error)) return ofConflict(operation, sent, error);
    throw error;
  }
  if (!mayHaveBeenApplied(error)) throw error;
  const found = canDuplicate(operation) ? await findAfterLoss(operation, sentMs, error) : undefined;
  if (found !== undefined) return { kind: "made", found, isNew: true };
  await attempt.gaveUp();
  throw unmade(operation, error);
}

/** Looks that end in a failure leave the create unconfirmed, for the reason it had. */
async function findAfterLoss(operation: Operation, sentMs: number, error: unknown): Promise<Found | undefined> {
  return findUntilSettled(operation, sentMs).catch((failure: unknown) => {
    operation.context.call.signal?.throwIfAborted();
    if (wasLost(error)) return undefined;
    throw failure;
  });
}

/** The client holds every request back for as long as the service asks: the list comes when that is over. */
async function afterThrottle(operation: Operation): Promise<Next> {
  const found = operation.definition.collection === undefined ? undefined : await findNow(operation);
  return found === undefined ? "again" : { kind: "made", found, isNew: true };
}

/** A guard that looks at what the request depends on must look right before it. */
async function sendExclusively(operation: Operation): Promise<Found | undefined> {
  const { definition, inputs, context } = operation;
  const sendGuarded = async (): Promise<Found | undefined> => {
    await guard(definition, { verb: "make", inputs, state: undefined }, context);
    return send(operation);
  };
  return serialized(operation, sendGuarded);
}

async function send(operation: Operation): Promise<Found | undefined> {
  const { definition, at: scope } = operation;
  const { session } = operation.context;
  const body: unknown = definition.toWire(sentInputs(operation));
  const joined = await joinOthers(operation, body);
  if (joined?.kind === "refused") {
    // A call for several may be carried out in part; what was left out is asked for by itself, with an answer of its own.
    const made = await findNow(operation);
    if (made !== undefined) return made;
  }
  const making = { ...makingIn(operation.context), isThrottleFinal: canDuplicate(operation) };
  const wire: Wire | undefined =
    joined?.kind === "made" ? joined.wire : await definition.ops.create?.(session.api, scope, body, making);
  if (wire === undefined) return undefined;
  const at = identityOfRow(definition, wire, scope);
  session.lists.put(definition, at, wire);
  return { wire, at, id: operation.idOf(at) };
}

/** Makes the object together with others of the same moment, where the service has a call for several. */
async function joinOthers(operation: Operation, body: unknown): Promise<BatchResult | undefined> {
  const { definition, at, context } = operation;
  const { session, call } = context;
  const { bulk } = definition.ops;
  if (bulk === undefined) return undefined;
  const where = pick(at, definition.collection?.scope ?? []);
  const splitsOn = (error: unknown): Promise<boolean> => isOfQuota(operation, error);
  return session.batcher.join({ bulk, api: session.api, scope: where, splitsOn }, body, call.signal);
}
