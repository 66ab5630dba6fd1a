import * as z from "zod";

import {
  type AnyResource,
  fieldsListed,
  fieldsLookedUp,
  fieldsOf,
  isListed,
  scopePartsOf,
} from "../../model/definition.ts";
import { hookOf } from "../../model/hook-of.ts";
import { asLookedUp } from "../../model/shape.ts";
import { type Field, type Fields, field } from "../../model/field.ts";
import { idForm } from "../../model/identity.ts";
import type { AnyFunction } from "../../model/function.ts";
import { pick } from "../../model/json-value.ts";
import { uuid } from "../fields/field-types.ts";
import { declareRead } from "./declare.ts";
import { fieldName, fieldNames, message, typeName } from "../../model/messages.ts";

/** Functions that look up existing objects of these resources: one object by its key, or all objects of a list. */
export function lookUpFunctions(resources: readonly AnyResource[]): AnyFunction[] {
  const listed = resources.filter(isListed);
  return listed.flatMap((resource) => [getFunction(resource) ?? [], listFunction(resource)].flat());
}

function getFunction(resource: AnyResource): AnyFunction | undefined {
  const by = resource.naturalKey?.lookUpBy;
  if (by === undefined) return undefined;
  const fields = new Map([...fieldsOf(resource, "outputs"), ...fieldsOf(resource, "inputs")]);
  const keys = by.flatMap((name) => {
    const rules = fields.get(name);
    return rules === undefined ? [] : [[name, { ...rules, schema: rules.schema.optional() }] as const];
  });
  return {
    ...declareRead({
      name: `get${resource.name}`,
      doc: message`Looks up an existing ${typeName(resource.name)} by ${by.length > 1 ? "one of " : ""}${fieldNames(by, " and ")}.`,
      scopes: resource.scopes.read,
      operations: [],
      arguments: { ...scopeFields(resource), ...Object.fromEntries(keys) },
      result: shownFields(resource, fieldsLookedUp(resource)),
      example: pickExample(resource, keyInExample(resource, by)),
      validate: (args) =>
        by.some((name) => args[name] !== undefined)
          ? []
          : [{ path: by[0] ?? "", reason: message`is required, or ${fieldNames(by.slice(1), " or ")} instead` }],
    }),
    finds: resource,
  };
}

function listFunction(resource: AnyResource): AnyFunction {
  return {
    ...declareRead({
      name: `list${plural(resource.name)}`,
      doc: `Lists ${resource.collection?.words ?? ""}.`,
      scopes: resource.scopes.read,
      operations: [],
      arguments: scopeFields(resource),
      result: shownFields(resource, fieldsListed(resource)),
      example: pickExample(resource, []),
    }),
    lists: resource,
  };
}

/** The arguments that choose the list. */
function scopeFields(resource: AnyResource): Fields {
  const scope = scopePartsOf(resource);
  const declared = new Map(fieldsOf(resource, "inputs"));
  return Object.fromEntries(
    scope.map((name) => [name, declared.get(name) ?? field(uuid(name), { doc: message`The ${fieldName(name)}.` })]),
  );
}

function shownFields(resource: AnyResource, shown: readonly (readonly [string, Field])[]): Fields {
  const optional = shown.map(([name, rules]): [string, Field] => [name, lookedUp(rules)]);
  return {
    id: field(z.string(), {
      doc: message`ID for an import: \`${idForm(resource.identity.parts)}\`.`,
    }),
    ...Object.fromEntries(optional),
  };
}

function lookedUp(rules: Field): Field {
  return { ...rules, schema: asLookedUp(rules.schema.optional()) };
}

function pickExample(resource: AnyResource, names: readonly string[]): Record<string, unknown> {
  return pick(exampleOf(resource), [...scopePartsOf(resource), ...names]);
}

/** The last key in the resource's example, because people know the name, not the ID. */
function keyInExample(resource: AnyResource, by: readonly string[]): string[] {
  return by.filter((name) => Object.hasOwn(exampleOf(resource), name)).slice(-1);
}

/** The resource's example, with the name taken from its inputs. */
function exampleOf(resource: AnyResource): Readonly<Record<string, unknown>> {
  const { example = {} } = resource;
  const name = hookOf(resource, "nestedName")?.of(example);
  return name === undefined ? example : { ...example, name };
}

function plural(name: string): string {
  if (name.endsWith("ss")) return `${name}es`;
  return name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`;
}
