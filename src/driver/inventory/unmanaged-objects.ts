import { listHookOf } from "../../model/hook-of.ts";
import { type AnyResource, isObject, scopePartsOf } from "../../model/definition.ts";
import { type IdentityParts, parseId } from "../../model/identity.ts";
import { jsonText, pick } from "../../model/json-value.ts";
import { excludedKeys, isCombined, managedKeys } from "../../model/managed-keys.ts";
import type { UnmanagedObject } from "./findings.ts";
import { whyDefaultCreated } from "../hooks/default-created.ts";
import { list, whyIncompleteWithin } from "./list.ts";
import { hasNone } from "../retired.ts";
import { ABSENT, UNLISTED, wordsOf } from "./survey.ts";

import { type Comparison, type ForeignObject, NO_PARTS, type RecordedObject } from "./comparison.ts";

/** All objects in the organizations that no resource of the stack manages; notes lists that can't be read. */
export async function findUnmanaged(comparison: Comparison): Promise<void> {
  const { objects, beside = [], foreign = [] } = comparison.asked;
  const managed = new Set([...objects, ...beside].flatMap((object) => keysOf(comparison, object)));
  const elsewhere = new Map(foreign.flatMap((object) => keysOf(comparison, object).map((key) => [key, object])));
  const gone = new Set(comparison.found.missing.map(({ id }) => id));
  const here = objects.filter((object) => comparison.whyElsewhere(object) === undefined && !gone.has(object.id));
  for (const object of here) for (const key of await leftBy(comparison, object)) managed.add(key);
  const looked = new Set<string>();
  for (const organization of comparison.organizationsOf(here)) {
    if (comparison.unreadableReasons.has(organization) || gone.has(organization)) continue;
    for (const definition of searchedResources(comparison)) {
      const scope = { [comparison.rootPart]: organization };
      for (const one of await scopesOf(comparison, definition, scope)) {
        looked.add(scopeKey(definition, one));
        await findUnmanagedIn(comparison, definition, one, { managed, elsewhere });
      }
      await noteHiddenObjects(comparison, definition, scope);
    }
  }
  await findUnmanagedBeside(comparison, here, { looked, managed, elsewhere });
}

/**
 * The resources whose objects are looked for. A resource that represents the objects of others isn't one: it would show
 * what a rule ignores under their names.
 */
function searchedResources(comparison: Comparison): AnyResource[] {
  const { definitions, ignored } = comparison.asked;
  return definitions.filter(
    (one) =>
      one.parent !== undefined &&
      isObject(one) &&
      !isCombined(one) &&
      !ignored.ignoresAll(one.name) &&
      one.collection !== undefined &&
      isOfStack(comparison, one),
  );
}

/** A list for each project is many requests: they are read for the kinds that the stack has, and for all that is strict. */
function isOfStack(comparison: Comparison, { name, collection }: AnyResource): boolean {
  const { objects, isStrict } = comparison.asked;
  return (
    collection?.scopesWithin === undefined || isStrict === true || objects.some(({ resource }) => resource === name)
  );
}

/** The lists of a resource within an organization; none if something else chooses them. */
async function scopesOf(
  comparison: Comparison,
  definition: AnyResource,
  organization: IdentityParts,
): Promise<readonly IdentityParts[]> {
  const { collection } = definition;
  const { session, call } = comparison.context(definition);
  if (collection?.scopesWithin === undefined) {
    return scopePartsOf(definition).join() === comparison.rootPart ? [organization] : [];
  }
  try {
    return await collection.scopesWithin(organization, session.contextOf(call));
  } catch (error) {
    comparison.noteUnread(definition, error);
    return [];
  }
}

/** The same if no ID of the stack names the organization: objects that share a list with an object of the stack. */
async function findUnmanagedBeside(
  comparison: Comparison,
  here: readonly RecordedObject[],
  { looked, ...keys }: Keys & { readonly looked: Set<string> },
): Promise<void> {
  const searched = searchedResources(comparison).filter(({ collection }) => collection?.scopesWithin !== undefined);
  for (const definition of searched) {
    const scopeParts = scopePartsOf(definition);
    for (const object of here) {
      const scope = pick(comparison.partsOf(object), scopeParts);
      const key = scopeKey(definition, scope);
      if (looked.has(key) || scopeParts.some((part) => scope[part] === undefined)) continue;
      if (scopePartsOf(comparison.definitionOf(object)).join() !== scopeParts.join()) continue;
      looked.add(key);
      await findUnmanagedIn(comparison, definition, scope, keys);
    }
  }
}

