import { type AnyResource, fieldsOf, lastPartOf } from "../model/definition.ts";
import { hasServiceDefault, serviceDefaultsOf } from "../model/service-default.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { sameStored } from "../model/diff.ts";
import { defaultOf, type Field } from "../model/field.ts";
import { type IdentityParts, readNamedId } from "../model/identity.ts";
import { sameValue, type Values } from "../model/json-value.ts";
import { titleOf } from "../model/title.ts";
import { explaining, named } from "./operation-error.ts";
import type { Wire } from "./session/list-cache.ts";
import type { Context } from "./session/session.ts";
import { warnOfStored, stillAwaited } from "./hooks.ts";
import { store, type Stored } from "./state.ts";
import { findByIdOrName } from "./named-objects.ts";
import { message, type Text, typeName } from "../model/messages.ts";
import { withResolved } from "./hooks/resolved-outputs.ts";

/**
 * Reads an object by an ID that a user gave, for an import or a lookup; its last part can be a natural key.
 *
 * @throws no_such_id if it names nothing.
 */
export async function find(definition: AnyResource, id: string, context: Context): Promise<Stored> {
  return explaining({ verb: "find", ...named(definition, id) }, async () => {
    const { wire, at } = await locate(definition, id, context);
    const awaited = stillAwaited(definition, wire);
    if (awaited !== undefined) throw noSuchId(definition, id, message`It is still waiting for ${awaited}.`);
    const stored = store(definition, wire, await withResolved(definition, at, context), {});
    warnOfStored(definition, titleOf(definition, stored.id), wire, context.report);
    return stored;
  });
}

async function locate(
  definition: AnyResource,
  id: string,
  context: Context,
): Promise<{ wire: Wire; at: IdentityParts }> {
  const { parts } = definition.identity;
  const named = await findByIdOrName(definition, id, context);
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0) return first;
  if (others.length > 0) {
    throw noSuchId(
      definition,
      id,
      `It matches several objects: ${named.map((found) => found.id).join(", ")}. Give one of these IDs.`,
    );
  }
  const where = parts.length === 1 ? "" : parentNamed(definition, readNamedId(parts, id).scope);
  throw noSuchId(
    definition,
    id,
    message`There is no ${typeName(definition.name)} with that ID or name${where}, or this API key can't see it.`,
  );
}

/** The nearest parent that a scope names, in words. */
function parentNamed({ parent }: AnyResource, scope: IdentityParts): string {
  if (parent === undefined) return "";
  const { [lastPartOf(parent)]: name } = scope;
  return name === undefined ? parentNamed(parent, scope) : ` in ${parent.name} ${name}`;
}

function noSuchId(definition: AnyResource, id: string, detail: Text): OrgformProblem {
  return new OrgformProblem("no_such_id", message`There is no ${titleOf(definition, id)}`, detail);
}

/** The program's declarations for an imported object. */
export interface Said {
  /** The inputs that were declared when the state was written. */
  readonly declared?: Values | undefined;
  /** The inputs that are declared now. */
  readonly news?: Values | undefined;
}

/**
 * The values that an import takes from an object: everything except secrets and values that the service never returns,
 * which nobody wants in generated code or in the state, and settings with the server-side default, which engines omit
 * when they write a configuration. Omitted values aren't declared, so their absence from a program is no removal.
 *
 * @param values - inputs, or a whole state; values that aren't inputs stay
 * @param said - for a state whose program declares something by now: declared values are always taken, and so is a
 *   setting with the server-side default that the program names, so that the same value is no difference
 */
export function importable(
  definition: AnyResource,
  values: Values,
  { declared = {}, news = {} }: Said = {},
): Record<string, unknown> {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const isTaken = ([name, value]: [string, unknown]): boolean => {
    const field = rules.get(name);
    if (field === undefined || declared[name] !== undefined) return true;
    const isHidden = field.secret === true || field.returned === "never";
    return !isHidden && (!isServerDefault(field, value) || news[name] !== undefined);
  };
  return Object.fromEntries(Object.entries(values).filter(isTaken));
}

/**
 * The inputs that a program must declare for an imported object: among those that an import reads, the ones that aren't
 * defaults.
 */
export function declarable(definition: AnyResource, inputs: Values): Record<string, unknown> {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const isSaid = ([name, value]: [string, unknown]): boolean => {
    const field = rules.get(name);
    return field !== undefined && !sameValue(value, defaultOf(field));
  };
  return Object.fromEntries(Object.entries(importable(definition, inputs)).filter(isSaid));
}

/** Whether a value is one that any service, also of another age or region, has for a field that was never set. */
export function isServerDefault(rules: Field, value: unknown): boolean {
  return hasServiceDefault(rules) && serviceDefaultsOf(rules).some((one) => sameStored(rules, value, one));
}
