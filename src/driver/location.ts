import { hookOf, listHookOf } from "../model/hook-of.ts";
import type { AnyResource } from "../model/definition.ts";
import type { IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import type { Wire } from "./session/list-cache.ts";

/**
 * An identity with the part of the organization that contains the object, if values name the part: a service that lists
 * objects by part then gets a request for only that part. The part doesn't belong to the identity, and is in no ID. If
 * objects are in separate lists, it adds the part of the identity that chooses the list. It also adds outputs of the
 * object that were resolved before, and facts about it from before its list came back empty.
 */
export function withLocation(definition: AnyResource, at: IdentityParts, values: Values): IdentityParts {
  const { field } = listHookOf(definition, "partitions") ?? {};
  const separate = listHookOf(definition, "separateLists");
  const names = [
    ...(field === undefined ? [] : [field]),
    ...(hookOf(definition, "resolvedOutputs")?.names ?? []),
    ...(listHookOf(definition, "emptyList")?.knownBy ?? []),
  ];
  const known: [string, unknown][] = names.map((name) => [name, values[name]]);
  if (separate !== undefined && at[separate.part] === undefined) known.push([separate.part, separate.of(values)]);
  const texts = known.filter((one): one is [string, string] => typeof one[1] === "string");
  return withDependencies(definition, { ...at, ...Object.fromEntries(texts) }, values);
}

/** An identity with the declared values that decide how the object is made from the rows of another list. */
export function withDependencies(definition: AnyResource, at: IdentityParts, inputs: Values): IdentityParts {
  const names = listHookOf(definition, "derivedFrom")?.dependsOn ?? [];
  return { ...at, ...Object.fromEntries(names.map((name) => [name, String(inputs[name] === true)])) };
}

/** The identity of a row, with the part that contains the object if the row names it. */
export function identityOfRow(definition: AnyResource, wire: Wire, scope: IdentityParts): IdentityParts {
  const at: IdentityParts = definition.identity.of(wire, scope);
  const partitions = listHookOf(definition, "partitions");
  const part = partitions?.of(wire);
  return partitions === undefined || part === undefined ? at : { ...at, [partitions.field]: part };
}
