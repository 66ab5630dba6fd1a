import { ADOPT, type AnyResource, fieldsOf, EXISTED } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { effectOf, normalized, sameStored } from "../model/diff.ts";
import { isHidden, isSomeDefault } from "../model/field.ts";
import type { Values } from "../model/json-value.ts";
import { objectKey } from "../model/managed-keys.ts";
import { titleOf } from "../model/title.ts";
import { type Found, isGoingUnsaid, ofSameKey, readWhole } from "./candidates.ts";
import { findNamed } from "./named-objects.ts";
import { isShownWhole } from "./observe.ts";
import { isPendingCreation } from "./hooks/pending-creation.ts";
import { isFinal, removalNotices, whyPending } from "./hooks.ts";
import { keptInputs } from "./traits/lacking-inputs.ts";
import {
  duplicateHint,
  hasOwnRule,
  isMeantIfSame,
  isMadeByAnother,
  isMadeWithOwnParent,
  isWhoeverIsThere,
  mayDuplicate,
  whyNotOwn,
  whyNotRecent,
} from "./traits/take-over.ts";
import { naturalKeyOf } from "./exclusive-create.ts";
import { isBeingDeleted } from "./traits/pending-deletion.ts";
import { failureOfRefusal } from "./traits/confirmed-absence.ts";
import type { Operation } from "./operation.ts";
import { isAsSent } from "./attempt.ts";
import { isInWindow, type OpenAttempt } from "./session/creations.ts";
import { fieldName, fieldRef, importHint, joined, message, type Text } from "../model/messages.ts";

/**
 * The object that create may take over without `adopt`: the program's own earlier try, found by natural key.
 *
 * A record that was written before the try names it. Without one its age, its maker and all its fields tell, or the
 * definition's own rule. Undefined means that none exists.
 *
 * @throws adoption_conflict when an object of that key exists that is not surely ours; ambiguous when several may be.
 */
export async function findOwn(operation: Operation): Promise<Found | undefined> {
  return ownAmong(operation, await ofSameKey(operation));
}

/** The same in a list that began then or later; who ask for the same moment share it. */
export async function findOwnSince(operation: Operation, sinceMs: number): Promise<Found | undefined> {
  const { definition, at, context } = operation;
  await context.session.lists.listSince(definition, at, sinceMs, context.call);
  return findOwn(operation);
}

/** The same among the objects of that key that a look has shown. */
export async function ownAmong(operation: Operation, rows: readonly Found[]): Promise<Found | undefined> {
  const { definition, inputs, context } = operation;
  const isEnough = (row: Found) => !isGoingUnsaid(definition) && isShownWhole(definition, row, context, inputs);
  const whole = await readWhole(definition, rows, context, isEnough);
  const matches = whole.filter(({ wire }) => !isBeingDeleted(definition, wire));
  const judged: { found: Found; why: Text | undefined }[] = [];
  for (const found of matches) judged.push({ found, why: await whyNotOurs(operation, found) });
  const ours = judged.filter((one) => one.why === undefined).map((one) => one.found);
  if (ours.length > 1) throw ambiguous(operation, ours);
  if (ours.length === 1) return ours[0];
  if (judged.length === 0 || mayDuplicate(operation)) return undefined;
  throw conflict(operation, judged);
}

/** Why an existing object must not be taken over by create; undefined when it may. */
async function whyNotOurs(operation: Operation, found: Found): Promise<Text | undefined> {
  const { definition } = operation;
  const owned = whyOwned(operation, found);
  if (owned !== undefined) return owned;
  if (await isAnswered(operation, found)) {
    // Where a second object of the key is wanted, one whose create was answered is that of another resource.
    return mayDuplicate(operation) ? "another create of this program was answered with it" : undefined;
  }
  if (await isRecorded(operation, found)) return undefined;
  if (await operation.context.session.creations.isOfAnotherStack(objectKey(definition, found.id))) {
    return "another stack that keeps its records here manages it";
  }
  if (isThereAnyway(operation, found)) return undefined;
  if (hasOwnRule(definition)) return whyNotOwn(operation, found.wire);
  const differences = [...differencesOf(operation, found), ...undeclaredOf(operation, found)];
  if (differences.length > 0) return textOf(differences);
  return isMeantIfSame(definition) ? undefined : whyNotRecent(operation, found.wire);
}

/**
 * Why an object that is always there must not be given other settings; undefined when it has the declared ones, or the
 * server-side defaults.
 */
export function whyForeignSettings(operation: Operation, found: Found): Text | undefined {
  const owned = whyOwned(operation, found);
  if (owned !== undefined || isWhoeverIsThere(operation.definition)) return owned;
  const differences = differencesOf(operation, found).filter((one) => one.isFixed || !one.isUntouched);
  return differences.length === 0 ? undefined : textOf(differences);
}

