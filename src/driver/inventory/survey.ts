import { isApiError } from "../../client/errors.ts";
import { isOrgformProblem } from "../../model/diagnostics.ts";
import { hookOf, listHookOf } from "../../model/hook-of.ts";
import { type AnyResource, isListed, isObject } from "../../model/definition.ts";
import { type IdentityParts, parseId } from "../../model/identity.ts";
import { pick } from "../../model/json-value.ts";
import { isCombined, managedKeys } from "../../model/managed-keys.ts";
import { clientErrorIn } from "../operation-error.ts";
import type { Context } from "../session/session.ts";
import type { Stored } from "../state.ts";
import { hasNone } from "../retired.ts";
import { whyListedInPart } from "../lists/hidden-rows.ts";
import { find } from "../verbs.ts";
import { type Listed, listWithin } from "./list.ts";

/** An object of the organization, as an import would take it. */
export interface FoundObject {
  readonly definition: AnyResource;
  readonly id: string;
  readonly at: IdentityParts;
  /** The name that people know: the name of its container, below the organization, then its own. */
  readonly name: string;
  readonly stored: Stored;
}

/** Something that couldn't be read, or that isn't part of the program. */
export interface Gap {
  /** A name for it: words for a list ("the domains of the organization"), or kind and ID of an object. */
  readonly what: string;
  readonly reason: string;
}

/** The objects of an organization, as far as they could be read. */
export interface Survey {
  readonly objects: readonly FoundObject[];
  readonly unread: readonly Gap[];
}

/** Progress of a survey: the list that is being read, and how many of its objects have been read. */
export interface SurveyProgress {
  readonly step: (words: string) => void;
  readonly count: (done: number, total: number) => void;
}

/**
 * Reads an organization: each list once, and separately the objects of which a list shows only a part.
 *
 * @param organization - its ID, slug, or name
 * @throws no_such_id if there is no such organization; the error of a read that failed for another reason than a
 *   refusal
 */
export async function survey(
  definitions: readonly AnyResource[],
  organization: string,
  context: Context,
  progress: SurveyProgress,
): Promise<Survey> {
  const root = rootOf(definitions);
  progress.step(`the ${root.name.toLowerCase()}`);
  const stored = await find(root, organization, context);
  const scope = parseId(root.identity.parts, stored.id);
  const objects: FoundObject[] = [{ definition: root, id: stored.id, at: scope, name: nameOf(root, stored), stored }];
  const unread = new Map<string, string>();
  const taken = new Set<string>();
  const steps = new Set<string>();
  for (const definition of kindsOf(definitions)) {
    const words = wordsOf(definition);
    if (!steps.has(words)) progress.step(words);
    steps.add(words);
    const listed = await readable(
      () => listedIfAny(definition, scope, context, unread),
      (why) => unread.set(words, why),
    );
    const separate = listHookOf(definition, "separateLists");
    if (listed !== undefined && separate !== undefined) unread.set(separate.words, UNLISTED);
    const lacking = await readable(
      () => whyListedInPart(definition, scope, context.session.serviceContext(context.call)),
      (why) => unread.set(words, why),
    );
    if (listed !== undefined && lacking !== undefined) unread.set(words, lacking);
    const free = (listed ?? []).filter((one) => isFree(definition, one, taken));
    for (const [index, { id, name }] of free.entries()) {
      const title = `${definition.name} ${id}`;
      const one = await readable(
        () => find(definition, id, context),
        (why) => unread.set(title, why),
      );
      if (one !== undefined) objects.push(namedBelow({ definition, stored: one }, name, objects));
      progress.count(index + 1, free.length);
    }
  }
  return { objects, unread: [...unread].map(([what, reason]) => ({ what, reason })) };
}

/** Why no object of a kind was found, if the service has no list of them. */
export const ABSENT = "this service doesn't have any";

/** Why objects weren't found if each of them has its own list. */
export const UNLISTED = "the service only shows them one object at a time; look at the objects that might have some";

/** The name for the objects of a kind in a list. */
export const wordsOf = ({ collection, name }: AnyResource): string => collection?.words ?? name;

