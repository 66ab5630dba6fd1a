import { type AnyResource, fieldsLookedUp, fieldsOf, isLookedUp } from "../../model/definition.ts";
import { listHookOf } from "../../model/hook-of.ts";
import { withoutSecretsInside } from "../../model/secret-texts.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { sameStored } from "../../model/diff.ts";
import { formatId, type IdentityParts, parseId } from "../../model/identity.ts";
import { withSeparateSecrets } from "../../model/parts.ts";
import type { Values } from "../../model/json-value.ts";
import { explaining, named } from "../operation-error.ts";
import { refusePartialListing, whyListedInPart } from "../lists/hidden-rows.ts";
import { presentRows } from "../lists/present-rows.ts";
import type { Context } from "../session/session.ts";
import { fieldName, joined, message, typeName } from "../../model/messages.ts";

/** An object that exists at the service, in the form of a lookup. */
export interface Listed {
  readonly id: string;
  /** The name by which people know the object, or its id. */
  readonly name: string;
  /** The service's values; secret values and values that only the provider uses are omitted. */
  readonly values: Record<string, unknown>;
}

/**
 * All objects of a resource within a scope, from the shared list. Empty for a resource without a list.
 *
 * @throws unconfirmed_absence if the key sees only a part of them.
 */
export async function list(definition: AnyResource, scope: IdentityParts, context: Context): Promise<Listed[]> {
  const listed = await listShown(definition, scope, context);
  await refuseHidden(definition, scope, context);
  return listed;
}

/** The same within something larger: if something below chooses the lists of a resource, all of these lists. */
export async function listWithin(definition: AnyResource, larger: IdentityParts, context: Context): Promise<Listed[]> {
  const { scopesWithin } = definition.collection ?? {};
  if (scopesWithin === undefined) return list(definition, larger, context);
  const { session, call } = context;
  const scopes = await explaining({ verb: "list", resource: definition.name }, () =>
    scopesWithin(larger, session.contextOf(call)),
  );
  return (await Promise.all(scopes.map((scope) => list(definition, scope, context)))).flat();
}

/**
 * What the lists of a resource within something larger might lack, as whole sentences. Lists that are chosen by an
 * object below are only as complete as the list of those objects.
 */
export async function whyIncompleteWithin(
  definition: AnyResource,
  larger: IdentityParts,
  { session, call }: Context,
): Promise<string | undefined> {
  const { collection, parent } = definition;
  const chosenBy = collection?.scopesWithin === undefined ? definition : parent;
  return chosenBy === undefined ? undefined : whyListedInPart(chosenBy, larger, session.serviceContext(call));
}

function refuseHidden(definition: AnyResource, scope: IdentityParts, { session, call }: Context): Promise<void> {
  const ask = session.serviceContext(call);
  return explaining({ verb: "list", resource: definition.name }, () => refusePartialListing(definition, scope, ask));
}

/** Those of the objects that the key is shown. */
function listShown(definition: AnyResource, scope: IdentityParts, context: Context): Promise<Listed[]> {
  return explaining({ verb: "list", resource: definition.name }, async () => {
    const wires = await context.session.lists.list(definition, scope, context.call);
    return presentRows(definition, wires).map((wire) => {
      const at = definition.identity.of(wire, scope);
      const id = formatId(definition.identity.parts, at);
      const unshown = new Set(context.session.rows.unshown(definition, { wire, at }));
      const observed = Object.entries({ ...withSeparateSecrets(definition).fromWire(wire, at), ...at });
      const values = shownOf(definition, Object.fromEntries(observed.filter(([field]) => !unshown.has(field))));
      const name = values[definition.naturalKey?.fields.at(-1) ?? ""];
      return { id, name: typeof name === "string" ? name : id, values };
    });
  });
}

/**
 * The only object within a scope with the given values.
 *
 * @throws no_such_id if none or more than one has them; unconfirmed_absence if it might be hidden.
 */
export async function lookUp(
  definition: AnyResource,
  scope: IdentityParts,
  wanted: Values,
  context: Context,
): Promise<Listed> {
  const rules = new Map([...fieldsOf(definition, "outputs"), ...fieldsOf(definition, "inputs")]);
  const found = (await listShown(definition, scope, context)).filter(({ values }) =>
    Object.entries(wanted).every(([name, value]) => {
      const declared = rules.get(name);
      return declared === undefined ? values[name] === value : sameStored(declared, values[name], value);
    }),
  );
  const [first] = found;
  if (first !== undefined && found.length === 1) return whole(definition, first, scope, context);
  if (found.length === 0) await refuseHidden(definition, scope, context);
  const asked = joined(
    Object.entries(wanted).map(([name, value]) => message`${fieldName(name)} ${JSON.stringify(value)}`),
    " and ",
  );
  throw new OrgformProblem(
    "no_such_id",
    found.length === 0
      ? message`There is no such ${typeName(definition.name)}`
      : message`More than one ${typeName(definition.name)} matches`,
    found.length === 0
      ? message`No object with ${asked} is among ${definition.collection?.words ?? "what the service lists"}.`
      : message`${asked} matches ${found.map(({ id }) => id).join(", ")}. Use its ID.`,
  );
}

/** A separate read of an object, if the list omits fields that people ask for. */
async function whole(
  definition: AnyResource,
  listed: Listed,
  scope: IdentityParts,
  { session, call }: Context,
): Promise<Listed> {
  const { ops, identity } = definition;
  const { read } = ops;
  if (listHookOf(definition, "partialRows")?.isLookedUpWhole !== true || read === undefined) return listed;
  const at = { ...scope, ...parseId(identity.parts, listed.id) };
  return explaining({ verb: "read", ...named(definition, listed.id) }, async () => {
    const wire: unknown = await read(session.api, at, session.contextOf(call));
    const shown = new Set(fieldsLookedUp(definition).map(([name]) => name));
    return {
      ...listed,
      values: shownOf(definition, { ...withSeparateSecrets(definition).fromWire(wire, at), ...at }, shown),
    };
  });
}

/** @param besides - names of fields that are shown although a list doesn't show them */
function shownOf(definition: AnyResource, observed: Values, besides?: ReadonlySet<string>): Record<string, unknown> {
  const fields = new Map([...fieldsOf(definition, "inputs"), ...fieldsOf(definition, "outputs")]);
  return Object.fromEntries(
    Object.entries(observed).flatMap(([name, value]) => {
      const rules = fields.get(name);
      const isHidden = rules !== undefined && !isLookedUp(name, rules) && besides?.has(name) !== true;
      if (isHidden || value === undefined || value === null) return [];
      return [[name, rules === undefined ? value : withoutSecretsInside(rules, value)]];
    }),
  );
}