function whyOwned(operation: Operation, found: Found): Text | undefined {
  return isOwned(operation, found) ? "another resource of this run manages it" : undefined;
}

/** Whether a resource of this run stands for the object. */
export function isOwned({ definition, context }: Operation, { id }: Found): boolean {
  const { ownership, creations } = context.session;
  // What was just made is claimed when its record is written.
  return ownership.kindOf(definition, id) !== undefined || creations.hasMade(objectKey(definition, id));
}

/** Whether a record of this program names the object: an answer did. */
async function isAnswered(operation: Operation, { id }: Found): Promise<boolean> {
  const key = naturalKeyOf(operation);
  if (key === undefined) return false;
  return (await operation.context.session.creations.attempts(key)).some(({ made }) => made === id);
}

/** Whether a create of this program that nobody heard the end of made the object. */
async function isRecorded(operation: Operation, found: Found): Promise<boolean> {
  const attempts = await fittingAttempts(operation, found);
  return attempts.length > 0 && !(await isMadeByAnother(operation, found.wire));
}

/**
 * The attempts of this program without a known end that may have made the object: by their time, the ids that were there
 * before, and the values that were sent, as far as the service shows them.
 */
async function fittingAttempts(operation: Operation, found: Found): Promise<readonly OpenAttempt[]> {
  const { definition, context } = operation;
  const key = naturalKeyOf(operation);
  if (key === undefined) return [];
  const madeAt = definition.madeAt?.(found.wire);
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

/** Whether an object is there without anybody's create: a person, one who waits to be one, or the work of the service. */
function isThereAnyway(operation: Operation, found: Found): boolean {
  const { definition, inputs } = operation;
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  if (isFinal(definition, observed) || isPendingCreation(definition, observed)) return true;
  // An invite that has expired is none any more: a new one takes its place.
  if (whyPending(definition, observed, inputs) !== undefined) return true;
  return isWhoeverIsThere(definition) || isMadeWithOwnParent(operation, found);
}

/** Whether an object that is meant because it is as declared was there before: no create of this stack made it. */
export async function wasThereBefore(operation: Operation, found: Found): Promise<boolean> {
  const { definition, context } = operation;
  if (!isMeantIfSame(definition) || isThereAnyway(operation, found)) return false;
  const isOwn = await context.session.creations.isMadeByThisStack(objectKey(definition, found.id));
  return !isOwn && !(await isAnswered(operation, found)) && !(await isRecorded(operation, found));
}

/** Says what was taken over, so that nobody is surprised by what a destroy does to it. */
export function sayTaken(operation: Operation, found: Found, existed = false): void {
  const { definition, inputs, declaredTitle, context } = operation;
  if (isPendingCreation(definition, definition.fromWire(found.wire, found.at, inputs))) return;
  if (existed) {
    const notices = removalNotices(definition, { ...inputs, [EXISTED]: true });
    const text = message`${declaredTitle} was there before\nIt is ${found.id}, as declared, and is managed from now on.`;
    context.report.warn(joined([text, ...notices], "\n"));
    return;
  }
  if (isThereAnyway(operation, found) || isMeantIfSame(definition)) {
    context.report.info(`${declaredTitle} was there already and is managed from now on. It is ${found.id}.`);
    return;
  }
  context.report.warn(
    `${declaredTitle} existed and was taken over\nIt is ${found.id}: this program's own earlier try, which did not come to its end.`,
  );
}

function textOf(differences: readonly Difference[]): Text {
  return joined(
    differences.map((one) => one.text),
    "; ",
  );
}

/** One input in which an existing object is not what is declared. */
interface Difference {
  /** `name is <observed>, declared is <declared>`; secret values are left out. */
  readonly text: Text;
  /** Nothing but a replacement of the object would change it. */
  readonly isFixed: boolean;
  /** The object still has the server-side default there. */
  readonly isUntouched: boolean;
}

function differencesOf({ definition, inputs }: Operation, found: Found): Difference[] {
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  if (isFinal(definition, observed)) return [];
  const differences: Difference[] = [];
  const kept = keptInputs(definition, { wire: found.wire, observed, declared: inputs, held: {} });
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    const declared = inputs[name];
    if (declared === undefined || kept.includes(name) || rules.onChange === "none" || isHidden(rules, observed[name]))
      continue;
    if (sameStored(rules, declared, observed[name])) continue;
    differences.push({
      text:
        rules.secret === true
          ? message`${fieldName(name)} differs (secret)`
          : message`${fieldName(name)} is ${JSON.stringify(observed[name] ?? null)}, declared is ${JSON.stringify(declared)}`,
      isFixed: effectOf(definition, rules, { before: observed[name], after: declared }) === "replace",
      isUntouched: isSomeDefault(rules, normalized(rules, observed[name])),
    });
  }
  return differences;
}

