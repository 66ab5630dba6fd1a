import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { isRecord, parsedJson } from "../../../model/json-value.ts";
import type { ProgramEntry, ProgramSources, SourcePlace } from "../../engine.ts";
import { type Declaration, declarationsIn } from "./declarations.ts";

/** The names of a project file, the most common first. */
export const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"] as const;

/** The files of programs. */
const PROGRAM_TEXT = /\.(?:[cm]?[jt]sx?|py|go|java|cs|ya?ml)$/u;

/** Folders of downloaded or built files. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  "node_modules",
  "dist",
  "build",
  "target",
  "bin",
  "obj",
  "venv",
  "vendor",
]);

/** More than the files of any program by hand. */
const MOST_FILES = 2_000;

/**
 * Where a Pulumi program declares its resources. The state has no location, so the name of a resource is searched for:
 * in quotes, or as a key of YAML.
 */
export function sourcesIn(folder: string): ProgramSources {
  const main = PROJECT_FILES.find((name) => existsSync(join(folder, name)));
  const files = filesIn(folder, ".").slice(0, MOST_FILES);
  const lines = files.map((file) => [file, readFileSync(join(folder, file), "utf8").split("\n")] as const);
  let declarations: (Declaration & { readonly file: string })[] | undefined;
  return {
    main: main ?? PROJECT_FILES[0],
    declaredAt: ({ address }): SourcePlace | undefined => {
      const name = address.replaceAll(/[\\^$.+*?()[\]{}|/]/gu, "\\$&");
      const pattern = new RegExp(`(?<quote>["'\`])${name}\\k<quote>|^\\s+${name}:\\s*$`, "u");
      for (const [file, text] of lines) {
        const index = text.findIndex((line) => pattern.test(line));
        if (index !== -1) return { file, line: index + 1 };
      }
      return undefined;
    },
    declarationOf: ({ address, resource }) => {
      declarations ??= lines
        .filter(([name]) => /\.[cm]?[jt]sx?$/u.test(name))
        .flatMap(([file, text]) => declarationsIn(text.join("\n")).map((one) => ({ ...one, file })));
      const found = declarations.find((one) => one.name === address && one.resource === resource);
      if (found === undefined) return undefined;
      return { file: found.file, lines: found.lines, linesOf: (input) => found.members.get(input) };
    },
    entry: entryOf(folder),
  };
}

/** The file with which a program begins. @source Pulumi: `main` of `package.json`, else the index of the folder */
function entryOf(folder: string): ProgramEntry {
  const manifest = parsedJson(textIn(join(folder, "package.json")));
  if (!isRecord(manifest)) return { file: PROJECT_FILES[0], language: "other" };
  const { main, type } = manifest;
  const usual = existsSync(join(folder, "index.ts")) ? "index.ts" : "index.js";
  const file = typeof main === "string" ? main.replace(/^\.\//u, "") : usual;
  const isModule = (type === "module" || file.endsWith(".mjs") || file.endsWith(".mts")) && !/\.c[jt]s$/u.test(file);
  if (/\.[cm]?tsx?$/u.test(file)) return { file, language: isModule ? "typescript module" : "typescript" };
  return { file, language: isModule ? "module" : "commonjs" };
}

function textIn(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function filesIn(folder: string, below: string): string[] {
  const entries = entriesOf(join(folder, below)).toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const files = entries.filter((one) => one.isFile() && PROGRAM_TEXT.test(one.name) && !isSettings(one.name));
  const folders = entries.filter((one) => one.isDirectory() && !one.name.startsWith(".") && !NOT_WRITTEN.has(one.name));
  return [
    ...files.map(({ name }) => join(below, name)),
    ...folders.flatMap(({ name }) => filesIn(folder, join(below, name))),
  ];
}

/** Settings of a stack name values, not resources. */
const isSettings = (name: string): boolean => /^Pulumi\..+\.ya?ml$/u.test(name);

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
