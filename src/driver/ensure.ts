import { isApiError, isTransportError, mayHaveBeenApplied } from "../client/errors.ts";
import { ADOPT, type AnyResource, fieldsOf } from "../model/definition.ts";
import { isOrgformProblem, OrgformProblem } from "../model/diagnostics.ts";
import type { IdentityParts } from "../model/identity.ts";
import { pick } from "../model/json-value.ts";
import { objectKey } from "../model/managed-keys.ts";
import type { BatchResult } from "./session/batcher.ts";
import { guard } from "./guards.ts";
import type { Operation } from "./operation.ts";
import { placeOf } from "./place.ts";
import type { Wire } from "./session/list-cache.ts";
import { naturalKeyOf } from "./exclusive-create.ts";
import type { Trial } from "./session/creations.ts";
import { makingIn } from "./session/session.ts";
import { findAdopted, findOwn, type Found, goingOfSameKey, ofSameKey, ownAmong, sayTaken } from "./take-over.ts";
import { message, textOf, type Text } from "../model/messages.ts";
import { makeInPlace } from "./traits/misplaced-creation.ts";
import { refuseLackingOfNew } from "./traits/lacking-inputs.ts";
import { deferredBy, deferredNow, isOfRation } from "./traits/rationed-writes.ts";
import { serialized } from "./traits/serialized-creation.ts";
import { making, tellOfTwins } from "./twins.ts";

/** Pauses between looks for an object whose create answer was lost: the service may still be at work on it. */
const LOOKS_AFTER_LOSS_MS = [0, 1_000, 2_000] as const;

/** The same after a time-out, where the service is known to be slow. */
const LOOKS_AFTER_TIMEOUT_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** What ensure found or made. */
export interface Ensured extends Found {
  /** The object was made by this call. */
  readonly isNew: boolean;
  /** Nothing was made, and nothing is there: it waits for a later run. */
  readonly isDeferred?: true;
}

/** The same, with ids of the objects of the same natural key that were known before. */
interface Made extends Ensured {
  readonly seen: readonly string[];
}

/** Makes sure that the object exists: adopts what the user named, takes over its own earlier try, or makes it. */
export async function ensure(operation: Operation): Promise<Ensured> {
  if (operation.inputs[ADOPT] !== undefined) return { ...(await findAdopted(operation)), isNew: false };
  const { seen, ...made } = await making(operation, () => takeOverOrMake(operation));
  if (made.isNew) await tellOfTwins(operation, made, seen);
  return made;
}

async function takeOverOrMake(operation: Operation): Promise<Made> {
  // What is noted as seen is what was judged: a list that another create read meanwhile may show more.
  const there = await ofSameKey(operation);
  const earlier = await ownAmong(operation, there);
  if (earlier !== undefined) {
    sayTaken(operation, earlier);
    return { ...earlier, isNew: false, seen: [] };
  }
  // The list was read just now: whether the service takes all that is declared is known before anything is made.
  await refuseLackingOfNew(operation.definition, operation.at, operation.inputs, () => operation.context);
  const held = deferredNow(operation);
  if (held !== undefined) return { ...deferred(operation, held), seen: [] };
  const trial = await begin(operation, there);
  const going = await goingOfSameKey(operation);
  const made = await make(operation, trial, going);
  if (made.isDeferred !== true) await trial.made(made.id, objectKey(operation.definition, made.id));
  return { ...made, seen: trial.seen };
}

/** An object that is not made now; nothing of it lies in any list. */
function deferred(operation: Operation, wire: Wire): Ensured {
  const at = operation.definition.identity.of(wire, operation.at);
  return { wire, at, id: operation.idOf(at), isNew: false, isDeferred: true };
}

/** Writes down what is about to be made: if nobody hears of its end, the next run knows its own object by that. */
async function begin(operation: Operation, there: readonly Found[]): Promise<Trial> {
  const { session, report } = operation.context;
  const key = naturalKeyOf(operation);
  if (key === undefined) return NO_TRIAL;
  const seen = there.map(({ id }) => id);
  return session.creations.begin(key, seen, (place, cause) =>
    report.warn(
      message`No record of creates can be kept in ${place}: ${textOf(cause)}\nIf this run is killed, the next one may not know what this one made, and stops before it. ORGFORM_INTENTS_DIR names another folder.`,
    ),
  );
}