/** The objects that somebody manages, by their keys. */
interface Keys {
  /** Here. */
  readonly managed: Set<string>;
  readonly elsewhere: ReadonlyMap<string, ForeignObject>;
}

async function findUnmanagedIn(
  comparison: Comparison,
  definition: AnyResource,
  scope: IdentityParts,
  { managed, elsewhere }: Keys,
): Promise<void> {
  const { ignored } = comparison.asked;
  try {
    for (const { id, name, values } of await list(definition, scope, comparison.context(definition))) {
      const object: UnmanagedObject = { resource: definition.name, id, name };
      const keys = managedKeys(definition, id, values);
      const isManaged = keys.some((key) => managed.has(key));
      const other = keys.flatMap((key) => elsewhere.get(key) ?? [])[0];
      if (!isManaged && other !== undefined) comparison.found.elsewhere.push({ ...object, ...whoOf(other) });
      else if (!isManaged && !ignored.ignores(object)) await note(comparison, definition, object);
      for (const key of keys) managed.add(key);
    }
    const separate = listHookOf(definition, "separateLists");
    if (separate !== undefined) noteUnlisted(comparison, definition, separate.words, UNLISTED);
  } catch (error) {
    // Objects that the service doesn't have can't be unmanaged.
    if (!hasNone(definition, error)) comparison.noteUnread(definition, error);
    else noteUnlisted(comparison, definition, wordsOf(definition), ABSENT);
  }
}

const whoOf = ({ by, address, file }: ForeignObject): Pick<ForeignObject, "by" | "address" | "file"> => ({
  by,
  address,
  ...(file === undefined ? {} : { file }),
});

/** Once, however many lists there would be. */
function noteUnlisted(comparison: Comparison, { name: resource }: AnyResource, what: string, reason: string): void {
  if (comparison.found.unlisted.some((one) => one.what === what)) return;
  comparison.found.unlisted.push({ resource, what, reason });
}

/** Unmanaged objects might be hidden from the key. */
async function noteHiddenObjects(
  comparison: Comparison,
  definition: AnyResource,
  organization: IdentityParts,
): Promise<void> {
  try {
    const reason = await whyIncompleteWithin(definition, organization, comparison.context(definition));
    if (reason !== undefined) noteUnlisted(comparison, definition, wordsOf(definition), reason);
  } catch (error) {
    if (!hasNone(definition, error)) comparison.noteUnread(definition, error);
  }
}

/** Notes an object that no code declares: as one that needn't be declared, or as unmanaged. */
async function note(comparison: Comparison, definition: AnyResource, object: UnmanagedObject): Promise<void> {
  const { objects, isStrict } = comparison.asked;
  const organization = parseId(definition.identity.parts, object.id)[comparison.rootPart];
  const isDeclared = objects.some(({ resource, id }) => resource === comparison.root.name && id === organization);
  const reason =
    isStrict === true
      ? undefined
      : await whyDefaultCreated(definition, object.id, isDeclared, comparison.context(definition));
  if (reason === undefined) comparison.found.unmanaged.push(object);
  else comparison.found.implied.push({ ...object, reason });
}

/** The keys that an object of the stack manages; none for an invalid ID, which the read of the object reports. */
function keysOf(comparison: Comparison, object: RecordedObject): string[] {
  if (comparison.partsOf(object) === NO_PARTS) return [];
  return managedKeys(comparison.definitionOf(object), object.id, object.inputs);
}

/** The keys that an object leaves to other systems. If they are unknown, the reason is noted and nothing is omitted. */
async function leftBy(comparison: Comparison, object: RecordedObject): Promise<string[]> {
  if (comparison.partsOf(object) === NO_PARTS || comparison.unreadableReasons.has(comparison.organizationOf(object)))
    return [];
  const definition = comparison.definitionOf(object);
  const { session, call } = comparison.context(definition);
  try {
    return await excludedKeys(definition, object.id, object.inputs, session.serviceContext(call));
  } catch (error) {
    comparison.noteUnread(definition, error);
    return [];
  }
}

function scopeKey({ name }: AnyResource, scope: IdentityParts): string {
  return `${name} ${jsonText(scope)}`;
}
