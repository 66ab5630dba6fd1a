import { actionOf } from "../../../src/app/actions.ts";
import { lookUpOf } from "../../../src/app/look-ups.ts";
import { served } from "../../../src/app/served.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { EXAMPLE_NAME } from "../../../src/engines/generator.ts";
import { hclBlock, hclExample, hclLookUp } from "../../../src/engines/terraform/generator/examples.ts";
import type { SchemaPiece } from "../../../src/engines/terraform/generator/schema-json.ts";
import { typeNameOf } from "../../../src/engines/terraform/provider/names.ts";
import { scopeParts } from "../../../src/engines/terraform/provider/data-sources.ts";
import { isAction } from "../../../src/model/action.ts";
import { type AnyResource, isListed } from "../../../src/model/definition.ts";
import { formatId } from "../../../src/model/identity.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { snakeName } from "../../../src/model/names.ts";

/** The folder of examples for each kind of schema, and the name of its example file. */
const FILES = {
  resource_schemas: ["resources", "resource.tf"],
  data_source_schemas: ["data-sources", "data-source.tf"],
  ephemeral_resource_schemas: ["ephemeral-resources", "ephemeral-resource.tf"],
  list_resource_schemas: ["list-resources", "list-resource.tfquery.hcl"],
  action_schemas: ["actions", "action.tf"],
  functions: ["functions", "function.tf"],
} as const;

/** A kind of schema. */
export type SchemaKind = keyof typeof FILES;

/** Every kind that has pages. */
export const SCHEMA_KINDS = Object.keys(FILES) as readonly SchemaKind[]; // -- the keys of the literal above

/** Values of the parts of an identity that no example declares. */
const PARTS: Readonly<Record<string, string>> = {
  organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
  projectId: "17",
  target: "dashboard",
  subject: "member:ann@acme.example",
  kind: "s3-compatible",
  name: "warehouse",
  email: "ann@acme.example",
  itemId: "42",
};
const SOME_ID = "01912346-0123-7def-9012-3456789abcde";

/** The identity of the example's object. */
function identityOf({ identity, example }: AnyResource): Record<string, string> {
  const given: Values = isRecord(example) ? example : {};
  const valueOf = (part: string): string => {
    const own = given[part];
    return typeof own === "string" ? own : (PARTS[part] ?? SOME_ID);
  };
  return Object.fromEntries(identity.parts.map((part) => [part, valueOf(part)]));
}

/** Pure functions of the provider, by name. */
const FUNCTION_EXAMPLES: Readonly<Record<string, string>> = {
  format_id: `output "id" {
  value = provider::orgform::format_id("orgform_domain", {
    organization_id = "${PARTS["organizationId"] ?? ""}"
    domain_id       = "${SOME_ID}"
  })
}`,
  parse_id: `output "domain_id" {
  value = provider::orgform::parse_id("orgform_domain", "${PARTS["organizationId"] ?? ""}/${SOME_ID}")["domain_id"]
}`,
};

/**
 * The examples of a provider's schema, as texts by the path where the page writer expects them.
 *
 * @param schema - the provider's part of `providersSchema`. Everything in it gets an example
 * @throws Error naming a part without an example
 */
export function exampleFiles(schema: Readonly<Record<string, SchemaPiece>>): Map<string, string> {
  const files = new Map<string, string>();
  for (const kind of SCHEMA_KINDS) {
    const [folder, file] = FILES[kind];
    for (const [name, piece] of Object.entries(schema[kind] ?? {})) {
      const text = exampleOf(kind, name, piece);
      if (text === undefined) throw new Error(`No example for ${name} of ${kind}`);
      files.set(`examples/${folder}/${name}/${file}`, `${text}\n`);
    }
  }
  for (const definition of served) if (!isAction(definition)) addImports(definition, files);
  return files;
}

