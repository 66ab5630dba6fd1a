import { lookUpOf } from "../../../app/look-ups.ts";
import type { AnyResource } from "../../../model/definition.ts";
import type { AnyFunction } from "../../../model/function.ts";
import { EXAMPLE_NAME, type ExistingRow, type Generator, oneOf, type PackageFacts } from "../../generator.ts";
import { pulumiClasses } from "./classes.ts";
import { typescriptExample, yamlExample } from "./examples.ts";
import { pulumiFunctions } from "./functions.ts";
import { pulumiSchema } from "./schema.ts";
import { pulumiIndex, pulumiTables } from "./tables.ts";
import { kebabName } from "../../../model/names.ts";
import { SETTINGS } from "../../../app/settings.ts";

const FOLDER = "src/engines/pulumi";

/** The schema of the native plugin, which its process loads. */
export const SCHEMA_FILE = `${FOLDER}/plugin/schema.generated.json`;

/** Writes the classes, the modules that states name, and the plugin's schema. */
export const generator: Generator = {
  files,
  examples: (definition, values) => [
    {
      title:
        "Pulumi in TypeScript; with the [native plugin](../guides/native-plugin.md), import `orgform/pulumi-plugin`",
      language: "ts",
      text: typescriptExample(definition, values),
    },
    {
      title: "Pulumi in YAML, with the native plugin",
      language: "yaml",
      text: yamlExample(definition, values),
    },
  ],
  spelling: () => "",
  existing,
  lookUp: () => undefined,
};

function files(
  served: readonly AnyResource[],
  functions: readonly AnyFunction[],
  facts: PackageFacts,
): Map<string, string> {
  const indexes = ["classes", "dynamic"].map(
    (adapter) => [`${FOLDER}/${adapter}/index.generated.ts`, pulumiIndex(served, functions)] as const,
  );
  return new Map([
    [`${FOLDER}/program/resources.generated.ts`, pulumiClasses(served)],
    [`${FOLDER}/program/functions.generated.ts`, pulumiFunctions(functions)],
    [`${FOLDER}/program/tables.generated.ts`, pulumiTables(served, functions)],
    [`${FOLDER}/program/provider-args.generated.ts`, providerArgs()],
    ...indexes,
    [SCHEMA_FILE, pulumiSchema(served, facts)],
    ...served.map(({ name }) => [dynFile(name), dynModule(name)] as const),
  ]);
}

function existing(definition: AnyResource): readonly ExistingRow[] {
  const { name, identity } = definition;
  const id = identity.parts.map((part) => `<${part}>`).join("/");
  const found = lookUpOf(definition);
  const lookUp = found === undefined ? "" : `; function \`orgform:${found.name}\` by ${oneOf(found.by)}`;
  return [
    {
      way: "Pulumi, `orgform/pulumi`",
      takeOver: "`adopt` with its ID or name, because the engine can't import dynamic resources",
      lookUp: `\`${name}.get("name", "${id}")\``,
    },
    {
      way: "Pulumi, native plugin",
      takeOver: `\`pulumi import orgform:index:${name} ${EXAMPLE_NAME} ${id}\`, or \`adopt\``,
      lookUp: `\`${name}.get\`${lookUp}`,
    },
  ];
}

/** The module that the stored code of a resource requires. */
function dynModule(name: string): string {
  return `// Written by \`npm run gen\`; the states of users name this file: it never moves.\nmodule.exports = require("./bridge.cjs")("${name}");\n`;
}

/** The file of {@link dynModule}. */
function dynFile(name: string): string {
  return `src/dyn/${kebabName(name)}.cjs`;
}

const TYPES = { text: "string", "whole number": "number", boolean: "boolean" } as const;

/** Writes the arguments of the explicit provider of the native plugin. */
function providerArgs(): string {
  const fields = SETTINGS.map(
    ({ name, doc, kind }) => `  /** ${doc} */\n  readonly ${name}?: pulumi.Input<${TYPES[kind]}> | undefined;`,
  );
  const secret = SETTINGS.filter((one) => one.secret).map(({ name }) => name);
  return `// Written by \`npm run gen\` from src/app/settings.ts; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** Settings of an explicit provider. Settings that you leave out come from the stack's configuration, then from the environment. */
export interface ProviderArgs {
${fields.join("\n")}
}

/** Names of all settings. */
export const SETTING_NAMES = ${JSON.stringify(SETTINGS.map(({ name }) => name))} as const satisfies readonly (keyof ProviderArgs)[];

/** Settings that are secrets in any case. */
export const SECRET_SETTINGS: readonly string[] = ${JSON.stringify(secret)};
`;
}
