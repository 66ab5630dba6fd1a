import { message } from "../model/messages.ts";
import { type AnyResource, lastPartOf } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { formatId, type IdentityParts, type NamedIdentity, namesIn, readNamedId } from "../model/identity.ts";
import { titleOf } from "../model/title.ts";
import { allOf, type Found, readWhole } from "./adoption/candidates.ts";
import { isNotFound } from "../client/errors.ts";
import { isShownWhole, observe } from "./observe.ts";
import { identityOfRow } from "./location.ts";
import type { Context } from "./session/session.ts";
import { refusePartial } from "./lists/hidden-rows.ts";
import { isBeingDeleted } from "./hooks/async-deletion.ts";

/**
 * The objects that a string names: by ID string, by the last part of its ID, or by the definition's own rule.
 *
 * @param scope - where the object is searched for if the string doesn't name it
 */
export async function findNamed(
  definition: AnyResource,
  text: string,
  scope: IdentityParts,
  context: Context,
): Promise<Found[]> {
  const { parts } = definition.identity;
  if (parts.length === 1) return findByIdOrName(definition, text, context);
  const here = await namedWithin(definition, { scope, names: namesIn(text) }, context);
  if (here.length > 0 || text.split("/").length !== parts.length) return here;
  return findByIdOrName(definition, text, context);
}

/**
 * The objects that a string in the form of an ID names; a name can replace its last part. An ID takes precedence over
 * names: nobody can take an object's place in a program by naming another one after its ID.
 */
export async function findByIdOrName(definition: AnyResource, text: string, context: Context): Promise<Found[]> {
  const named = readNamedId(definition.identity.parts, text);
  const found = await presentWithin(definition, named, context);
  if (found.length > 0) return found;
  const scopes = await scopesNamed(definition, named.scope, context);
  const elsewhere = scopes.map((scope) => presentWithin(definition, { ...named, scope }, context));
  return (await Promise.all(elsewhere)).flat();
}

/** Empty if the service has no such parent. */
async function presentWithin(definition: AnyResource, named: NamedIdentity, context: Context): Promise<Found[]> {
  return namedWithin(definition, named, context).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
}

/** The scopes that a scope can mean if the part for the parent is a name instead of an ID. */
async function scopesNamed(
  { parent, identity }: AnyResource,
  scope: IdentityParts,
  context: Context,
): Promise<IdentityParts[]> {
  const above = parent?.identity.parts ?? [];
  const isWithin = above.length > 0 && above.every((part, index) => part === identity.parts[index] && part in scope);
  if (parent === undefined || !isWithin) return [];
  const last = lastPartOf(parent);
  // A name that the key can't list is a name that it can't know.
  const parents = await presentWithin(parent, { scope, names: [scope[last] ?? ""] }, context).catch(() => []);
  return parents.filter(({ at }) => at[last] !== scope[last]).map(({ at }) => ({ ...scope, [last]: at[last] ?? "" }));
}

async function namedWithin(
  definition: AnyResource,
  { scope, names }: NamedIdentity,
  context: Context,
): Promise<Found[]> {
  const { collection, parent } = definition;
  if (collection === undefined) return readNamed(definition, scope, names[0], context);
  const last = lastPartOf(definition);
  if (parent !== undefined && collection.scope.includes(last)) {
    // The parent has one object of the kind, so the parent's name also names that object.
    const named = await namedWithin(parent, { scope, names }, context);
    return readWhole(definition, named, context);
  }
  // In an ID with several parts, a name distinguishes only objects of the same parent.
  const isWithin = (at: IdentityParts): boolean =>
    definition.identity.parts.every((part) => part === last || (scope[part] ?? at[part]) === at[part]);
  const isMeant = ({ wire, at }: Found): boolean =>
    isWithin(at) && names.some((name) => at[last] === name || definition.naturalKey?.isNamed(wire, name) === true);
  const identified = await withId(definition, { scope, names }, context);
  const rows = identified.length > 0 ? identified : (await allOf(definition, scope, context)).filter(isMeant);
  const { session, call } = context;
  if (rows.length === 0) await refusePartial(definition, scope, session.serviceContext(call));
  const found = await readWhole(definition, rows, context, (row) => isShownWhole(definition, row, context));
  const going = found.find(({ wire }) => isBeingDeleted(definition, wire));
  if (going !== undefined) {
    throw new OrgformProblem(
      "no_such_id",
      message`${titleOf(definition, going.id)} is being removed`,
      "The service is still deleting it. Create the new one after that.",
    );
  }
  return found;
}

/** The listed objects whose ID ends in one of these strings; an ID takes precedence over names, which anybody can set. */
async function withId(
  definition: AnyResource,
  { scope, names }: NamedIdentity,
  { session, call }: Context,
): Promise<Found[]> {
  const { parts } = definition.identity;
  const last = lastPartOf(definition);
  if (parts.some((part) => part !== last && scope[part] === undefined)) return [];
  const found: Found[] = [];
  for (const name of names) {
    const at = { ...scope, [last]: name };
    const wire = await session.lists.find(definition, at, call);
    if (wire !== undefined) found.push({ wire, at: identityOfRow(definition, wire, at), id: formatId(parts, at) });
  }
  return found;
}

/** Without a list an object can only be named by its id. */
async function readNamed(
  definition: AnyResource,
  scope: IdentityParts,
  last: string,
  context: Context,
): Promise<Found[]> {
  const { parts } = definition.identity;
  const at = { ...scope, [lastPartOf(definition)]: last };
  if (parts.some((part) => at[part] === undefined)) return [];
  const wire = await observe(definition, at, context);
  return wire === undefined ? [] : [{ wire, at, id: formatId(parts, at) }];
}
