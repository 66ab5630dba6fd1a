import { type AnyResource, fieldsOf, isLookedUp } from "../../model/definition.ts";
import type { Field } from "../../model/field.ts";
import { listHookOf } from "../../model/hook-of.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import { withSeparateSecrets } from "../../model/parts.ts";
import { serviceDefaultOf } from "../../model/service-default.ts";
import { withoutSecretsInside } from "../../model/secret-texts.ts";
import { explaining, named } from "../operation-error.ts";
import { presentRows } from "../lists/present-rows.ts";
import type { Context } from "../session/session.ts";

/** An object as the service shows it, with the fields that stay unknown. */
export interface ShownRow {
  /** As an import takes it. */
  readonly id: string;
  readonly at: IdentityParts;
  /** The row itself, for values without a field. */
  readonly wire: unknown;
  /**
   * By the names of fields: the service's value, or its default; null if nothing is set and there is no default. No
   * secrets, and no fields that only the provider uses.
   */
  readonly values: Readonly<Record<string, unknown>>;
  /** Fields that the row, or the service, doesn't show: they might have a value. */
  readonly unshown: readonly string[];
}

/** The objects of a resource within a scope, as far as the key sees them, and why they might be incomplete. */
export interface ShownRows {
  readonly rows: readonly ShownRow[];
  readonly lacking: string | undefined;
}

/** The rows of the list, or of all lists that something below the scope chooses. */
export async function shownRows(definition: AnyResource, within: IdentityParts, context: Context): Promise<ShownRows> {
  const { session, call } = context;
  const { scopesWithin } = definition.collection ?? {};
  return explaining({ verb: "list", resource: definition.name }, async () => {
    const scopes = scopesWithin === undefined ? [within] : await scopesWithin(within, session.contextOf(call));
    const rows = await Promise.all(
      scopes.map(async (scope) => {
        const wires = await session.lists.list(definition, scope, call);
        return presentRows(definition, wires).map((wire) => rowOf(definition, wire, scope, context));
      }),
    );
    const chosenBy = scopesWithin === undefined ? definition : (definition.parent ?? definition);
    const lacking = await listHookOf(chosenBy, "hiddenRows")?.why(within, session.serviceContext(call));
    return { rows: rows.flat(), lacking };
  });
}

/** One object, read separately; undefined if only the list shows it. */
export async function shownObject(
  definition: AnyResource,
  at: IdentityParts,
  context: Context,
): Promise<ShownRow | undefined> {
  const { session, call } = context;
  const id = formatId(definition.identity.parts, at);
  return explaining({ verb: "read", ...named(definition, id) }, async () => {
    const wire: unknown = await definition.ops.read?.(session.api, at, session.contextOf(call));
    if (wire === undefined) return undefined;
    session.rows.learn(definition, wire);
    return rowOf(definition, wire, at, context);
  });
}

/** The fields that show the service's values of an object. */
export function fieldsShown(definition: AnyResource): [string, Field][] {
  const apart = withSeparateSecrets(definition);
  const all = [...fieldsOf(apart, "inputs"), ...fieldsOf(apart, "outputs")];
  return all.filter(([name, rules]) => isLookedUp(name, rules));
}

function rowOf(definition: AnyResource, wire: unknown, scope: IdentityParts, { session }: Context): ShownRow {
  const at = { ...scope, ...definition.identity.of(wire, scope) };
  const observed: Readonly<Record<string, unknown>> = { ...withSeparateSecrets(definition).fromWire(wire, at), ...at };
  const lacking = new Set(listHookOf(definition, "partialRows")?.omits);
  const isRow = definition.ops.read !== undefined;
  const unshown = new Set(isRow ? session.rows.unshown(definition, { wire, at }) : []);
  const fields = fieldsShown(definition);
  const isUnshown = ([name, rules]: [string, Field]): boolean =>
    unshown.has(name) ||
    (observed[name] === undefined &&
      (lacking.has(name) || (rules.returned !== undefined && rules.returned !== "never")));
  const values = fields
    .filter((one) => !isUnshown(one))
    .map(
      ([name, rules]) =>
        [name, withoutSecretsInside(rules, observed[name]) ?? serviceDefaultOf(rules) ?? null] as const,
    );
  return {
    id: formatId(definition.identity.parts, at),
    at,
    wire,
    values: Object.fromEntries(values),
    unshown: fields.filter(isUnshown).map(([name]) => name),
  };
}
