import { EXISTED } from "../../model/definition.ts";
import type { Values } from "../../model/json-value.ts";
import { objectKey } from "../../model/managed-keys.ts";
import { joined, message, type Text } from "../../model/messages.ts";
import { isAsSent } from "../creation/sent-values.ts";
import { naturalKeyOf } from "../creation/exclusive.ts";
import { isFinal, removalNotices, whyPending } from "../hooks.ts";
import { isPendingCreation } from "../hooks/pending-creation.ts";
import { isShownWhole } from "../observe.ts";
import type { Operation } from "../operation.ts";
import { isInWindow, type OpenAttempt } from "../session/creations.ts";
import { isBeingDeleted } from "../hooks/async-deletion.ts";
import { type Found, isDeletionHidden, candidates, readWhole } from "./candidates.ts";
import { ambiguous, conflict, type Foreign } from "./conflicts.ts";
import { differencesOf, differencesText, undeclaredOf } from "./differences.ts";
import {
  adoptsAlways,
  adoptsEqual,
  hasOwnershipCheck,
  isCreatedByOther,
  isCreatedWithParent,
  mayDuplicate,
  ownershipCheck,
  policyOf,
  whyNotRecent,
} from "./policy.ts";

/**
 * The object that create can recover without `adopt`: from the program's own earlier attempt, found by natural key.
 *
 * A record that was written before the attempt identifies it. Without a record, its age, its creator, and all its
 * fields do, or the definition's own rule. Undefined means that none exists.
 *
 * @throws adoption_conflict if an object with the key exists that isn't certainly ours; ambiguous if several might
 *   be.
 */
export async function findOwn(operation: Operation): Promise<Found | undefined> {
  return ownedMatch(operation, await candidates(operation));
}

/** The same in a list that began then or later; who ask for the same moment share it. */
export async function findOwnSince(operation: Operation, sinceMs: number): Promise<Found | undefined> {
  const { definition, at, context } = operation;
  await context.session.lists.listSince(definition, at, sinceMs, context.call);
  return findOwn(operation);
}

/** The same among the objects of that key that a look has shown. */
export async function ownedMatch(operation: Operation, rows: readonly Found[]): Promise<Found | undefined> {
  const { definition, inputs, context } = operation;
  const isEnough = (row: Found) => !isDeletionHidden(definition) && isShownWhole(definition, row, context, inputs);
  const whole = await readWhole(definition, rows, context, isEnough);
  const matches = whole.filter(({ wire }) => !isBeingDeleted(definition, wire));
  const ours: Found[] = [];
  const foreign: Foreign[] = [];
  for (const found of matches) {
    const why = await whyNotOwn(operation, found);
    if (why === undefined) ours.push(found);
    else foreign.push({ found, why });
  }
  if (ours.length > 1) throw ambiguous(operation, ours);
  const [own] = ours;
  const [first, ...others] = foreign;
  if (own !== undefined || first === undefined || mayDuplicate(operation)) return own;
  throw conflict(operation, [first, ...others]);
}

/** Why create must not adopt an existing object; undefined if it can. */
async function whyNotOwn(operation: Operation, found: Found): Promise<Text | undefined> {
  const { definition } = operation;
  const owned = whyOwned(operation, found);
  if (owned !== undefined) return owned;
  if (await isAnswered(operation, found)) {
    // If a second object with the key is wanted, an object from a create that got a response belongs to another
    // resource.
    return mayDuplicate(operation) ? "the service returned it to another create of this program" : undefined;
  }
  if (await isRecorded(operation, found)) return undefined;
  if (await operation.context.session.creations.isOfAnotherStack(objectKey(definition, found.id))) {
    return "another stack, whose records are in the same folder, manages it";
  }
  if (existsAnyway(operation, found)) return undefined;
  if (hasOwnershipCheck(definition)) return ownershipCheck(operation, found.wire);
  const differences = [...differencesOf(operation, found).map(({ text }) => text), ...undeclaredOf(operation, found)];
  if (differences.length > 0) return differencesText(differences);
  return adoptsEqual(definition) ? undefined : whyNotRecent(operation, found.wire);
}

/**
 * Why an object that is always there must not be given other settings; undefined when it has the declared ones, or the
 * server-side defaults.
 */