/** The resource that contains all others. */
export function rootOf(definitions: readonly AnyResource[]): AnyResource {
  const root = definitions.find((one) => one.parent === undefined && isObject(one));
  if (root === undefined) throw new Error("No resource is without a parent.");
  return root;
}

/**
 * The kinds that a program declares: objects that exist independently and, of kinds that represent the same objects,
 * the closest match first.
 */
function kindsOf(definitions: readonly AnyResource[]): AnyResource[] {
  const kinds = definitions.filter((one) => one.parent !== undefined && isListed(one) && !isCombined(one));
  const isNarrow = ({ collection }: AnyResource): boolean => collection?.listFilter !== undefined;
  const depthOf = ({ parent }: AnyResource): number => (parent === undefined ? 0 : 1 + depthOf(parent));
  return kinds.toSorted((a, b) => depthOf(a) - depthOf(b) || Number(isNarrow(b)) - Number(isNarrow(a)));
}

/** The objects of a kind. If the service doesn't have the kind, none, and the survey reports that. */
async function listedIfAny(
  definition: AnyResource,
  scope: IdentityParts,
  context: Context,
  unread: Map<string, string>,
): Promise<Listed[] | undefined> {
  return listWithin(definition, scope, context).catch((error: unknown) => {
    if (!hasNone(definition, error)) throw error;
    unread.set(wordsOf(definition), ABSENT);
    return undefined;
  });
}

function isFree(definition: AnyResource, { id, values }: Listed, taken: Set<string>): boolean {
  const keys = managedKeys(definition, id, values);
  if (keys.some((key) => taken.has(key))) return false;
  for (const key of keys) taken.add(key);
  return true;
}

/** The result of a read; undefined, after reporting why, if the service refuses it or doesn't have it. */
async function readable<T>(read: () => Promise<T>, refused: (why: string) => unknown): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const why = whyUnread(error);
    if (why === undefined) throw error;
    refused(why);
    return undefined;
  }
}

/**
 * Why something isn't shown: the key can't read it, or the service reports that it doesn't exist; undefined for any
 * other failure.
 */
export function whyUnread(error: unknown): string | undefined {
  // It was in the list a moment ago, or the key sees only a part.
  if (isOrgformProblem(error) && ["no_such_id", "unconfirmed_absence"].includes(error.code)) {
    return inOneLine(error.message);
  }
  const refusal = clientErrorIn(error);
  if (!isApiError(refusal) || !["permission", "notFound"].includes(refusal.category)) return undefined;
  return refusal.missingScope === undefined ? refusal.message : `the API key lacks the scope ${refusal.missingScope}`;
}

/** A message's summary and its fact as sentences of one line, because a reason follows the object that it is about. */
function inOneLine(message: string): string {
  return message
    .split("\n")
    .map((line, index, lines) => (index < lines.length - 1 && !line.endsWith(".") ? `${line}.` : line))
    .join(" ");
}

/** Adds the name of an object's container before its own name, unless the container is the organization or couldn't be read. */
function namedBelow(
  { definition, stored }: Pick<FoundObject, "definition" | "stored">,
  own: string,
  objects: readonly FoundObject[],
): FoundObject {
  const at = parseId(definition.identity.parts, stored.id);
  const { parent } = definition;
  if (parent?.parent === undefined) return { definition, id: stored.id, at, name: own, stored };
  // The IDs of objects below a project don't name the organization.
  const known = Object.entries(pick(at, parent.identity.parts));
  const found = objects.find((one) => one.definition === parent && known.every(([part, own]) => one.at[part] === own));
  return { definition, id: stored.id, at, name: found === undefined ? own : `${found.name} ${own}`, stored };
}

function nameOf(definition: AnyResource, { id, inputs }: Stored): string {
  const { naturalKey } = definition;
  const name = hookOf(definition, "nestedName")?.of(inputs) ?? inputs[naturalKey?.fields.at(-1) ?? ""];
  return typeof name === "string" ? name : id;
}
