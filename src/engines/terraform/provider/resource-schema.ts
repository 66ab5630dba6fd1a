import { isAction } from "../../../model/action.ts";
import {
  type AnyResource,
  DEFERRED_FIELDS,
  fieldsOf,
  FINGERPRINTS,
  STATE_VERSION,
  WITHOUT_EFFECT,
} from "../../../model/definition.ts";
import { deprecationOf } from "../../../model/deprecations.ts";
import { idForm } from "../../../model/identity.ts";
import { defaultOf, type Field, isDecidedOnce, isOptional } from "../../../model/field.ts";
import { isForProvider } from "../../../model/on-change.ts";
import { shapeOf } from "../../../model/shape.ts";
import type { UNKNOWN } from "../../../model/unknown.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { message, printed, type Spelling, type Text } from "../../../model/messages.ts";
import type { Message } from "../../../grpc/messages.ts";
import {
  type AttributeType,
  typeBytes,
  typeFields,
  typeFrom,
  valueToModel,
  valueToTerraform,
  withoutPairs,
} from "./attribute-types.ts";
import { modelName, snakeName } from "../../../model/names.ts";
import { typeNameOf } from "./names.ts";
import { terraformSpelling } from "./spelling.ts";
import { type WriteOnlyInput, writeOnlyInputs, writeOnlyMessages } from "./write-only.ts";

/** The attribute with the whole ID string. */
export const ID = "id";

/** Names that Terraform keeps for itself in every block of a resource. */
const RESERVED = ["count", "connection", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];

/** Decides the value of an attribute. */
type Decider =
  /** The configuration, always. */
  | "required"
  /** The configuration, or nobody. */
  | "optional"
  /** The configuration, or else the plan: a default, a setting of the provider, or the value in the state. */
  | "filled"
  /** The service. */
  | "computed";

/** One attribute of a resource. */
export interface Attribute {
  /** The model's name. */
  readonly name: string;
  /** The engine's name. */
  readonly attribute: string;
  readonly type: AttributeType;
  readonly decider: Decider;
  readonly doc: Text;
  readonly secret: boolean;
}

/** Terraform's schema of one resource, and the conversion of its values between Terraform and the model. */
export class ResourceSchema {
  readonly definition: AnyResource;
  readonly typeName: string;
  /** Inputs first, then the service's values; without `id`. */
  readonly attributes: readonly Attribute[];
  /** The secret inputs that have a write-only form. */
  readonly writeOnly: readonly WriteOnlyInput[];
  /** How a configuration writes the fields of the resource. */
  readonly spelling: Spelling;

  static readonly #made = new WeakMap<AnyResource, ResourceSchema>();

  /** The schema of a definition, created once in a process: several providers and writers of programs use the same ones. */
  static of(definition: AnyResource): ResourceSchema {
    const schema = ResourceSchema.#made.get(definition) ?? new ResourceSchema(definition);
    ResourceSchema.#made.set(definition, schema);
    return schema;
  }

  /** @throws Error at start if Terraform can't support a field's name or type. */
  constructor(definition: AnyResource) {
    this.definition = definition;
    this.typeName = typeNameOf(definition);
    const types = new Map(
      fieldsOf(definition, "inputs").map(([name, rules]) => [name, typeFrom(shapeOf(rules))] as const),
    );
    this.writeOnly = writeOnlyInputs(definition, (name) => types.get(name));
    const isReplaceable = new Set(this.writeOnly.map(({ field }) => field));
    const inputs = fieldsOf(definition, "inputs").map(([name, rules]) => {
      const decider = deciderOf(rules);
      // The other way to give it would be of no use; that neither is given is found by the check.
      return attributeOf(name, rules, decider === "required" && isReplaceable.has(name) ? "optional" : decider);
    });
    const outputs = fieldsOf(definition, "outputs")
      .filter(([name]) => name !== STATE_VERSION && name !== FINGERPRINTS)
      .map(([name, rules]) => attributeOf(name, rules, "computed"));
    const named = new Set([...inputs, ...outputs].map(({ name }) => name));
    const { identity } = definition;
    const parts = isAction(definition) ? [] : identity.parts.filter((part) => !named.has(part)).map(identityPart);
    this.attributes = [...inputs, ...outputs, ...parts];
    this.spelling = terraformSpelling(this.attributes);
    for (const one of this.attributes) this.#refuseName(one);
    const taken = new Set(this.attributes.map(({ attribute }) => attribute));
    for (const { around, value, version } of this.writeOnly) {
      if (around.length > 0) continue;
      if (taken.has(value) || taken.has(version)) throw new Error(`${definition.name} has ${value} twice`);
    }
  }

