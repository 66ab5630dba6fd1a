import { type AnyResource, fieldsOf } from "./definition.ts";
import { hookOf } from "./hook-of.ts";
import type { Values } from "./json-value.ts";
import { message, type Text, typeName } from "./messages.ts";

/** Space for a name in a summary line of 80 characters; a UUID fits completely. */
const LONGEST_NAME = 36;

/** A name, shortened to fit into a summary line. */
function clipped(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 3)}...`;
}

/** The name of an object in a summary: its resource, and the last part of its ID, which distinguishes it from its siblings. */
export function titleOf(definition: AnyResource, id: string): Text {
  // A name that a person gave instead of an ID can contain a slash.
  const last = id.split("/").slice(definition.identity.parts.length - 1);
  return message`${typeName(definition.name)} ${clipped(last.length === 0 ? id : last.join("/"))}`;
}

/** The name of a declared object in a summary: its resource, and the value by which people know the object. */
export function declaredTitleOf(definition: AnyResource, inputs: Values): Text {
  const known = definition.naturalKey?.fields.at(-1);
  const isShown = fieldsOf(definition, "inputs").some(([name, rules]) => name === known && rules.secret !== true);
  const value =
    hookOf(definition, "nestedName")?.of(inputs) ?? (known === undefined || !isShown ? undefined : inputs[known]);
  const type = typeName(definition.name);
  return typeof value === "string" ? message`${type} ${JSON.stringify(clipped(value))}` : type;
}