function exampleOf(kind: SchemaKind, name: string, piece: unknown): string | undefined {
  const definition = served.find((one) => typeNameOf(one) === name);
  switch (kind) {
    case "resource_schemas":
      return definition?.example === undefined ? undefined : hclExample(definition, definition.example);
    case "data_source_schemas":
      return dataSourceExample(name, definition);
    case "list_resource_schemas":
      return definition === undefined ? undefined : listExample(definition);
    case "action_schemas": {
      const calls = functions.find((one) => typeNameOf(one) === name);
      return calls === undefined ? undefined : actionExample(actionOf(calls));
    }
    case "ephemeral_resource_schemas":
      return ephemeralExample(name, piece);
    case "functions":
      return FUNCTION_EXAMPLES[name];
  }
}

function dataSourceExample(name: string, definition: AnyResource | undefined): string | undefined {
  const found = definition === undefined ? undefined : lookUpOf(definition);
  if (found !== undefined) {
    const given: Values = found.definition.example ?? {};
    return hclLookUp(found, { ...identityOf(found.definition), ...given });
  }
  const calls = functions.find((one) => typeNameOf(one) === name);
  return calls === undefined ? undefined : hclBlock("data", actionOf(calls), actionOf(calls).example ?? {});
}

/** A `list` block. The place to search is in a separate block. */
function listExample(definition: AnyResource): string | undefined {
  if (!isListed(definition)) return undefined;
  const scope = scopeParts(definition).map((part) => [snakeName(part), identityOf(definition)[part] ?? ""] as const);
  const config = scope.length === 0 ? "" : `\n\n  config {\n${attributes(scope, "    ")}  }`;
  return `list "${typeNameOf(definition)}" "all" {\n  provider = orgform${config}\n}`;
}

function actionExample(definition: AnyResource): string {
  const [, ...lines] = hclBlock("resource", definition, definition.example ?? {}).split("\n");
  const config = lines.slice(0, -1).map((line) => (line === "" ? line : `  ${line}`));
  return `action "${typeNameOf(definition)}" "${EXAMPLE_NAME}" {\n  config {\n${config.map((line) => `${line}\n`).join("")}  }\n}`;
}

/** The required attributes, and the parts of an identity, with values of their types. */
function ephemeralExample(name: string, piece: unknown): string {
  const { block } = isRecord(piece) ? piece : {};
  const { attributes: own } = isRecord(block) ? block : {};
  const given = Object.entries(isRecord(own) ? own : {}).flatMap(([attribute, rules]) => {
    const isGiven = isRecord(rules) && (rules["required"] === true || attribute === "project_id");
    return isGiven ? [[attribute, sampleOf(attribute)] as const] : [];
  });
  return `ephemeral "${name}" "${EXAMPLE_NAME}" {\n${attributes(given, "  ")}}`;
}

function sampleOf(attribute: string): string {
  const [, value] = Object.entries(PARTS).find(([part]) => snakeName(part) === attribute) ?? [];
  return value ?? SOME_ID;
}

function attributes(given: readonly (readonly [string, string])[], indent: string): string {
  const width = Math.max(0, ...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${indent}${name.padEnd(width)} = ${JSON.stringify(value)}\n`).join("");
}

/** The three ways to import an object. */
function addImports(definition: AnyResource, files: Map<string, string>): void {
  const type = typeNameOf(definition);
  const parts = identityOf(definition);
  const id = formatId(definition.identity.parts, parts);
  const given = Object.entries(parts).map(([part, value]) => [snakeName(part), value] as const);
  const folder = `examples/resources/${type}`;
  const block = (lines: string): string => `import {\n  to ${lines}}\n`;
  files.set(`${folder}/import.sh`, `terraform import ${type}.${EXAMPLE_NAME} '${id}'\n`);
  files.set(`${folder}/import-by-string-id.tf`, block(`= ${type}.${EXAMPLE_NAME}\n  id = ${JSON.stringify(id)}\n`));
  files.set(
    `${folder}/import-by-identity.tf`,
    block(`= ${type}.${EXAMPLE_NAME}\n  identity = {\n${attributes(given, "    ")}  }\n`),
  );
}
