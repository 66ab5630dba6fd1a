import { isAction } from "../../../model/action.ts";
import { isAnyJson } from "../../../model/any-json.ts";
import { pascalName } from "../../../model/names.ts";
import { type LookUp, lookUpOf, lookUpsOf } from "../../../app/look-ups.ts";
import { type SettingDeclaration, SETTINGS } from "../../../app/settings.ts";
import { programArgumentsOf } from "../../../app/program-calls.ts";
import { functions } from "../../../catalog/functions/index.ts";
import { type AnyFunction, givesRows, resultOf } from "../../../model/function.ts";
import { ADOPT, type AnyResource, fieldsOf, fieldsLookedUp, isLookedUp, isObject } from "../../../model/definition.ts";
import { deprecationOf } from "../../../model/deprecations.ts";
import { secretMembers } from "../../../model/block.ts";
import { defaultOf, type Field, isOptional } from "../../../model/field.ts";
import { isRecord } from "../../../model/json-value.ts";
import { lookedUpShapeOf, type Shape, shapeOf } from "../../../model/shape.ts";
import { printed, type Text } from "../../../model/messages.ts";
import type { PackageFacts } from "../../generator.ts";

/** A piece of the schema, as the engine defines it. */
type Piece = Readonly<Record<string, unknown>>;

/** The module of every token. */
const MODULE = "orgform:index";

/**
 * The names of the package in each language.
 *
 * The generators of C# and Java add a prefix to the schema's name. In C#, `Orgform.Orgform` would hide the outer name
 * in its own code, so the inner one differs; in Java, the prefix itself is `io.orgform`.
 */
const LANGUAGES = {
  nodejs: { packageName: "orgform/pulumi-plugin", respectSchemaVersion: true },
  python: { packageName: "pulumi_orgform", respectSchemaVersion: true, pyproject: { enabled: true } },
  csharp: { rootNamespace: "Orgform", namespaces: { orgform: "Sdk" }, respectSchemaVersion: true },
  go: {
    importBasePath: "orgform/sdk/go/orgform",
    respectSchemaVersion: true,
    generateResourceContainerTypes: true,
  },
  java: { basePackage: "io" },
} as const;

/**
 * The schema of the native plugin, from which the engine makes SDKs, `pulumi do` and the code of an import.
 *
 * No input has a `default`: `pulumi do patch` would put it in where nothing was given. An input of an object that takes
 * few words is a string or an enumeration, so programs with plain strings still compile. What is read, and members of
 * blocks, which are one type for both, are plain texts, and so are arguments of functions: `pulumi do` makes flags of
 * these, and of no enumeration.
 *
 * @source pulumi pkg/codegen/schema, read 2026-11-21
 */
export function pulumiSchema(resources: readonly AnyResource[], facts: PackageFacts): string {
  const types = new Types();
  const schema = {
    name: "orgform",
    displayName: "Orgform",
    ...facts,
    keywords: ["category/infrastructure", "kind/native"],
    meta: { moduleFormat: "(.*)" },
    publisher: "Orgform",
    language: LANGUAGES,
    config: { variables: settingsPieces() },
    provider: {
      description: "Provider for one account of the service.",
      inputProperties: settingsPieces(),
    },
    resources: sortedRecord(
      resources.map((definition) => [`${MODULE}:${definition.name}`, resourcePiece(definition, types)]),
    ),
    functions: sortedRecord([
      ...lookUpsOf(resources).map((one) => [`${MODULE}:${one.name}`, lookUpPiece(one, types)] as const),
      ...functions
        .filter(({ finds }) => finds === undefined)
        .map((one) => [`${moduleOf(one)}:${one.name}`, callPiece(one, types)] as const),
    ]),
    types: types.all(),
  };
  return `${schemaText(schema)}\n`;
}

/** Records with a line for each member: a changed property is one line of a diff. */
const ROWS: readonly string[] = ["properties", "inputProperties", "variables"];

