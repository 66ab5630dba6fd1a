import type { AnyResource } from "../../../model/definition.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { modelName, snakeName } from "../../../model/names.ts";
import { nearest } from "../../../model/suggest.ts";
import type { Stray, WrittenInputs } from "../../engine.ts";
import { type AttributeType, type Member, storedName } from "../provider/attribute-types.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";

/** The inputs of a resource in a block, under the model's names. */
export function inputsIn(definition: AnyResource, written: Values): WrittenInputs {
  const schema = ResourceSchema.of(definition);
  const members = Object.fromEntries(schema.attributes.map(({ name, type }) => [name, { type, required: false }]));
  const companions = new Map(
    schema.writeOnly
      .filter(({ around }) => around.length === 0)
      .flatMap(({ field, value, version }) => [
        [value, field],
        [version, ""],
      ]),
  );
  const strays: Stray[] = [];
  const own = Object.entries(written).filter(([name]) => !companions.has(name));
  const inputs = membersIn(members, Object.fromEntries(own), "", strays);
  for (const [name, value] of Object.entries(written)) {
    const field = companions.get(name);
    if (field !== undefined && field !== "" && value !== null) inputs[field] = value;
  }
  return { inputs, strays };
}

type Members = Readonly<Record<string, Member>>;

function membersIn(members: Members, written: Values, path: string, strays: Stray[]): Record<string, unknown> {
  const names = Object.keys(members).map(snakeName);
  const known = Object.entries(written).flatMap(([attribute, value]) => {
    const place = path === "" ? attribute : `${path}.${attribute}`;
    const member = names.includes(attribute) ? members[modelName(attribute)] : undefined;
    if (member === undefined) {
      strays.push({ field: place, near: nearest(snakeName(attribute), names) });
      return [];
    }
    const name = storedName(modelName(attribute), member);
    // Null is as good as not written, and doesn't hide another attribute for the same field.
    return name === undefined || value === null ? [] : [[name, valueIn(member.type, value, place, strays)] as const];
  });
  return Object.fromEntries(known);
}

function valueIn(type: AttributeType, value: unknown, path: string, strays: Stray[]): unknown {
  if (type.kind === "object" && isRecord(value)) return membersIn(type.members, value, path, strays);
  if (type.kind === "list" && Array.isArray(value)) {
    return value.map((item, index) => valueIn(type.of, item, `${path}[${index}]`, strays));
  }
  if (type.kind === "map" && isRecord(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => [key, valueIn(type.of, item, `${path}.${key}`, strays)] as const,
    );
    return Object.fromEntries(entries);
  }
  return value;
}