  #refuseName({ name, attribute }: Attribute): void {
    if (attribute === ID || RESERVED.includes(attribute) || modelName(attribute) !== name) {
      throw new Error(`${this.definition.name}.${name} cannot be an attribute ${attribute} of Terraform`);
    }
  }

  /** The inputs among the attributes. */
  get inputs(): Attribute[] {
    return this.attributes.filter(({ decider }) => decider !== "computed");
  }

  /** The values that the service decides. */
  get outputs(): Attribute[] {
    return this.attributes.filter(({ decider }) => decider === "computed");
  }

  /** The schema as a message. */
  message(): Message {
    const id = {
      name: ID,
      type: typeBytes({ kind: "string" }),
      computed: true,
      description: printed(idDoc(this.definition), this.spelling),
    };
    const attributes = [
      id,
      ...this.attributes.map((attribute) => attributeMessage(attribute, this.spelling)),
      ...this.writeOnly.flatMap((input) => writeOnlyMessages(input, printed(input.rules.doc, this.spelling))),
    ];
    return {
      version: this.definition.stateVersion,
      block: {
        attributes,
        description: printed(this.definition.doc, this.spelling),
        ...(deprecationOf(this.definition) === undefined ? {} : { deprecated: true }),
      },
    };
  }

  /** The parts of the identity as a schema of their own. */
  identityMessage(): Message {
    const attributes = this.definition.identity.parts.map((part) => {
      const field = fieldsOf(this.definition, "inputs").find(([name]) => name === part)?.[1];
      const isFilled = field?.fromConfig !== undefined;
      return {
        name: snakeName(part),
        type: typeBytes({ kind: "string" }),
        requiredForImport: !isFilled,
        optionalForImport: isFilled,
        description: printed(this.attributes.find(({ name }) => name === part)?.doc ?? "", this.spelling),
      };
    });
    return { version: 0, attributes };
  }

  /** An engine's object in the model's form, without `id`; keys without an attribute are omitted. */
  toModel(object: Values): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { name, attribute, type } of this.attributes) {
      const value = renamed(name, valueToModel(type, object[attribute]), modelName);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  /** The same for an object that an earlier version stored, with its former names unchanged. */
  toEarlierModel(object: Values): Record<string, unknown> {
    const types = new Map(this.attributes.map(({ name, type }) => [name, type]));
    const state: Record<string, unknown> = {};
    for (const [attribute, stored] of Object.entries(object)) {
      const name = modelName(attribute);
      const type = types.get(name);
      const value = type === undefined ? (stored ?? undefined) : withFormerMembers(type, stored);
      if (value !== undefined && attribute !== ID) state[name] = value;
    }
    return state;
  }

  /** Values of the model as an object of the engine, with every attribute present; nothing is given write-only. */
  toTerraform(values: Values, id: string | typeof UNKNOWN | null): Record<string, unknown> {
    const object: Record<string, unknown> = { [ID]: id };
    for (const { around, value, version } of this.writeOnly) {
      if (around.length === 0) object[value] = object[version] = null;
    }
    for (const { name, attribute, type } of this.attributes)
      object[attribute] = valueToTerraform(type, renamed(name, values[name], snakeName));
    return object;
  }
}

/** A value in the model's form; fields that its type no longer has stay as stored. */
function withFormerMembers(type: AttributeType, stored: unknown): unknown {
  const value = valueToModel(type, stored);
  if (type.kind !== "object" || !isRecord(stored) || !isRecord(value)) return value;
  const former = Object.entries(stored).flatMap(([attribute, own]) => {
    const name = modelName(attribute);
    return name in type.members || own === null ? [] : [[name, own] as const];
  });
  return { ...Object.fromEntries(former), ...value };
}

/** The lists of deferred settings and of settings without effect contain field names, each of which is an attribute here. */
function renamed(name: string, value: unknown, rename: (text: string) => string): unknown {
  return [DEFERRED_FIELDS, WITHOUT_EFFECT].includes(name) && Array.isArray(value)
    ? value.map((item) => rename(String(item)))
    : value;
}

function deciderOf(rules: Field): Decider {
  if (!isOptional(rules)) return "required";
  // An input that only the provider uses, or that is decided once, makes no difference when it leaves the program: the state keeps it.
  const isStored = isForProvider(rules) || isDecidedOnce(rules);
  const isFilled = rules.fromConfig !== undefined || isStored || defaultOf(rules) !== undefined;
  return isFilled ? "filled" : "optional";
}

function attributeOf(name: string, rules: Field, decider: Decider): Attribute {
  const type = typeFrom(shapeOf(rules));
  return {
    name,
    attribute: snakeName(name),
    type: decider === "computed" ? withoutPairs(type) : type,
    decider,
    doc: rules.doc,
    secret: rules.secret === true,
  };
}

function identityPart(name: string): Attribute {
  const doc = "Part of the identity.";
  return { name, attribute: snakeName(name), type: { kind: "string" }, decider: "computed", doc, secret: false };
}

function idDoc(definition: AnyResource): Text {
  if (isAction(definition)) return "Id of the run.";
  return message`ID in the form \`${idForm(definition.identity.parts)}\`, as an import accepts it.`;
}

/** An attribute as a message. */
export function attributeMessage(described: Attribute, spelling: Spelling): Message {
  const { attribute, type, decider, doc, secret } = described;
  return {
    name: attribute,
    description: printed(doc, spelling),
    required: decider === "required",
    optional: decider === "optional" || decider === "filled",
    computed: decider === "computed" || decider === "filled",
    sensitive: secret,
    ...typeFields(type, decider === "computed", {}, spelling),
  };
}