/** What an object holds beyond its declaration that is not the server-side default: no try of this program set it. */
function undeclaredOf({ definition, inputs }: Operation, found: Found): Difference[] {
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) => {
    const value = observed[name] ?? null;
    if (inputs[name] !== undefined || rules.onChange === "none" || !("serviceDefault" in rules)) return [];
    if (value === null || isSomeDefault(rules, normalized(rules, value))) return [];
    const text =
      rules.secret === true
        ? message`${fieldName(name)} is set (secret) and not declared`
        : message`${fieldName(name)} is ${JSON.stringify(value)} and not declared`;
    return [{ text, isFixed: false, isUntouched: false }];
  });
}

/**
 * The object that the input `adopt` names, by id string, by the last part of its id, or by natural key.
 *
 * @throws adoption_failed when it names none, more than one, or one that only a replacement could make what is declared;
 * claimed_twice when another resource stands for it.
 */
export async function findAdopted(operation: Operation): Promise<Found> {
  const { definition, context } = operation;
  const text = String(operation.inputs[ADOPT]);
  const named = await findNamed(definition, text, operation.at, context);
  const [first] = named;
  if (first === undefined || named.length > 1) {
    const words = definition.collection?.words ?? "the service";
    const list = named.map((found) => found.id).join(", ");
    throw new OrgformProblem(
      "adoption_failed",
      message`${fieldRef(ADOPT)} names ${named.length === 0 ? "no" : "more than one"} ${definition.name}`,
      named.length === 0
        ? `Nothing of the id or name ${JSON.stringify(text)} is among ${words}.`
        : `${JSON.stringify(text)} fits several. Give one of these ids: ${list}.`,
    );
  }
  if (context.session.ownership.kindOf(definition, first.id) !== undefined) {
    throw ownedTwice(definition, first.id);
  }
  const fixed = differencesOf(operation, first).filter((one) => one.isFixed);
  if (fixed.length > 0) throw unfit(definition, first.id, fixed);
  return first;
}

/** Runs what leads to an object that the input `adopt` names: a refusal on the way need not tell whether there is one. */
export async function seekingAdopted<T>(operation: Operation, action: () => Promise<T>): Promise<T> {
  const { definition, inputs, at, context, declaredTitle } = operation;
  try {
    return await action();
  } catch (error) {
    if (inputs[ADOPT] === undefined) throw error;
    throw await failureOfRefusal(definition, at, context, error, `${declaredTitle} may be hidden`);
  }
}

/** The error for an object that two resources of one run stand for. */
export function ownedTwice(definition: AnyResource, id: string): OrgformProblem {
  return new OrgformProblem(
    "claimed_twice",
    `Declared twice: ${titleOf(definition, id)}`,
    `Another resource of this run manages ${id}. Remove one of the two declarations.`,
  );
}

function unfit(definition: AnyResource, id: string, fixed: readonly Difference[]): OrgformProblem {
  const differing = joined(
    fixed.map((one) => one.text),
    "; ",
  );
  return new OrgformProblem(
    "adoption_failed",
    message`${fieldRef(ADOPT)} names a ${definition.name} that is not the declared one`,
    message`It names ${id}. What differs, and could only be changed by replacing it: ${differing}.\nDeclare what the object has, or name another one.`,
  );
}

function conflict(
  { definition, declaredTitle }: Operation,
  judged: readonly { found: Found; why: Text | undefined }[],
): OrgformProblem {
  const lines = judged.map(({ found, why }) => message`- ${found.id}: ${why ?? ""}`);
  const id = judged[0]?.found.id ?? "";
  return new OrgformProblem(
    "adoption_conflict",
    `${declaredTitle} exists already`,
    message`Nothing was written. What exists, and why it was not adopted:\n${joined(lines, "\n")}\nTo adopt it and change it to what is declared, set ${fieldRef(ADOPT, id)}.${duplicateHint(definition)}${importHint(definition.name, id)}`,
  );
}

function ambiguous({ declaredTitle }: Operation, ours: readonly Found[]): OrgformProblem {
  return new OrgformProblem(
    "ambiguous",
    `More than one object is ${declaredTitle}`,
    message`They are ${ours.map((found) => found.id).join(", ")}. Set ${fieldRef(ADOPT)} to the id of the one that is meant.`,
  );
}