const NO_TRIAL: Trial = { seen: [], made: () => Promise.resolve(), refused: () => Promise.resolve() };

async function make(operation: Operation, trial: Trial, going: readonly Found[]): Promise<Ensured> {
  for (let isRepeat = false; ; isRepeat = true) {
    try {
      const wire = await makeInPlace(operation, () => sendExclusively(operation));
      if (wire !== undefined) return { ...wire, isNew: true };
      return { ...(await lookAgain(operation, [...LOOKS_AFTER_LOSS_MS])), isNew: true };
    } catch (error) {
      if (!isRepeat && wasRefused(error)) await trial.refused();
      const held = await deferredBy(operation, error);
      if (held !== undefined) return deferred(operation, held);
      const found = await afterFailure(operation, error, going);
      // What a conflict shows at the first try was made by an earlier run: what cannot be compared is sent again.
      if (found !== undefined && !isRepeat && isConflict(error)) sayTaken(operation, found);
      if (found !== undefined) return { ...found, isNew: isRepeat || !isConflict(error) };
      if (isRepeat || !wasLost(error) || !mayRepeat(operation, error)) throw unmade(operation, error);
    }
  }
}

/** A guard that looks at what the request depends on must look right before it. */
async function sendExclusively(operation: Operation): Promise<Found | undefined> {
  const { definition, inputs, context } = operation;
  const sendGuarded = async (): Promise<Found | undefined> => {
    await guard(definition, { verb: "make", inputs, state: undefined }, context);
    return send(operation);
  };
  return serialized(definition, context.session, sendGuarded);
}

async function send(operation: Operation): Promise<Found | undefined> {
  const { definition, inputs, at: scope } = operation;
  const { session } = operation.context;
  const sendable = fieldsOf(definition, "inputs").filter(
    ([, rules]) => rules.onChange !== "none" && rules.isDeferrable !== true,
  );
  const body: unknown = definition.toWire(
    pick(
      inputs,
      sendable.map(([name]) => name),
    ),
  );
  const joined = await joinOthers(operation, body);
  if (joined?.kind === "refused") {
    // A call for several may be carried out in part; what was left out is asked for by itself, with an answer of its own.
    const made = await findNow(operation);
    if (made !== undefined) return made;
  }
  const wire: Wire | undefined =
    joined?.kind === "made"
      ? joined.wire
      : await definition.ops.create?.(session.api, scope, body, makingIn(operation.context));
  if (wire === undefined) return undefined;
  const at = placeOf(definition, wire, scope);
  session.lists.put(definition, at, wire);
  return { wire, at, id: operation.idOf(at) };
}

/** Makes the object together with others of the same moment, where the service has a call for several. */
async function joinOthers(operation: Operation, body: unknown): Promise<BatchResult | undefined> {
  const { definition, at, context } = operation;
  const { session, call } = context;
  const { bulk } = definition.ops;
  if (bulk === undefined) return undefined;
  const where = pick(at, definition.collection?.scope ?? []) as IdentityParts;
  const splitsOn = (error: unknown): Promise<boolean> => isOfRation(operation, error);
  return session.batcher.join({ bulk, api: session.api, scope: where, splitsOn }, body, call.signal);
}

/** What a failed create left behind: looked for after a conflict and after a lost answer; other failures are final. */
async function afterFailure(operation: Operation, error: unknown, going: readonly Found[]): Promise<Found | undefined> {
  if (isConflict(error)) {
    const found = await findNow(operation);
    if (found === undefined) throw await taken(operation, error, going);
    return found;
  }
  if (!mayHaveBeenApplied(error)) throw error;
  const pauses = isTimeout(error) ? LOOKS_AFTER_TIMEOUT_MS : LOOKS_AFTER_LOSS_MS;
  return findOwnWithin(operation, [...pauses]);
}

