import { type Context, lookUp } from "../../../driver/driver.ts";
import { isForProvider } from "../../../model/on-change.ts";
import { lookedUpShapeOf } from "../../../model/shape.ts";
import { type AnyResource, fieldsLookedUp, fieldsOf } from "../../../model/definition.ts";
import type { Values } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import type { LookUp } from "../../../app/look-ups.ts";
import type { CallParts } from "./account.ts";
import { type AttributeType, typeBytes, typeFrom, valueToModel, valueToTerraform } from "./attribute-types.ts";
import { type Diagnostic, errorFrom } from "./diagnostics.ts";
import { fieldNames, fieldRef, message, MessageError, printed, typeName } from "../../../model/messages.ts";
import { snakeName } from "../../../model/names.ts";
import { type Attribute, attributeMessage, ID, type ResourceSchema } from "./resource-schema.ts";
import { storable } from "./stored-secrets.ts";
import { encodeValue, objectIn } from "./values.ts";

/** A lookup of an existing object, by its ID or by a name, as a data source. */
export class DataSource {
  readonly schema: ResourceSchema;
  /** The attributes that choose where is looked: the organization. */
  readonly #scope: readonly string[];
  /** The attributes of which one is required. */
  readonly #keys: readonly string[];
  readonly #attributes: readonly Attribute[];

  constructor(schema: ResourceSchema, { by }: LookUp) {
    this.schema = schema;
    this.#scope = scopeParts(schema.definition);
    this.#keys = by;
    // A lookup shows no secrets except outputs of objects that it reads separately, and nothing that is only for the provider.
    const whole = fieldsLookedUp(schema.definition).map(([name]) => name);
    this.#attributes = schema.attributes
      .filter(({ name, secret }) => (!secret || whole.includes(name)) && !isProviderOnly(schema.definition, name))
      .map((attribute) => ({
        ...attribute,
        type: shownType(schema.definition, attribute),
        decider: this.#isGiven(attribute.name) ? "filled" : "computed",
      }));
  }

  #isGiven(name: string): boolean {
    return this.#keys.includes(name) || this.#scope.includes(name);
  }

  /** @param note - what else there is to say, as a sentence */
  message(note?: string): Message {
    const { definition } = this.schema;
    const { spelling } = this.schema;
    const keys = fieldNames(this.#keys);
    const id = {
      name: ID,
      type: typeBytes({ kind: "string" }),
      computed: true,
      description: "ID of the object, as an import accepts it.",
    };
    const attributes = this.#attributes.map((attribute) => attributeMessage(attribute, spelling));
    return {
      version: 0,
      block: {
        attributes: [id, ...attributes],
        description: printed(
          message`Looks up an existing ${typeName(definition.name)} by one of ${keys}. ${note === undefined ? "" : `${note} `}${definition.doc}`,
          spelling,
        ),
      },
    };
  }

  /** The problems of a configuration: exactly one key is required. */
  validate(config: unknown): Diagnostic[] {
    const object = objectIn(config);
    const given = this.#keys.filter((key) => isPresent(object[snakeName(key)]));
    if (given.length === 1) return [];
    const found = given.length === 0 ? "none is given" : message`${fieldNames(given, " and ")} are given`;
    const text = message`This data source of ${typeName(this.schema.definition.name)} needs one key\nGive exactly one of ${fieldNames(this.#keys)}; ${found}.`;
    return [errorFrom(printed(text, this.schema.spelling))];
  }

  /** Looks up the object, for a state. @throws no_such_id if nothing, or more than one object, has the value of the key. */
  async read(config: unknown, parts: CallParts): Promise<Message> {
    return { state: encodeValue(storable(this.schema, parts.account, await this.look(config, parts))) };
  }

  /** Looks up the object: its attributes with everything that a lookup shows. */
  async look(config: unknown, { account, report, signal }: CallParts): Promise<Values> {
    const { schema } = this;
    const object = objectIn(config);
    const key = this.#keys.find((name) => isPresent(object[snakeName(name)])) ?? "";
    const scope = scopeIn(schema, "data source", object, account.organizationId);
    const context: Context = account.context(schema, report, signal);
    const found = await lookUp(schema.definition, scope, { [key]: object[snakeName(key)] }, context);
    const all: Values = schema.toTerraform(found.values, found.id);
    const shown = this.#attributes.map(({ name, type }) => {
      const value = all[snakeName(name)];
      return [
        snakeName(name),
        type.kind === "object" ? valueToTerraform(type, valueToModel(type, value)) : value,
      ] as const;
    });
    return { [ID]: found.id, ...Object.fromEntries(shown) };
  }
}

/**
 * The parts of the identity that choose where is looked: as a block gives them, else the provider's own.
 *
 * @throws Error when one is given nowhere.
 */
export function scopeIn(
  { definition }: ResourceSchema,
  verb: string,
  object: Values,
  organizationId: unknown,
): Record<string, string> {
  const scope: Record<string, string> = {};
  for (const part of scopeParts(definition)) {
    const given = object[snakeName(part)] ?? (part === "organizationId" ? organizationId : undefined);
    if (typeof given !== "string") {
      throw new MessageError(
        message`This ${verb} of ${typeName(definition.name)} lacks a setting\nSet ${fieldRef(part)}, here or in the provider block.`,
      );
    }
    scope[part] = given;
  }
  return scope;
}

/** Names of these parts: all but the object's own. */
export function scopeParts({ identity }: AnyResource): readonly string[] {
  return identity.parts.slice(0, -1);
}

/** The type of an attribute as look-ups show it. */
function shownType(definition: AnyResource, { name, type }: Attribute): AttributeType {
  const rules = fieldsOf(definition, "inputs").find(([input]) => input === name)?.[1];
  return rules === undefined ? type : typeFrom(lookedUpShapeOf(rules));
}

function isProviderOnly(definition: AnyResource, name: string): boolean {
  return fieldsOf(definition, "inputs").some(([input, rules]) => input === name && isForProvider(rules));
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

/** Whether a lookup has to wait for an object that doesn't exist yet. */
export function isWaiting(config: unknown): boolean {
  return Object.values(objectIn(config)).includes(UNKNOWN);
}
