import { isApiError, isTransportError } from "../../client/errors.ts";
import { type AnyResource, scopePartsOf } from "../../model/definition.ts";
import { isOrgformProblem, OrgformProblem } from "../../model/diagnostics.ts";
import { pathText } from "../../model/field-path.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldName, message, type Text, typeName } from "../../model/messages.ts";
import { namesIn, type Reference, referencesOf } from "../../model/references.ts";
import { containsUnknown } from "../../model/unknown.ts";
import { observe } from "../observe.ts";
import { firstLineOf } from "../operation-error.ts";
import { identityOfRow } from "../location.ts";
import { listKey, SECOND_LOOK_MS, type Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";
import { withResolved } from "../hooks/resolved-outputs.ts";

/** The object that is about to be created or changed, and its location. */
export interface Referring {
  readonly definition: AnyResource;
  readonly verb: "create" | "update";
  readonly title: Text;
  readonly at: IdentityParts;
  readonly inputs: Values;
  /** The inputs that are new; all of them when absent. */
  readonly changed?: ReadonlySet<string>;
}

/** An id in a declaration, and the scope of the object that it names. */
interface Named {
  readonly reference: Reference;
  readonly text: string;
  readonly scope: IdentityParts;
}

/**
 * Refuses in a preview references to objects that don't exist, by the shared lists: each is read at most once.
 *
 * Nothing is checked while a value is unknown. A list that can't be read isn't used for checks either, because the
 * apply needs none of them. An object that a list lacks is requested separately before it counts as missing.
 *
 * @throws missing_object
 */
export async function refuseUnknownReferences(referring: Referring, context: Context): Promise<void> {
  const { definition, inputs, changed } = referring;
  if (containsUnknown(inputs)) return;
  for (const reference of referencesOf(definition)) {
    const { input, of, by } = reference;
    if (changed?.has(input) === false) continue;
    const names = namesIn(inputs[input], by).filter(({ text }) => !context.session.lists.hasListIn(by, text));
    const scope = names.length === 0 ? undefined : await scopeOf(of, referring, context);
    const rows = scope === undefined ? undefined : await rowsOf(of, scope, context);
    if (scope === undefined || rows === undefined) continue;
    for (const { text, path } of names) {
      const named = { reference, text, scope };
      if (rows.some((wire) => isNamed(named, wire)) || !(await isMissing(named, context))) continue;
      throw missing(referring, named, pathText([input, ...path]));
    }
  }
}

/** The parts that choose the list of the referenced object; undefined while one is unknown. */
async function scopeOf(
  of: AnyResource,
  { definition, at, inputs }: Referring,
  context: Context,
): Promise<IdentityParts | undefined> {
  const parts = scopePartsOf(of);
  const partsIn = (values: Values): [string, unknown][] => parts.map((part) => [part, values[part]]);
  const isKnown = (one: [string, unknown]): one is [string, string] => typeof one[1] === "string";
  if (of.collection === undefined) return undefined;
  const declared = partsIn(inputs);
  const known: [string, unknown][] = declared.every(isKnown)
    ? declared
    : partsIn(await withResolved(definition, at, context));
  return known.every(isKnown) ? Object.fromEntries(known) : undefined;
}

/** The rows of a list; undefined if it can't be read, which is reported once and not tried again. */
async function rowsOf(
  of: AnyResource,
  scope: IdentityParts,
  { session, report, call }: Context,
): Promise<readonly Wire[] | undefined> {
  const key = listKey(of, scope);
  if (session.unreadLists.has(key)) return undefined;
  try {
    return await session.lists.list(of, scope, call);
  } catch (error) {
    if (!isOfService(error) || call.signal?.aborted === true) throw error;
    session.unreadLists.add(key);
    if (session.isFirst(`unread ${of.collection?.name ?? of.name}`)) {
      report.warn(
        message`References to ${typeName(of.name)} objects weren't checked\nOrgform couldn't list ${of.collection?.words ?? of.name}: ${firstLineOf(error)} A wrong ID shows only when the program is applied.`,
      );
    }
    return undefined;
  }
}

function isNamed({ reference: { of, by }, text, scope }: Named, wire: Wire): boolean {
  const at = identityOfRow(of, wire, scope);
  const shown = (): Values => of.fromWire(wire, at);
  const own = at[by] ?? shown()[by];
  return String(own).toLowerCase() === text.toLowerCase();
}

/**
 * Whether an object that its list lacks is confirmed to be missing: by a separate read, or else by a second list. An
 * object that this run created can be missing in a list that was read since.
 */
async function isMissing(named: Named, context: Context): Promise<boolean> {
  const { session, call } = context;
  const { reference, text, scope } = named;
  const { of, by } = reference;
  if (session.ownership.hasMade(of)) return false;
  const at = { ...scope, [by]: text };
  try {
    if (of.identity.parts.every((part) => part in at)) {
      return (await observe(of, at, context, { fresh: true })) === undefined;
    }
    await session.clock.sleep(SECOND_LOOK_MS, call.signal);
    const rows = await session.lists.listFresh(of, scope, call);
    return !rows.some((wire) => isNamed(named, wire));
  } catch (error) {
    if (!isOfService(error) || call.signal?.aborted === true) throw error;
    return false;
  }
}

function isOfService(error: unknown): boolean {
  return isApiError(error) || isTransportError(error) || isOrgformProblem(error);
}

function missing(
  { verb, title }: Referring,
  { reference: { of, by }, text, scope }: Named,
  path: string,
): OrgformProblem {
  const [parentId] = Object.values(scope);
  const where = parentId === undefined ? "" : ` in ${of.parent?.name ?? "the organization"} ${parentId}`;
  return new OrgformProblem(
    "missing_object",
    message`Could not ${verb} ${title}`,
    message`${fieldName(path)} is ${text}. There's no ${typeName(of.name)} with that ID${where}, or this API key can't see it. Nothing was written.\nCorrect the ID. If the program declares the ${typeName(of.name)}, refer to its ${fieldName(by)} so it's created first.`,
  );
}
