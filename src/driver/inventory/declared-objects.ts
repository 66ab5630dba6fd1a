import { printed } from "../../model/messages.ts";
import { read } from "../verbs.ts";
import type { ChangedObject, DeclaredObject, NotCompared, RetiredObject, Unchecked } from "./findings.ts";
import { lastChange } from "../hooks.ts";
import { drift } from "./object-drift.ts";

import { type Comparison, type RecordedObject } from "./comparison.ts";

/** Maximum number of changed and missing objects to look up in the activity log. */
const MOST_LOGS = 10;

export async function compareObjects(comparison: Comparison): Promise<void> {
  const { objects, unknown } = comparison.asked;
  const reason = "This version of Orgform doesn't know the resource. Install the version that wrote the state.";
  comparison.found.unchecked.push(...unknown.map((address) => ({ resource: "unknown", address, reason })));
  comparison.unreadableReasons = await unreadableOrganizations(comparison);
  const checked = await Promise.all(objects.map((object) => compared(comparison, object)));
  for (const one of checked) {
    if (one.changed !== undefined) comparison.found.changed.push(one.changed);
    if (one.missing !== undefined) comparison.found.missing.push(one.missing);
    if (one.unchecked !== undefined) comparison.found.unchecked.push(one.unchecked);
    if (one.notCompared !== undefined) comparison.found.notCompared.push(one.notCompared);
    if (one.retired !== undefined) comparison.found.retired.push(one.retired);
  }
  doubtMissing(comparison);
}

/**
 * Reports everything missing as not checked if the service might be another one: the state doesn't name it, and it has
 * none of the organizations.
 */
function doubtMissing(comparison: Comparison): void {
  const { asked, found, root, unreadableReasons } = comparison;
  const gone = found.missing.filter(({ resource }) => resource === root.name).map(({ id }) => id);
  const isHere = (id: string): boolean => !gone.includes(id) && !unreadableReasons.has(id);
  const isHostKnown = asked.objects.some(({ host }) => host !== undefined);
  const [first] = gone;
  if (first === undefined || isHostKnown || comparison.organizationsOf(asked.objects).some(isHere)) return;
  const reason = `${noOrganization(first, asked.host)} If it is, the organization was deleted.`;
  found.unchecked.push(...found.missing.map((one) => ({ ...one, reason })));
  found.missing = [];
  comparison.unreadableReasons = new Map([...unreadableReasons, ...gone.map((id) => [id, reason] as const)]);
}

const noOrganization = (id: string, host: string): string =>
  `There is no organization ${id} at ${host}. Is this the host that the program uses?`;

/** Adds author and time of the last change; only for the first objects that differ, because every project has its own log. */
export async function addLastChanges(comparison: Comparison): Promise<void> {
  const withLast = async <T extends DeclaredObject & Partial<ChangedObject>>(object: T, index: number): Promise<T> => {
    if (index >= MOST_LOGS) return object;
    const definition = comparison.definitionOf(object);
    const inputs = (object.properties ?? []).map(({ path }) => inputOf(path));
    const asked = lastChange(definition, object.id, comparison.context(definition), inputs);
    const last = await asked.catch((error: unknown) => {
      if (comparison.asked.signal?.aborted !== true) throw error;
    });
    if (last === undefined) return object;
    if (last === null) return { ...object, lastChange: null };
    const { by, at, client } = last;
    return { ...object, lastChange: { by, at, ...(client === undefined ? {} : { client }) } };
  };
  comparison.found.changed = await Promise.all(comparison.found.changed.map(withLast));
  comparison.found.missing = await Promise.all(comparison.found.missing.map(withLast));
}

/** The input that a path of a property begins with. */
const inputOf = (path: string): string => /^[^.[]+/u.exec(path)?.[0] ?? path;

async function compared(comparison: Comparison, object: RecordedObject): Promise<Compared> {
  const declared: DeclaredObject = { resource: object.resource, address: object.address, id: object.id };
  const reason = comparison.whyElsewhere(object) ?? comparison.unreadableReasons.get(comparison.organizationOf(object));
  if (reason !== undefined) return { unchecked: { ...declared, reason } };
  const notes: string[] = [];
  const definition = comparison.definitionOf(object);
  try {
    const compared = await drift(definition, object, comparison.context(definition, notes));
    const { kind, properties, notCompared, retired } = compared;
    if (retired !== undefined)
      return { retired: { ...declared, reason: printed(retired, comparison.asked.spelling?.(definition)) } };
    if (kind === "missing") return { missing: declared };
    return {
      ...(kind === "changed" ? { changed: { ...declared, properties, notes } } : {}),
      ...(notCompared.length > 0 ? { notCompared: { ...declared, properties: notCompared } } : {}),
    };
  } catch (error) {
    return { unchecked: { ...declared, reason: comparison.reasonOf(error, definition) } };
  }
}

/**
 * Organizations that the state uses without declaring them, and that don't exist or can't be seen. Then the key or the
 * host is wrong, and it means nothing that everything in them looks deleted.
 */
async function unreadableOrganizations(comparison: Comparison): Promise<ReadonlyMap<string, string>> {
  const { objects, host } = comparison.asked;
  const root = comparison.root;
  const declared = new Set(objects.filter(({ resource }) => resource === root.name).map(({ id }) => id));
  const strange = await Promise.all(
    comparison.organizationsOf(objects).map(async (id): Promise<[string, string][]> => {
      if (declared.has(id)) return [];
      try {
        if ((await read(root, id, {}, comparison.context(root))) !== undefined) return [];
        return [[id, noOrganization(id, host)]];
      } catch (error) {
        return [[id, comparison.reasonOf(error, root)]];
      }
    }),
  );
  return new Map(strange.flat());
}

/** The result for one object. */
interface Compared {
  readonly changed?: ChangedObject;
  readonly missing?: DeclaredObject;
  readonly unchecked?: Unchecked;
  readonly notCompared?: NotCompared;
  readonly retired?: RetiredObject;
}