async function findOwnWithin(operation: Operation, pausesMs: number[]): Promise<Found | undefined> {
  const { session, call } = operation.context;
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await session.clock.sleep(pauseMs, call.signal);
    const found = await findNow(operation);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The object that create may take over, in the list as it is from now on. */
async function findNow(operation: Operation): Promise<Found | undefined> {
  const { definition, at, context } = operation;
  await context.session.lists.listFresh(definition, at, context.call);
  return findOwn(operation);
}

async function lookAgain(operation: Operation, pausesMs: number[]): Promise<Found> {
  const found = await findOwnWithin(operation, pausesMs);
  if (found !== undefined) return found;
  throw unconfirmed(operation, undefined);
}

/** Nothing was made by this request, surely; an error of any other kind may have ended the wait for the answer alone. */
function wasRefused(error: unknown): boolean {
  if (isOrgformProblem(error)) return error.code === "guarded";
  return (isApiError(error) || isTransportError(error)) && !mayHaveBeenApplied(error);
}

function isConflict(error: unknown): boolean {
  return isApiError(error) && error.category === "conflict";
}

/** The answer never arrived; an answered failure (a 500) is not repeated, it would fail again. */
function wasLost(error: unknown): boolean {
  if (isTransportError(error)) return true;
  return isApiError(error) && [502, 503, 504].includes(error.status);
}

function isTimeout(error: unknown): boolean {
  return isTransportError(error) && error.code === "timeout";
}

/**
 * Whether a create whose answer was lost, and whose object was looked for in vain, is sent once more.
 *
 * Not where nothing can be looked for. After a time-out the service may apply the first request at any later moment:
 * where it keeps the natural key unique a second request is harmless; elsewhere it could make a second object.
 */
function mayRepeat({ definition }: Operation, error: unknown): boolean {
  if (definition.collection === undefined || definition.naturalKey === undefined) return false;
  return definition.naturalKey.isUnique || !isTimeout(error);
}

/** Why a create failed after which nothing was found. */
function unmade(operation: Operation, error: unknown): unknown {
  if (wasLost(error)) return unconfirmed(operation, error);
  const isUnsaid = operation.definition.naturalKey?.isTakenUnsaid === true && isApiError(error) && error.status === 500;
  if (!isUnsaid) return error;
  return new OrgformProblem(
    "adoption_conflict",
    `${operation.declaredTitle} may be taken`,
    message`The service answers like this when another organization has it, and also when something is wrong with the service. Run again later; if it stays so, choose another one, or remove it there.${causeText(error)}`,
    { cause: error },
  );
}

function unconfirmed({ definition, declaredTitle }: Operation, error: unknown): OrgformProblem {
  return new OrgformProblem(
    "create_unconfirmed",
    `It is not known whether ${declaredTitle} was created`,
    message`${error === undefined ? "The service said yes without sending the object" : "The answer of the service was lost"}, and the object was not found afterwards. ${nextStep(definition)}${causeText(error)}`,
    { cause: error },
  );
}

function nextStep(definition: AnyResource): string {
  return definition.collection === undefined
    ? "Look whether it exists before you run again: Orgform cannot find it by itself."
    : "Run again: it is looked for before one is made.";
}

async function taken(operation: Operation, error: unknown, going: readonly Found[]): Promise<unknown> {
  const { definition, declaredTitle, inputs, context } = operation;
  const { session, call } = context;
  const known = { going: going.map(({ wire }) => wire), call };
  const why = await definition.whyTaken?.(session.api, inputs, known).catch(() => undefined);
  const general =
    "The service says that it exists, but this API key does not see it: it probably belongs to another organization. Choose another one, or remove it there.";
  return new OrgformProblem(
    "adoption_conflict",
    `${declaredTitle} is taken`,
    message`${why ?? general}${causeText(error)}`,
    { cause: error },
  );
}

function causeText(error: unknown): Text {
  return error instanceof Error ? message`\n${textOf(error)}` : "";
}
