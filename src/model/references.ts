import { type AnyResource, definitionOf, fieldsOf, lastPartOf } from "./definition.ts";
import { isRecord } from "./json-value.ts";

/** An input, or a field of one, that names an object of another resource. */
export interface Reference {
  /** The input. */
  readonly input: string;
  readonly of: AnyResource;
  /** The field of that resource whose value names the object: the last part of its identity, or an output. */
  readonly by: string;
}

/**
 * The references in the inputs of a resource, nearest first.
 *
 * An input with the name of an ancestor's ID names that ancestor; all other references are marked (`refersTo`).
 */
export function referencesOf(definition: AnyResource): Reference[] {
  const inputs = fieldsOf(definition, "inputs");
  const marked = inputs.flatMap(([input, { refersTo }]): Reference[] => {
    if (refersTo === undefined) return [];
    const of = definitionOf(refersTo.resource());
    return [{ input, of, by: refersTo.by ?? lastPartOf(of) }];
  });
  const names = new Set(inputs.map(([name]) => name));
  const above = ancestorsOf(definition)
    .map((of) => ({ input: lastPartOf(of), of, by: lastPartOf(of) }))
    .filter(({ input }) => names.has(input) && marked.every((one) => one.input !== input));
  return [...marked, ...above];
}

/** The strings in a value that name objects: the value itself, each item of a list, or the fields with that name inside of it. */
export function namesIn(value: unknown, by: string): { readonly text: string; readonly path: readonly string[] }[] {
  if (typeof value === "string") return [{ text: value, path: [] }];
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").map((text) => ({ text, path: [] }));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === by) return typeof inner === "string" ? [{ text: inner, path: [name] }] : [];
    return isRecord(inner) ? namesIn(inner, by).map(({ text, path }) => ({ text, path: [name, ...path] })) : [];
  });
}

function ancestorsOf({ parent }: AnyResource): AnyResource[] {
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
}
