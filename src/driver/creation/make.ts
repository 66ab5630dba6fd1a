import { mayHaveBeenApplied } from "../../client/errors.ts";
import { scopePartsOf } from "../../model/definition.ts";
import { pick } from "../../model/json-value.ts";
import { sentInputs } from "./sent-values.ts";
import {
  isConflict,
  isDoubtfulRefusal,
  isThrottle,
  isTimeout,
  taken,
  unconfirmed,
  creationFailure,
  wasLost,
  wasRefused,
} from "./failures.ts";
import { canDuplicate } from "../adoption/policy.ts";
import { guard } from "../guards.ts";
import { findNow, findUntilSettled, findWithin } from "./lost-answers.ts";
import type { Operation } from "../operation.ts";
import { identityOfRow } from "../location.ts";
import type { BatchResult } from "../session/batcher.ts";
import type { RunningAttempt } from "../session/creations.ts";
import type { Wire } from "../session/list-cache.ts";
import { writeContextIn } from "../session/session.ts";
import type { Found } from "../adoption/candidates.ts";
import { reportAdoption } from "../adoption/verdict.ts";
import { createInDeclaredParent } from "../hooks/wrong-parent-creation.ts";
import { pendingBy, isOfQuota } from "../hooks/quota.ts";
import { serialized } from "../hooks/serialized-requests.ts";

/** Pauses between reads for an object whose create lost its response: the service might still be working on it. */
const LOOKS_AFTER_LOSS_MS = [0, 1_000, 2_000] as const;

/** The same after a timeout, when the service is known to be slow. */
const LOOKS_AFTER_TIMEOUT_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** How often a request for which the service has no room is sent. */
const MOST_THROTTLED = 10;

/** The result of an attempt to create an object. */
export type Made =
  | { readonly kind: "made"; readonly found: Found; readonly isNew: boolean }
  /** It waits for a later run; this is how it stands until then. */
  | { readonly kind: "deferred"; readonly wire: Wire };

/** How a create continues after a failure. */
type Next = Made | "again";

/**
 * Creates the object.
 *
 * If the service keeps the natural key unique, a request whose response was lost is sent once more if nothing is found.
 * Otherwise, a second request could create a second object, so this run sends none.
 *
 * @param deleting - objects with the same natural key that are being deleted
 */
export async function make(operation: Operation, attempt: RunningAttempt, deleting: readonly Found[]): Promise<Made> {
  const { clock } = operation.context.session;
  const isUnique = operation.definition.naturalKey?.isUnique === true;
  for (let tries = 1; ; tries += 1) {
    attempt.sent();
    const sent: Sent = { attempt, deleting, tries, sentMs: clock.now() };
    try {
      const found = await createInDeclaredParent(operation, () => sendExclusively(operation));
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

/** The object of a request whose response reported only success. */
async function findAfterYes(operation: Operation, { attempt, sentMs }: Sent): Promise<Found> {
  const found = canDuplicate(operation)
    ? await findUntilSettled(operation, sentMs)
    : await findWithin(operation, LOOKS_AFTER_LOSS_MS);
  if (found !== undefined) return found;
  await attempt.gaveUp();
  throw unconfirmed(operation, undefined);
}

/** The next step after a failure if the service accepts a natural key once. */
async function afterUnique(operation: Operation, sent: Sent, error: unknown): Promise<Next> {
  const isRepeat = sent.tries > 1;
  if (!isRepeat && wasRefused(error)) await sent.attempt.refused();
  if (isConflict(error)) return ofConflict(operation, sent, error);
  if (!mayHaveBeenApplied(error)) throw error;
  const found = await findWithin(operation, isTimeout(error) ? LOOKS_AFTER_TIMEOUT_MS : LOOKS_AFTER_LOSS_MS);
  if (found !== undefined) return { kind: "made", found, isNew: true };
  if (!isRepeat && wasLost(error) && operation.definition.collection !== undefined) return "again";
  await sent.attempt.gaveUp();
  throw creationFailure(operation, error);
}

/**
 * The object that a conflict is about: after the first request an earlier run's object, after a second request the
 * first one's.
 */
async function ofConflict(
  operation: Operation,
  { attempt, deleting, tries, sentMs }: Sent,
  error: unknown,
): Promise<Made> {
  const isRepeat = tries > 1;
  const found = (await findNow(operation)) ?? (isRepeat ? await findUntilSettled(operation, sentMs) : undefined);
  if (found === undefined) {
    // No visible object is in the way: something in front of the service might have sent the request twice.
    if (canDuplicate(operation)) await attempt.gaveUp();
    throw await taken(operation, error, deleting);
  }
  // What an earlier run created is reported; what can't be compared is sent again.
  if (!isRepeat) reportAdoption(operation, found);
  return { kind: "made", found, isNew: isRepeat };
}

/**
 * The next step after a failure if the service accepts a natural key twice: a request that might have arrived isn't
 * sent again.
 */
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
  throw creationFailure(operation, error);
}

/** If the reads end in a failure, the create stays unconfirmed, for its original reason. */
async function findAfterLoss(operation: Operation, sentMs: number, error: unknown): Promise<Found | undefined> {
  return findUntilSettled(operation, sentMs).catch((failure: unknown) => {
    operation.context.call.signal?.throwIfAborted();
    if (wasLost(error)) return undefined;
    throw failure;
  });
}

/** The client delays every request for as long as the service asks: the list is read after that. */
async function afterThrottle(operation: Operation): Promise<Next> {
  const found = await findNow(operation);
  return found === undefined ? "again" : { kind: "made", found, isNew: true };
}

/** A guard that checks a precondition of the request must check it right before the request. */
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
    // A call for several objects might be carried out in part; an omitted object is requested separately, with its own
    // response.
    const made = await findNow(operation);
    if (made !== undefined) return made;
  }
  const making = { ...writeContextIn(operation.context), isThrottleFinal: canDuplicate(operation) };
  const wire: Wire | undefined =
    joined?.kind === "made" ? joined.wire : await definition.ops.create?.(session.api, scope, body, making);
  if (wire === undefined) return undefined;
  const at = identityOfRow(definition, wire, scope);
  session.lists.put(definition, at, wire);
  return { wire, at, id: operation.idOf(at) };
}

/** Creates the object together with concurrent ones, if the service has a call for several. */
async function joinOthers(operation: Operation, body: unknown): Promise<BatchResult | undefined> {
  const { definition, at, context } = operation;
  const { session, call } = context;
  const { bulk } = definition.ops;
  if (bulk === undefined) return undefined;
  const where = pick(at, scopePartsOf(definition));
  const splitsOn = (error: unknown): Promise<boolean> => isOfQuota(operation, error);
  return session.batcher.join({ bulk, api: session.api, scope: where, splitsOn }, body, call.signal);
}
