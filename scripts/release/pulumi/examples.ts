import { served } from "../../../src/app/served.ts";
import { ON_EVERY_RUN } from "../../../src/app/program-calls.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { typescriptExample, yamlExample } from "../../../src/engines/pulumi/generator/examples.ts";
import { confirmedExample } from "../../../src/model/function.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { type Declared, INDEX } from "./declared.ts";
import { csharpExample } from "./languages/csharp.ts";
import { goExample } from "./languages/go.ts";
import { javaExample } from "./languages/java.ts";
import { pythonExample } from "./languages/python.ts";
import { typescriptCall } from "./languages/typescript.ts";
import { yamlCall } from "./languages/yaml.ts";
import { typedMembers, type TypeSpec, type Types } from "./typed-value.ts";

/** The parts of the schema that examples use. */
export interface ExampleSchema {
  readonly language: {
    readonly csharp: { readonly rootNamespace: string; readonly namespaces: Readonly<Record<string, string>> };
    readonly go: { readonly importBasePath: string };
    readonly java: { readonly basePackage: string };
  };
  readonly types: Types;
  readonly resources: Readonly<
    Record<string, { readonly inputProperties?: TypeSpec["properties"]; readonly requiredInputs?: readonly string[] }>
  >;
  readonly functions: Readonly<Record<string, { readonly inputs?: TypeSpec }>>;
}

/** A program in each language, by the name that marks its block: \`csharp\`. */
export type Programs = Readonly<Record<"typescript" | "python" | "go" | "csharp" | "java" | "yaml", string>>;

/**
 * The example of a resource in every language.
 *
 * @throws Error naming a resource without an example, or a member that the schema lacks
 */
export function resourcePrograms(token: string, schema: ExampleSchema): Programs {
  const { name, module } = partsOf(token);
  const definition = served.find((one) => one.name === name);
  if (definition?.example === undefined) throw new Error(`No example for ${token}`);
  const { inputProperties = {}, requiredInputs = [] } = schema.resources[token] ?? {};
  const values: Values = definition.example;
  const members = typedMembers(values, { properties: inputProperties, required: requiredInputs }, schema.types);
  return {
    typescript: typescriptExample(definition, values, "orgform/pulumi-plugin"),
    ...generatedPrograms({ kind: "resource", name, module, isGetOfResource: false, members }, schema),
    yaml: yamlExample(definition, values),
  };
}

/**
 * The call of a function in every language, even if the function writes.
 *
 * @throws Error naming an unknown function, or a field that the schema lacks
 */
export function functionPrograms(token: string, schema: ExampleSchema): Programs {
  const { name, module } = partsOf(token);
  const definition = functions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`No example for ${token}`);
  const isWrite = definition.effect !== "read";
  const values: Values = { ...confirmedExample(definition), ...(isWrite ? { [ON_EVERY_RUN]: true } : {}) };
  const members = typedMembers(values, schema.functions[token]?.inputs ?? {}, schema.types);
  const isGetOfResource = served.some((one) => name === `get${one.name}`);
  return {
    typescript: typescriptCall(name, values),
    ...generatedPrograms({ kind: "function", name, module, isGetOfResource, members }, schema),
    yaml: yamlCall(module === INDEX ? `orgform:${name}` : token, values),
  };
}

/** The languages whose classes Pulumi generates from the schema. */
function generatedPrograms(declared: Declared, { language }: ExampleSchema): Omit<Programs, "typescript" | "yaml"> {
  const { rootNamespace, namespaces } = language.csharp;
  return {
    python: pythonExample(declared),
    go: goExample(declared, language.go.importBasePath),
    csharp: csharpExample(declared, `${rootNamespace}.${namespaces["orgform"] ?? ""}`),
    java: javaExample(declared, language.java.basePackage),
  };
}

function partsOf(token: string): { readonly module: string; readonly name: string } {
  const [, module = "", name = ""] = token.split(":");
  return { module, name };
}
