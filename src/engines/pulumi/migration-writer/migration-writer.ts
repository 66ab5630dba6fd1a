import { isOfPlugin } from "../program-writer/files.ts";
import { STEP } from "../../../adopt/literal.ts";
import { camelCase, kebabCase } from "../../../adopt/names.ts";
import { type Expression, leavesOf, type NamedObject, valueOf } from "../../../adopt/program.ts";
import { shellWord } from "../../../adopt/shell-word.ts";
import { stringLiteral, TYPESCRIPT } from "../../../adopt/typescript.ts";
import type { Change, Migration, NewObject } from "../../../migrate/migration.ts";
import { ADOPT } from "../../../model/definition.ts";
import type { MigrationPlace, MigrationWriter, WrittenMigration } from "../../engine.ts";
import { expressionText } from "../program-writer/expression.ts";

/** Writes migrations for Pulumi, in TypeScript that is JavaScript as well. */
export const migrationWriter: MigrationWriter = {
  reserved: ["orgform", "pulumi", "config", "readFileSync"],
  write,
};

const referenceTo = ({ words }: NamedObject): string => camelCase(words);

const EXTENSIONS: Readonly<Record<MigrationPlace["entry"]["language"], string>> = {
  typescript: "ts",
  "typescript module": "ts",
  module: "js",
  commonjs: "mjs",
  other: "ts",
  hcl: "ts",
};

function write({ changes }: Migration, place: MigrationPlace): WrittenMigration {
  const file = `migration.${EXTENSIONS[place.entry.language]}`;
  const stack = place.stack === undefined ? [] : ["--stack", shellWord(place.stack)];
  const made = partsOf(changes, "made");
  const leaving = partsOf(changes, "leaving").map(({ object }) => object.handle ?? object.address);
  return {
    file,
    text: codeOf(
      made,
      place.objects.some(({ handle }) => handle !== undefined && isOfPlugin(handle)),
    ),
    takeIn: loadLine(place, file),
    fillIn: partsOf(changes, "secrets").map(({ words, isPlain }) =>
      ["pulumi config set", ...(isPlain === true ? [] : ["--secret"]), ...stack, camelCase(words)].join(" "),
    ),
    leave: {
      words: "These commands remove them from the state. Nothing is deleted in the service.",
      commands: leaving.map((urn) => ["pulumi state delete --yes", ...stack, shellWord(urn)].join(" ")),
    },
    preview: ["pulumi preview", ...stack].join(" "),
    apply: ["pulumi up", ...stack].join(" "),
    afterwards:
      "The preview shows creations and imports, and updates of the declarations that lost lines, for which nothing is sent. Nothing " +
      "is replaced, and nothing that should stay is deleted. " +
      "After one `pulumi up`, a preview is empty. The new code contains IDs. You can replace them with outputs of other " +
      "resources, which makes no difference.",
  };
}

/** One part of all changes. */
function partsOf<K extends "made" | "leaving" | "secrets">(
  changes: readonly Change[],
  part: K,
): NonNullable<Change[K]>[number][] {
  return changes.flatMap((change): NonNullable<Change[K]>[number][] => [...(change[part] ?? [])]);
}

/**
 * The line with which the program loads the file: from beside its first file, because a compiler might require all
 * sources in one folder.
 */
function loadLine({ folder, entry }: MigrationPlace, file: string): string {
  const beside = entry.file.slice(0, entry.file.lastIndexOf("/") + 1);
  const extension = file.slice(file.lastIndexOf(".") + 1);
  const moved = (path: string): string =>
    `Move the file to the others with \`mv ${folder}/${file} ${beside}${folder}.${extension}\`, and add this line to ` +
    `\`${entry.file}\`: \`${entry.language === "commonjs" ? `import("${path}");` : `import "${path}";`}\``;
  switch (entry.language) {
    case "typescript":
      return moved(`./${folder}`);
    case "typescript module":
      return moved(`./${folder}.js`);
    case "module":
    case "commonjs":
      return moved(`./${folder}.${extension}`);
    default:
      return `The program is written neither in TypeScript nor in JavaScript: declare in its language what \`${folder}/${file}\` declares.`;
  }
}

function codeOf(made: readonly NewObject[], isPlugin: boolean): string {
  const leaves = made.flatMap(({ inputs }) => Object.values(inputs).flatMap(leavesOf));
  const named = new Set(leaves.flatMap((one) => (one.kind === "output" ? [one.of] : [])));
  const hasSecrets = leaves.some(({ kind }) => kind === "secret");
  const head = [
    ...(leaves.some(({ kind }) => kind === "file") ? ['import { readFileSync } from "node:fs";', ""] : []),
    ...(hasSecrets ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    `import * as orgform from "orgform/${isPlugin ? "pulumi-plugin" : "pulumi"}";`,
    ...(hasSecrets ? ["", "const config = new pulumi.Config();"] : []),
  ];
  return `${head.join("\n")}\n${made.map((one) => `\n${declarationText(one, named.has(one), isPlugin)}`).join("")}`;
}

/** Imported objects use the engine's options; dynamic resources, which it can't import, use an input. */
function declarationText(
  { definition, words, id, inputs, isThere }: NewObject,
  isNamed: boolean,
  isPlugin: boolean,
): string {
  const indent = STEP;
  const adopted: Record<string, Expression> = isThere && !isPlugin ? { [ADOPT]: valueOf(id) } : {};
  const args = Object.entries({ ...inputs, ...adopted }).map(
    ([name, input]) => [name, expressionText(input, indent + STEP, referenceTo)] as const,
  );
  const options = isThere && isPlugin ? `${indent}{ import: ${stringLiteral(id)} },\n` : "";
  const name = isNamed ? `const ${camelCase(words)} = ` : "";
  return `${name}new orgform.${definition.name}(\n${indent}${stringLiteral(kebabCase(words))},\n${indent}${TYPESCRIPT.record(args, indent)},\n${options});\n`;
}