function schemaText(value: unknown, indent = ""): string {
  if (!isRecord(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const lines = entries.map(([name, part]) => {
    const text = ROWS.includes(name) && isRecord(part) ? rowsText(part, inner) : schemaText(part, inner);
    return `${inner}${JSON.stringify(name)}: ${text}`;
  });
  return inBraces(lines, indent);
}

function rowsText(parts: Piece, indent: string): string {
  const entries = Object.entries(parts);
  return inBraces(
    entries.map(([name, part]) => `${indent}  ${JSON.stringify(name)}: ${JSON.stringify(part)}`),
    indent,
  );
}

function inBraces(lines: readonly string[], indent: string): string {
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
}

/** Objects inside properties. The schema requires names for them. */
class Types {
  readonly #types = new Map<string, Piece>();

  all(): Piece {
    return sortedRecord([...this.#types]);
  }

  /** The type of an input: a text that takes few words is offered as an enumeration as well. */
  input(shape: Shape, name: string): Piece {
    const words = (shape.enum ?? []).filter((word) => typeof word === "string");
    if (words.length === 0 || words.length !== shape.enum?.length) return this.of(shape, name);
    const token = `${MODULE}:${name}`;
    this.#types.set(token, { type: "string", enum: words.map(wordPiece) });
    return { type: "string", oneOf: [{ type: "string" }, { $ref: `#/types/${token}` }] };
  }

  /** The type of a property; `name` is for an object that it contains. */
  of(shape: Shape, name: string): Piece {
    switch (Array.isArray(shape.type) ? shape.type[0] : (shape.type ?? typeof (shape.const ?? shape.enum?.[0]))) {
      case "string":
      case "boolean":
      case "integer":
      case "number":
        return { type: shape.type ?? typeof (shape.const ?? shape.enum?.[0]) };
      case "array":
        return { type: "array", items: this.of(shape.items ?? {}, `${name}Item`) };
      case "object":
        return this.#object(shape, name);
      default:
        return { $ref: "pulumi.json#/Any" };
    }
  }

  #object({ properties, additionalProperties, required = [] }: Shape, name: string): Piece {
    if (properties === undefined) {
      const item = typeof additionalProperties === "object" ? additionalProperties : {};
      return { type: "object", additionalProperties: this.of(item, `${name}Value`) };
    }
    const token = `${MODULE}:${name}`;
    const pieces = Object.entries(properties).map(
      ([key, shape]) =>
        [
          key,
          {
            ...this.of(shape, `${name}${pascalName(key)}`),
            ...(shape.doc === undefined ? {} : { description: printed(shape.doc) }),
            ...(shape.secret === true ? { secret: true } : {}),
          },
        ] as const,
    );
    this.#types.set(token, { type: "object", properties: Object.fromEntries(pieces), required: [...required] });
    return { $ref: `#/types/${token}` };
  }
}

/**
 * A value of an enumeration with its name in every language: `GoogleOauth2`. Each language has its own name for a value
 * that begins with a digit.
 */
function wordPiece(value: string): Piece {
  const name = value.split(/[-_]/u).map(pascalName).join("");
  return /^\d/u.test(value) ? { value } : { value, name: name === "" ? "Empty" : name };
}

function deprecationPiece(deprecation: Text | undefined): Piece {
  return deprecation === undefined ? {} : { deprecationMessage: printed(deprecation) };
}

function resourcePiece(definition: AnyResource, types: Types): Piece {
  const inputs = fieldsOf(definition, "inputs");
  const outputs = fieldsOf(definition, "outputs").filter(([name]) => !(name in definition.inputs));
  const kept = inputs.filter(([name]) => name !== ADOPT);
  return {
    description: [definition.doc, ...definition.notes].map((text) => printed(text)).join("\n\n"),
    ...deprecationPiece(deprecationOf(definition)),
    properties: pieces(definition, [...kept, ...outputs], types),
    required: [...kept, ...outputs].filter(([, rules]) => isAlwaysThere(rules)).map(([name]) => name),
    inputProperties: pieces(definition, inputs, types, isAction(definition) ? "kept" : "given"),
    requiredInputs: inputs.filter(([, rules]) => !isOptional(rules)).map(([name]) => name),
    ...listPiece(definition, types),
  };
}

/** Objects of these resources can be listed; these inputs, all of which have a setting, choose the list. */
function listPiece(definition: AnyResource, types: Types): Piece {
  const found = lookUpOf(definition);
  if (found === undefined || !isObject(definition)) return {};
  const scope = fieldsOf(definition, "inputs").filter(([name]) => found.scope.includes(name));
  return { listInputs: { properties: pieces(definition, scope, types) } };
}

function lookUpPiece({ definition, scope, by }: LookUp, types: Types): Piece {
  const all = [...fieldsOf(definition, "inputs"), ...fieldsOf(definition, "outputs")];
  const asked = all.filter(([name]) => scope.includes(name) || by.includes(name));
  const whole = fieldsLookedUp(definition).map(([name]) => name);
  const shown = all.filter(([name, rules]) => isLookedUp(name, rules) || whole.includes(name));
  return {
    description: `Looks up an existing object: ${lowerFirst(printed(definition.doc))} Give one of ${by.join(", ")}.`,
    inputs: { properties: pieces(definition, asked, types) },
    outputs: {
      properties: {
        ...pieces(definition, shown, types, SHOWN),
        id: {
          type: "string",
          description: `ID for an import: ${definition.identity.parts.map((part) => `<${part}>`).join("/")}.`,
        },
      },
      required: ["id", ...scope, ...by],
    },
  };
}

/**
 * The module of a function. A function that writes has the name of its run-once resource, and in some languages both
 * would be one file or one type.
 */
function moduleOf({ effect }: AnyFunction): string {
  return effect === "read" ? MODULE : "orgform:call";
}

function callPiece(definition: AnyFunction, types: Types): Piece {
  const { name, doc, notes = [], effect } = definition;
  const args = programArgumentsOf(definition);
  const result = callPieces(pascalName(name), resultOf(definition), types);
  const always = resultOf(definition).filter(([, rules]) => !isOptional(rules));
  return {
    description: [doc, ...notes].map((text) => printed(text)).join("\n\n"),
    inputs: {
      properties: callPieces(pascalName(name), args, types),
      required: args.filter(([, rules]) => !isOptional(rules)).map(([field]) => field),
    },
    outputs: givesRows(definition)
      ? { properties: { items: itemsPiece(definition, types) }, required: ["items"] }
      : {
          properties: { ...result, ...(effect === "read" ? {} : PLANNED) },
          required: effect === "read" ? always.map(([field]) => field) : ["planned"],
        },
  };
}

/** The result of a writing function in a preview. */
const PLANNED = {
  planned: { type: "boolean", description: "Whether this is a preview, which sends nothing." },
  plan: { type: "string", description: "In a preview, what the call would do." },
} as const;

function itemsPiece(definition: AnyFunction, types: Types): Piece {
  const fields = resultOf(definition);
  const row: Shape = {
    type: "object",
    properties: Object.fromEntries(
      fields.map(([field, rules]) => [field, { ...(isAnyJson(rules) ? {} : shapeOf(rules)), doc: rules.doc }]),
    ),
    required: fields.filter(([, rules]) => !isOptional(rules)).map(([field]) => field),
  };
  const items = types.of({ type: "array", items: row }, pascalName(definition.name));
  return { ...items, description: "Rows, at most `limit`." };
}

function callPieces(prefix: string, fields: readonly (readonly [string, Field])[], types: Types): Piece {
  return Object.fromEntries(
    fields.map(([name, rules]) => [
      name,
      {
        ...types.of(isAnyJson(rules) ? {} : shapeOf(rules), prefix + pascalName(name)),
        description: printed(rules.doc),
        ...(rules.secret === true ? { secret: true } : {}),
      },
    ]),
  );
}

/** The suffix of a lookup's types, which lack the secrets of the resource's types. */
const SHOWN = "Shown";

function pieces(
  definition: AnyResource,
  fields: readonly (readonly [string, Field])[],
  types: Types,
  side: "given" | "kept" | typeof SHOWN = "kept",
): Piece {
  const typeOf = (name: string, rules: Field): Piece => {
    const typeName = `${definition.name}${pascalName(name)}`;
    if (side === "given") return types.input(shapeOf(rules), typeName);
    return side === "kept" || secretMembers(name, rules).length === 0
      ? types.of(shapeOf(rules), typeName)
      : types.of(lookedUpShapeOf(rules), `${typeName}${side}`);
  };
  return Object.fromEntries(
    fields.map(([name, rules]) => [
      name,
      {
        ...typeOf(name, rules),
        description: printed(rules.doc),
        ...(rules.secret === true ? { secret: true } : {}),
        ...(rules.onChange === "replace" ? { willReplaceOnChanges: true } : {}),
        // A member of a C# class must not have the name of the class.
        ...(pascalName(name) === definition.name ? { language: { csharp: { name: `${definition.name}Name` } } } : {}),
      },
    ]),
  );
}

function isAlwaysThere(rules: Field): boolean {
  return rules.fromConfig !== undefined || !isOptional(rules) || defaultOf(rules) !== undefined;
}

const KINDS = { text: "string", "whole number": "integer", boolean: "boolean" } as const;

function settingsPieces(): Piece {
  return Object.fromEntries(SETTINGS.map((setting) => [setting.name, settingPiece(setting)]));
}

function settingPiece({ kind, doc, secret, variables }: SettingDeclaration): Piece {
  return {
    type: KINDS[kind],
    description: `${doc} If not set, taken from the environment: ${variables.join(", ")}.`,
    ...(secret ? { secret: true } : {}),
  };
}

function sortedRecord(entries: readonly (readonly [string, Piece])[]): Piece {
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
