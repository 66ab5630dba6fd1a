import { servedNamed } from "../../app/served.ts";
import { clientErrorIn, type Context, drift, lastChange, list, read, type Session } from "../../driver/driver.ts";
import { type AnyResource, isObject } from "../../model/definition.ts";
import { isOrgformProblem } from "../../model/diagnostics.ts";
import { parseId } from "../../model/identity.ts";
import { resources } from "../../catalog/resources/index.ts";
import type { RecordedStack, StateObject } from "../../state-readers/recorded-stack.ts";
import type { IgnoreRules } from "./ignore.ts";
import type { ChangedObject, DeclaredObject, Findings, NotCompared, Unchecked, UnmanagedObject } from "./report.ts";
import { printed, type Text } from "../../model/messages.ts";

/** The part of an id that every resource begins with. */
const ROOT = "organizationId";

/** Changed objects, and missing ones, of which the activity log is asked. */
const MOST_LOGS = 10;

/** What a comparison is made of. */
export interface Comparison {
  readonly stack: RecordedStack;
  readonly session: Session;
  /** Address of the service that the session speaks to. */
  readonly host: string;
  readonly rules: IgnoreRules;
}

type Group = { -readonly [K in keyof Findings]: Findings[K][number][] };

/** Compares a state with the service: every list is read once, nothing is written. */
export async function compare({ stack, session, host, rules }: Comparison): Promise<Findings> {
  const found: Group = { changed: [], missing: [], unmanaged: [], unchecked: [], notCompared: [] };
  for (const address of stack.unknown) {
    const reason = "This version of Orgform does not know the resource. Install the one that wrote the state.";
    found.unchecked.push({ resource: "unknown", address, reason });
  }
  const strange = await strangeOrganizations(stack, session, host);
  const checked = await Promise.all(
    stack.objects.map(async (object) => {
      const reason = whyElsewhere(object, host) ?? strange.get(organizationOf(object));
      if (reason !== undefined) return { unchecked: { ...placeOf(object), reason } };
      return checkedObject(object, session);
    }),
  );
  for (const one of checked) {
    if (one.changed !== undefined) found.changed.push(one.changed);
    if (one.missing !== undefined) found.missing.push(one.missing);
    if (one.unchecked !== undefined) found.unchecked.push(one.unchecked);
    if (one.notCompared !== undefined) found.notCompared.push(one.notCompared);
  }
  await addLastChanges(found, session);
  const gone = new Set(found.missing.map(({ id }) => id));
  const here = { objects: stack.objects.filter((object) => whyElsewhere(object, host) === undefined) };
  for (const organization of organizationsIn(here)) {
    if (strange.has(organization) || gone.has(organization)) continue;
    await lookForUnmanaged(organization, { stack, session, host, rules }, found);
  }
  return found;
}

/** Who and when; for the first objects that differ, since every project has a log of its own. */
async function addLastChanges(found: Group, session: Session): Promise<void> {
  const withLast = async <T extends DeclaredObject>(object: T, index: number): Promise<T> => {
    if (index >= MOST_LOGS) return object;
    const last = await lastChange(definitionOf(object), object.id, contextOf(session, []));
    return last === undefined ? object : { ...object, lastChange: { by: last.by, at: last.at } };
  };
  found.changed = await Promise.all(found.changed.map(withLast));
  found.missing = await Promise.all(found.missing.map(withLast));
}

/** The organizations that objects of a state belong to. */
export function organizationsIn({ objects }: Pick<RecordedStack, "objects">): string[] {
  return [...new Set(objects.map(organizationOf))].filter((id) => id !== "");
}

interface Checked {
  readonly changed?: ChangedObject;
  readonly missing?: DeclaredObject;
  readonly unchecked?: Unchecked;
  readonly notCompared?: NotCompared;
}

async function checkedObject(object: StateObject, session: Session): Promise<Checked> {
  const place = placeOf(object);
  const notes: string[] = [];
  try {
    const definition = definitionOf(object);
    const context = contextOf(session, notes);
    const { kind, properties, notCompared } = await drift(definition, object, context);
    if (kind === "missing") return { missing: place };
    return {
      ...(kind === "changed" ? { changed: { ...place, properties, notes } } : {}),
      ...(notCompared.length > 0 ? { notCompared: { ...place, properties: notCompared } } : {}),
    };
  } catch (error) {
    return { unchecked: { ...place, reason: reasonOf(error) } };
  }
}

