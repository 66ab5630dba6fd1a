import { type AnyResource, fieldsOf } from "../model/definition.ts";
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
 * Reads an object by an id that a user gave, for an import or a look-up; its last part may be a natural key.
 *
 * @throws no_such_id when it names nothing.
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
  const [first] = named;
  if (first !== undefined && named.length === 1) return first;
  if (named.length > 1) {
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
  const { [parent.identity.parts.at(-1) ?? ""]: name } = scope;
  return name === undefined ? parentNamed(parent, scope) : ` in ${parent.name} ${name}`;
}

function noSuchId(definition: AnyResource, id: string, detail: Text): OrgformProblem {
  return new OrgformProblem("no_such_id", message`There is no ${titleOf(definition, id)}`, detail);
}

/** What a program says of the inputs of an object that was imported. */
export interface Said {
  /** What it declared when state was written. */
  readonly declared?: Values | undefined;
  /** What it declares now. */
  readonly news?: Values | undefined;
}

/**
 * What an import takes of an object: everything but secrets and what the service never returns, which nobody asked to
 * have in generated code or in state, and settings at the server-side default, which engines leave out when they write a
 * configuration. What was left out is no declaration: that a program lacks it is no removal.
 *
 * @param values - inputs, or a whole state; what is no input stays
 * @param said - for a state of which a program says something by now: what it declared is taken whatever it is, and a
 * setting at the server-side default also where the program names it, so that the same value is no difference
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

/** What a program must declare for an imported object: of what an import reads, the values that aren't defaults. */
export function declarable(definition: AnyResource, inputs: Values): Record<string, unknown> {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const isSaid = ([name, value]: [string, unknown]): boolean => {
    const field = rules.get(name);
    return field !== undefined && !sameValue(value, defaultOf(field));
  };
  return Object.fromEntries(Object.entries(importable(definition, inputs)).filter(isSaid));
}

/** Whether a value is what a service holds of a field that was never set, the one of another age or region included. */
export function isServerDefault(rules: Field, value: unknown): boolean {
  return hasServiceDefault(rules) && serviceDefaultsOf(rules).some((one) => sameStored(rules, value, one));
}
