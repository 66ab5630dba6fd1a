import { camelCase, kebabCase, Names, wordsOf, wordsOfName } from "../../../adopt/names.ts";
import { shellWord } from "../../../adopt/shell-word.ts";
import { STEP } from "../../../adopt/literal.ts";
import {
  type DeclaredObject,
  fileWordsOf,
  type Kind,
  leavesOf,
  type NameRules,
  type NamedObject,
  type Program,
} from "../../../adopt/program.ts";
import { expressionText } from "./expression.ts";
import { type Table, tableOf } from "../../../adopt/table.ts";
import { readmeOf, type Steps } from "../../../adopt/readme.ts";
import { textOf, TYPESCRIPT, typescriptOf } from "../../../adopt/typescript.ts";
import type { ImportedObject, PackageVersions, ProgramWriter } from "../../engine.ts";
import type { AnyResource } from "../../../model/definition.ts";
import { MODEL_SPELLING } from "../../../model/messages.ts";

/** Versions that the examples are run with, too. */
const COMPILER = { "@types/node": "^20.19.43", typescript: "^5.9.3" } as const;

const TYPES = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
  },
  files: ["index.ts"],
} as const;

/** What a file of a program declares beside its objects. */
const OWN_NAMES = ["orgform", "pulumi", "config"];

/** Writes programs for Pulumi in TypeScript. */
export const programWriter: ProgramWriter = {
  language: "TypeScript",
  typeName: ({ name }) => `orgform.${name}`,
  spelling: () => MODEL_SPELLING,
  inputsIn: (_definition, written) => ({ inputs: { ...written }, strays: [] }),
  names,
  files,
  importLine,
};

/** With the native plugin; dynamic resources are taken over with `adopt`. */
function importLine(definition: AnyResource, { name, id }: ImportedObject): string {
  const words = new Names().give(wordsOf(name), wordsOfName(definition.name));
  return `pulumi import orgform:index:${definition.name} ${kebabCase(words)} ${shellWord(id)}`;
}

/** Names in a Pulumi program: the files of the kinds are imported by theirs. */
function names(definitions: readonly AnyResource[]): NameRules {
  return { reserved: [...OWN_NAMES, ...definitions.map((definition) => camelCase(fileWordsOf(definition)))] };
}

/**
 * The files of a program for Pulumi, by name. It imports with the native plugin: the engine refuses an import that would
 * change anything.
 */
function files(program: Program, { version, peerDependencies }: PackageVersions): Record<string, string> {
  const kinds = program.kinds.map((kind) => [`${kebabCase(fileWordsOf(kind.definition))}.ts`, kindFile(kind)] as const);
  const imports = program.kinds.map(({ definition }) => `import "./${kebabCase(fileWordsOf(definition))}";\n`);
  const name = projectNameOf(program);
  return {
    "Pulumi.yaml": projectFile(name, program.host),
    "README.md": readmeOf(program, steps(program)),
    ".gitignore": "node_modules/\n",
    "index.ts": imports.join(""),
    "package.json": json({
      name,
      private: true,
      main: "index.ts",
      dependencies: { "@pulumi/pulumi": peerDependencies["@pulumi/pulumi"] ?? "*", orgform: version },
      devDependencies: COMPILER,
    }),
    "tsconfig.json": json(TYPES),
    ...Object.fromEntries(kinds),
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Names of projects and packages are of plain letters. */
function projectNameOf({ words }: Program): string {
  return kebabCase(words.filter((word) => /^[a-z0-9]+$/u.test(word))) || "organization";
}

function projectFile(name: string, host: string): string {
  return `name: ${name}
runtime: nodejs
description: An organization, as it was when this program was written.
plugins:
  providers:
    - name: orgform
      path: node_modules/.bin
config:
  orgform:host: ${JSON.stringify(host)}
`;
}

function kindFile({ definition, objects }: Kind): string {
  const inputs = objects.flatMap((one) => Object.values(one.inputs).flatMap(leavesOf));
  const holders = new Set(inputs.flatMap((one) => (one.kind === "output" ? [one.of.definition] : [])));
  const hasSecrets = inputs.some(({ kind }) => kind === "secret");
  const imports = [
    ...(hasSecrets ? ['import * as pulumi from "@pulumi/pulumi";\n'] : []),
    'import * as orgform from "orgform/pulumi-plugin";\n',
    "\n",
    ...[...holders].map((holder) => `import * as ${namespaceOf(holder)} from "./${kebabCase(fileWordsOf(holder))}";\n`),
  ];
  const config = hasSecrets ? "\nconst config = new pulumi.Config();\n" : "";
  const head = `${imports.join("").trimEnd()}\n${config}`;
  const table = tableOf({ definition, objects });
  if (table !== undefined) return `${head}\n${tableText(definition.name, table)}`;
  return `${head}${objects.map((object) => `\n${declarationText(definition.name, object)}`).join("")}`;
}

/** Many people: what differs is data, and a loop declares them. */
function tableText(className: string, { key, common, columns, rows, idPrefix }: Table): string {
  const data = rows.map((row) => [row.key, typescriptOf(row.cells, STEP)] as const);
  const args = [
    ...Object.entries(common).map(([name, input]) => `${name}: ${expressionText(input, STEP + STEP, referenceTo)}`),
    key,
    ...(columns.length === 0 ? [] : ["...settings"]),
  ];
  const row = columns.length === 0 ? `[${key}]` : `[${key}, settings]`;
  return `const people = ${TYPESCRIPT.record(data, "")} as const;

for (const ${row} of Object.entries(people)) {
${STEP}new orgform.${className}(${key}, { ${args.join(", ")} }, { import: ${textOf(idPrefix)} + ${key} });
}
`;
}

function namespaceOf(definition: AnyResource): string {
  return camelCase(fileWordsOf(definition));
}

function declarationText(className: string, { words, id, inputs }: DeclaredObject): string {
  const args = Object.entries(inputs).map(
    ([name, input]) => [name, expressionText(input, STEP + STEP, referenceTo)] as const,
  );
  return `export const ${camelCase(words)} = new orgform.${className}(
${STEP}${textOf(kebabCase(words))},
${STEP}${TYPESCRIPT.record(args, STEP)},
${STEP}{ import: ${textOf(id)} },
);
`;
}

const referenceTo = ({ definition, words }: NamedObject): string => `${namespaceOf(definition)}.${camelCase(words)}`;

function steps({ secrets }: Program): Steps {
  return {
    setUp: ["npm install", "pulumi stack init production", "pulumi config set --secret orgform:apiKey"],
    fillIn: secrets.map(({ words, isRequired }) => ({
      command: `pulumi config set --secret ${camelCase(words)}`,
      isRequired,
    })),
    preview: "pulumi preview",
    apply: "pulumi up",
    afterwards:
      "`pulumi preview` shows every object as an import and nothing as a change: the engine refuses an import that would " +
      "change anything. Afterwards the options `import` have no effect and may stay or go.",
  };
}