/**
 * Organizations that the state builds on without declaring them, and that do not exist or cannot be seen: then the key
 * or the host is another one, and that everything in them looks deleted says nothing.
 */
async function strangeOrganizations(
  stack: RecordedStack,
  session: Session,
  host: string,
): Promise<ReadonlyMap<string, string>> {
  const root = resources.find(({ parent, identity }) => parent === undefined && identity.parts[0] === ROOT);
  if (root === undefined) return new Map();
  const declared = new Set(stack.objects.filter(({ resource }) => resource === root.name).map(({ id }) => id));
  const strange = await Promise.all(
    organizationsIn(stack).map(async (id): Promise<[string, string][]> => {
      if (declared.has(id)) return [];
      try {
        if ((await read(root, id, {}, contextOf(session, []))) !== undefined) return [];
        return [[id, `There is no organization ${id} at ${host}. Is this the host that the program uses?`]];
      } catch (error) {
        return [[id, reasonOf(error)]];
      }
    }),
  );
  return new Map(strange.flat());
}

/** Everything of an organization that no entry stands for; a list that cannot be read is noted. */
async function lookForUnmanaged(organization: string, { stack, session, rules }: Comparison, found: Group) {
  const seen = new Set(
    stack.objects
      .filter((object) => isObject(definitionOf(object)))
      .map((object) => keyOf(definitionOf(object), object.id)),
  );
  for (const definition of resources) {
    if (definition.parent === undefined || !isObject(definition) || rules.ignoresAll(definition.name)) continue;
    if (definition.collection?.scope.join() !== ROOT) continue;
    try {
      for (const { id, name } of await list(definition, { [ROOT]: organization }, contextOf(session, []))) {
        const object: UnmanagedObject = { resource: definition.name, id, name };
        const key = keyOf(definition, id);
        if (!seen.has(key) && !rules.ignores(object)) found.unmanaged.push(object);
        seen.add(key);
      }
    } catch (error) {
      found.unchecked.push({ resource: definition.name, reason: reasonOf(error) });
    }
  }
}

/** What tells one object from all others; resources of several kinds may stand for the same one by the same parts. */
function keyOf({ identity }: AnyResource, id: string): string {
  return `${identity.parts.join("/")} ${id}`;
}

function whyElsewhere(object: StateObject, host: string): string | undefined {
  if (object.host === undefined || sameAddress(object.host, host)) return undefined;
  return `It belongs to ${object.host}, and this run looks at ${host}. Set ORGFORM_HOST to the program's host.`;
}

function sameAddress(left: string, right: string): boolean {
  return left.replace(/\/+$/u, "").toLowerCase() === right.replace(/\/+$/u, "").toLowerCase();
}

function placeOf({ resource, address, id }: StateObject): DeclaredObject {
  return { resource, address, id };
}

/** The organization of an object; empty for an id that is none: reading it says so. */
function organizationOf(object: StateObject): string {
  try {
    return parseId(definitionOf(object).identity.parts, object.id)[ROOT] ?? "";
  } catch {
    return "";
  }
}

function definitionOf({ resource }: Pick<StateObject, "resource">): AnyResource {
  const definition = servedNamed(resource);
  if (definition === undefined) throw new Error(`There is no resource ${resource}`);
  return definition;
}

/** A context that keeps what the driver warns of: why something drifted. */
function contextOf(session: Session, notes: string[]): Context {
  const report = {
    warn: (text: Text) => void notes.push(printed(text)),
    info: () => undefined,
    status: () => undefined,
  };
  return { session, report, call: {} };
}

/** What went wrong, for people; an unhandled error of our own is none of it. */
function reasonOf(error: unknown): string {
  if (!isOrgformProblem(error) && clientErrorIn(error) === undefined) throw error;
  return error instanceof Error ? error.message : String(error);
}
