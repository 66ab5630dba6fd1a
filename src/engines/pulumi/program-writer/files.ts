import { camelCase, kebabCase, Names, plainWords, wordsOf, wordsOfName } from "../../../adopt/names.ts";
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
import { stringLiteral, TYPESCRIPT, typescriptOf } from "../../../adopt/typescript.ts";
import type { ImportedObject, InState, PackageVersions, ProgramWriter } from "../../engine.ts";
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

/** The other names that a program's file declares. */
const OWN_NAMES = ["orgform", "pulumi", "config", "imports"];

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

/** With the native plugin. A program of dynamic resources, which can't be imported, uses `adopt`. */
function importLine(definition: AnyResource, { name, id }: ImportedObject, beside: readonly InState[] = []): string {
  const words = kebabCase(new Names().give(wordsOf(name), wordsOfName(definition.name)));
  const isDynamic = beside.some(({ handle }) => handle !== undefined && !isOfPlugin(handle));
  return isDynamic
    ? `new orgform.${definition.name}(${stringLiteral(words)}, { adopt: ${stringLiteral(id)}, ... })`
    : `pulumi import orgform:index:${definition.name} ${words} ${shellWord(id)}`;
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
    "index.ts": ['import "./imports";\n', ...imports].join(""),
    "imports.ts": importsFile(program),
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

function projectNameOf({ words }: Program): string {
  return kebabCase(plainWords(words)) || "organization";
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

/**
 * The ids, apart from the declarations: one that stays after the first update would stop the stack as soon as its object
 * is gone, because the engine then tries the import again.
 */
function importsFile({ kinds }: Program): string {
  return `import * as pulumi from "@pulumi/pulumi";

// What the first \`pulumi up\` imports. Afterwards, delete this file and its line in index.ts.
const ids: Readonly<Record<string, string>> = ${TYPESCRIPT.record(kinds.flatMap(idsOf), "")};

pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) => {
${STEP}const id = ids[type + "::" + name];
${STEP}return id === undefined ? undefined : { props, opts: pulumi.mergeOptions(opts, { import: id }) };
});
`;
}

/** The ids by type and name. */
function idsOf(kind: Kind): (readonly [string, string])[] {
  const keyOf = (name: string): string => `orgform:index:${kind.definition.name}::${name}`;
  const table = tableOf(kind);
  if (table !== undefined)
    return table.rows.map(({ key }) => [keyOf(key), stringLiteral(table.idPrefix + key)] as const);
  return kind.objects.map(({ words, id }) => [keyOf(kebabCase(words)), stringLiteral(id)] as const);
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
function tableText(className: string, { key, common, columns, rows }: Table): string {
  const data = rows.map((row) => [row.key, typescriptOf(row.cells, STEP)] as const);
  const args = [
    ...Object.entries(common).map(([name, input]) => `${name}: ${expressionText(input, STEP + STEP, referenceTo)}`),
    key,
    ...(columns.length === 0 ? [] : ["...settings"]),
  ];
  const row = columns.length === 0 ? `[${key}]` : `[${key}, settings]`;
  return `const people = ${TYPESCRIPT.record(data, "")} as const;

for (const ${row} of Object.entries(people)) {
${STEP}new orgform.${className}(${key}, { ${args.join(", ")} });
}
`;
}

function namespaceOf(definition: AnyResource): string {
  return camelCase(fileWordsOf(definition));
}

function declarationText(className: string, { words, inputs }: DeclaredObject): string {
  const args = Object.entries(inputs).map(
    ([name, input]) => [name, expressionText(input, STEP + STEP, referenceTo)] as const,
  );
  return `export const ${camelCase(words)} = new orgform.${className}(
${STEP}${stringLiteral(kebabCase(words))},
${STEP}${TYPESCRIPT.record(args, STEP)},
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
      "change anything. After `pulumi up`, delete `imports.ts` and its line in `index.ts`: an ID that stays there stops the " +
      "stack once its object is deleted.",
  };
}

/** Whether an object of a state is declared with a class of the native plugin, by its URN. */
export function isOfPlugin(urn: string): boolean {
  return urn.includes("::orgform:index:");
}