export function whyForeignSettings(operation: Operation, found: Found): Text | undefined {
  const owned = whyOwned(operation, found);
  if (owned !== undefined || adoptsAlways(operation.definition)) return owned;
  const differences = differencesOf(operation, found).filter((one) => one.isFixed || !one.isUntouched);
  return differences.length === 0 ? undefined : differencesText(differences.map(({ text }) => text));
}

function whyOwned(operation: Operation, found: Found): Text | undefined {
  return isOwned(operation, found) ? "another resource of this run manages it" : undefined;
}

/** Whether a resource of this run manages the object. */
export function isOwned({ definition, context }: Operation, { id }: Found): boolean {
  const { ownership, creations } = context.session;
  // A new object is claimed when its record is written.
  return ownership.kindOf(definition, id) !== undefined || creations.hasMade(objectKey(definition, id));
}

/** Whether a record of this program names the object: an answer did. */
async function isAnswered(operation: Operation, { id }: Found): Promise<boolean> {
  const key = naturalKeyOf(operation);
  if (key === undefined) return false;
  return (await operation.context.session.creations.attempts(key)).some(({ made }) => made === id);
}

/** Whether one of this program's creates with an unknown end created the object. */
async function isRecorded(operation: Operation, found: Found): Promise<boolean> {
  const attempts = await fittingAttempts(operation, found);
  return attempts.length > 0 && !(await isCreatedByOther(operation, found.wire));
}

/**
 * This program's attempts with an unknown end that might have created the object: by their time, the IDs that existed
 * before, and the sent values, as far as the service shows them.
 */
async function fittingAttempts(operation: Operation, found: Found): Promise<readonly OpenAttempt[]> {
  const { definition, context } = operation;
  const key = naturalKeyOf(operation);
  if (key === undefined) return [];
  const madeAt = policyOf(definition).madeAt?.(found.wire);
  return (await context.session.creations.openAttempts(key)).filter(
    (attempt) => !attempt.seen.includes(found.id) && isInWindow(attempt, madeAt) && isAsSent(operation, found, attempt),
  );
}

/** Notes that an attempt without a known end made the object: no other resource recovers one by the same attempt. */
export async function noteRecovered(operation: Operation, found: Found): Promise<void> {
  const key = naturalKeyOf(operation);
  const [attempt] = await fittingAttempts(operation, found);
  if (key !== undefined && attempt !== undefined) {
    await operation.context.session.creations.recovered(key, attempt, found.id);
  }
}

/**
 * Whether an object exists without anybody's create: a person, an invited person, or an object that the service itself
 * created.
 */
function existsAnyway(operation: Operation, found: Found): boolean {
  const { definition, inputs } = operation;
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  if (isFinal(definition, observed) || isPendingCreation(definition, observed)) return true;
  // An expired invite no longer counts: a new one replaces it.
  if (whyPending(definition, observed, inputs) !== undefined) return true;
  return adoptsAlways(definition) || isCreatedWithParent(operation, found);
}

/**
 * Whether an object that is adopted because it equals the declaration existed before: no create of this stack created
 * it.
 */
export async function existedBefore(operation: Operation, found: Found): Promise<boolean> {
  const { definition, context } = operation;
  if (!adoptsEqual(definition) || existsAnyway(operation, found)) return false;
  const isOwn = await context.session.creations.isMadeByThisStack(objectKey(definition, found.id));
  return !isOwn && !(await isAnswered(operation, found)) && !(await isRecorded(operation, found));
}

/** Reports what was adopted or recovered, so a destroy of it surprises nobody. */
export function reportAdoption(operation: Operation, found: Found, existed = false): void {
  const { definition, inputs, declaredTitle, context } = operation;
  if (isPendingCreation(definition, definition.fromWire(found.wire, found.at, inputs))) return;
  if (existed) {
    const notices = removalNotices(definition, { ...inputs, [EXISTED]: true });
    const text = message`${declaredTitle} existed before\nIt is ${found.id}, equals the declaration, and is now managed by this program.`;
    context.report.warn(joined([text, ...notices], "\n"));
    return;
  }
  if (existsAnyway(operation, found) || adoptsEqual(definition)) {
    context.report.info(
      message`${declaredTitle} existed already and is now managed by this program. It is ${found.id}.`,
    );
    return;
  }
  context.report.warn(
    message`${declaredTitle} was recovered\nIt is ${found.id}, which an earlier, interrupted run of this program created.`,
  );
}
