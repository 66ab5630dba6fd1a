import { ADOPT } from "../../model/definition.ts";
import { objectKey } from "../../model/managed-keys.ts";
import { message, textOf } from "../../model/messages.ts";
import { digestsOf } from "./sent-values.ts";
import { isDoubtfulRefusal } from "./failures.ts";
import { serializedByKey, naturalKeyOf } from "./exclusive.ts";
import { findEarlier, findNow } from "./lost-answers.ts";
import { type Made, make } from "./make.ts";
import type { Operation } from "../operation.ts";
import type { RunningAttempt } from "../session/creations.ts";
import { type Found, deletingCandidates, candidates } from "../adoption/candidates.ts";
import { canDuplicate } from "../adoption/policy.ts";
import { findAdopted } from "../adoption/resolve-id.ts";
import { noteRecovered, reportAdoption, existedBefore } from "../adoption/verdict.ts";
import { refuseUnsupportedOfNew } from "../hooks/unsupported-inputs.ts";
import { pendingNow } from "../hooks/quota.ts";
import { making, warnOfDuplicates, whenOtherCreatesEnd } from "../adoption/duplicates.ts";

/** The object that `ensure` found or created. */
export interface Ensured extends Found {
  /** The object was made by this call. */
  readonly isNew: boolean;
  /** It was there before this program declared it. */
  readonly existed?: boolean;
}

/**
 * Ensures that the object exists: adopts the object that the user named, recovers its own earlier attempt, or creates
 * it.
 *
 * @param own - claims the object for this call before any other call can decide whose it is; throws if another call
 *   already has it
 */
export async function ensure(operation: Operation, own: (found: Found) => void): Promise<Ensured> {
  const owned = <T extends Found>(found: T): T => {
    own(found);
    return found;
  };
  if (operation.inputs[ADOPT] !== undefined) return owned({ ...(await findAdopted(operation)), isNew: false });
  let { seen } = UNRECORDED;
  const find = (): Promise<Ensured> =>
    serializedByKey(operation, async () => owned(await recoverOrCreate(operation, (attempt) => (seen = attempt.seen))));
  const made = await making(operation, find).catch(async (error: unknown) => {
    const found = await findRefused(operation, error);
    if (found === undefined) throw error;
    return owned({ ...found, isNew: true });
  });
  if (made.isNew) await warnOfDuplicates(operation, made, seen);
  return made;
}

/** @param begun - told of the attempt before its first request */
async function recoverOrCreate(operation: Operation, begun: (attempt: RunningAttempt) => void): Promise<Ensured> {
  const { definition, at, inputs, context } = operation;
  // Only the checked objects are noted as seen: a list that another create read meanwhile might show more.
  const there = await candidates(operation);
  const earlier = await findEarlier(operation, there);
  if (earlier !== undefined) {
    const existed = await existedBefore(operation, earlier);
    await noteRecovered(operation, earlier);
    reportAdoption(operation, earlier, existed);
    await context.session.creations.own(objectKey(definition, earlier.id), !existed);
    return { ...earlier, isNew: false, existed };
  }
  // The list was read just now: whether the service takes all that is declared is known before anything is made.
  await refuseUnsupportedOfNew(definition, at, inputs, () => context);
  const held = pendingNow(operation);
  if (held !== undefined) return ensured(operation, { kind: "deferred", wire: held }, UNRECORDED);
  const attempt = await begin(operation, there);
  begun(attempt);
  const deleting = await deletingCandidates(operation);
  return ensured(operation, await make(operation, attempt, deleting), attempt);
}

async function ensured(operation: Operation, made: Made, attempt: RunningAttempt): Promise<Ensured> {
  const { definition } = operation;
  if (made.kind === "made") {
    const { found, isNew } = made;
    await attempt.made(found.id, objectKey(definition, found.id));
    return { ...found, isNew };
  }
  // Nothing was created, and no list has anything of it.
  await attempt.refused();
  const at = definition.identity.of(made.wire, operation.at);
  return { wire: made.wire, at, id: operation.idOf(at), isNew: false };
}

/**
 * The object that a refused create might have created anyway, by one shared read after all creates have ended. The
 * record stays open: an object that appears later is for the next run.
 */
async function findRefused(operation: Operation, error: unknown): Promise<Found | undefined> {
  const { call } = operation.context;
  if (!canDuplicate(operation) || !isDoubtfulRefusal(error)) return undefined;
  await whenOtherCreatesEnd(operation);
  return findNow(operation).catch(() => {
    call.signal?.throwIfAborted();
    return undefined;
  });
}

/**
 * Records the object that is about to be created: if its end stays unknown, the next run recognizes its own object by
 * the record.
 */
async function begin(operation: Operation, there: readonly Found[]): Promise<RunningAttempt> {
  const { session, report } = operation.context;
  const key = naturalKeyOf(operation);
  if (key === undefined) return UNRECORDED;
  const seen = there.map(({ id }) => id);
  return session.creations.begin(key, { seen, ...digestsOf(operation) }, (location, cause) =>
    report.warn(
      message`Creation records can't be written to ${location}: ${textOf(cause)}\nIf this run is killed, the next one might not recognize what this one created, and stops. To use another folder, set ORGFORM_INTENTS_DIR.`,
    ),
  );
}

async function nothing(): Promise<void> {}

const UNRECORDED: RunningAttempt = {
  seen: [],
  sent: () => undefined,
  made: nothing,
  refused: nothing,
  gaveUp: nothing,
};
