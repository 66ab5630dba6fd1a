import { message } from "../../../model/messages.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { pathText } from "../../../model/field-path.ts";
import type { Values } from "../../../model/json-value.ts";
import { modelName, snakeName } from "../../../model/names.ts";
import { fieldHint } from "../../../model/suggest.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { PlacedBlock } from "./configuration/configuration.ts";
import type { WrittenMember, WrittenObject } from "./configuration/resource-blocks.ts";
import type { AttributeType } from "./attribute-types.ts";
import type { ResourceSchema } from "./resource-schema.ts";

/**
 * Unknown names in objects of a configuration.
 *
 * The engine silently drops keys from a nested object that its type doesn't have, before a provider sees anything
 * (Terraform to 1.14, OpenTofu to 1.12), so they can be found only in the program's text.
 *
 * @param config - the values of the checked block: a block with a different literal is another one
 */
export function unknownNames(schema: ResourceSchema, config: Values, blocks: readonly PlacedBlock[]): Problem[] {
  const types = typesOf(schema);
  return blocksOf(schema, config, blocks).flatMap(({ file, attributes }) =>
    attributes.flatMap(({ name, object }) => {
      const type = types.get(name);
      return type === undefined || object === undefined ? [] : problemsIn(object, type, [modelName(name)], file);
    }),
  );
}

function typesOf(schema: ResourceSchema): ReadonlyMap<string, AttributeType> {
  const types = new Map(schema.attributes.map(({ attribute, type }) => [attribute, type]));
  for (const { around, value, type } of schema.writeOnly) if (around.length === 0) types.set(value, type);
  return types;
}

/** The blocks of a configuration that might be the checked one: none of their literals differs. */
function blocksOf(schema: ResourceSchema, config: Values, blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const types = typesOf(schema);
  return blocks.filter(({ type, attributes }) => {
    if (type !== schema.typeName) return false;
    return attributes.every(({ name, text }) => {
      const given = config[name];
      return text === undefined || !types.has(name) || given === UNKNOWN || given === text;
    });
  });
}

/** The values in the blocks that might be the checked one, including unknown names; a value that isn't a literal is unknown. */
export function writtenValues(schema: ResourceSchema, config: Values, blocks: readonly PlacedBlock[]): Values[] {
  return blocksOf(schema, config, blocks).map(({ attributes }) => valuesIn(attributes));
}

/**
 * Names of the inputs in the blocks that might declare an object; undefined if there is no such block.
 *
 * @param object - as the state has it; missing values can be anything
 */
export function writtenNames(
  schema: ResourceSchema,
  object: Values,
  blocks: readonly PlacedBlock[],
): ReadonlySet<string> | undefined {
  const config = Object.fromEntries(Object.entries(object).map(([name, value]) => [name, value ?? UNKNOWN]));
  const written = writtenValues(schema, config, blocks);
  return written.length === 0 ? undefined : new Set(written.flatMap((values) => Object.keys(values)));
}

/** A key below an object of an input can be the key of a map: it stays unchanged. */
function valuesIn(members: readonly WrittenMember[], depth = 0): Values {
  return Object.fromEntries(
    members.map(({ name, object, text }) => [
      depth > 1 ? name : modelName(name),
      object === undefined ? (text ?? UNKNOWN) : valuesIn(object.members, depth + 1),
    ]),
  );
}

function problemsIn({ members }: WrittenObject, type: AttributeType, path: readonly string[], file: string): Problem[] {
  if (type.kind === "list") return [];
  const names = type.kind === "object" ? Object.keys(type.members) : [];
  return members.flatMap(({ name, line, object }) => {
    const known = names.find((one) => snakeName(one) === name);
    const own = type.kind === "map" ? type.of : type.kind === "object" ? type.members[known ?? ""]?.type : undefined;
    if (own !== undefined) return object === undefined ? [] : problemsIn(object, own, [...path, known ?? name], file);
    if (type.kind !== "object") return [];
    const hint = fieldHint(modelName(name), names);
    return [{ path: pathText(path), reason: message`has no ${name} (${file}, line ${line}); ${hint}` }];
  });
}
