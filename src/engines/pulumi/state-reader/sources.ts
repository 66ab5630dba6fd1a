import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { ProgramSources, SourcePlace } from "../../engine.ts";

/** Where a project is described, the usual name first. */
export const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"] as const;

/** What programs are written in. */
const PROGRAM_TEXT = /\.(?:[cm]?[jt]sx?|py|go|java|cs|ya?ml)$/u;

/** Folders of what was fetched or built. */
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
 * Where a program of Pulumi declares its resources. State tells no place, so that the name of a resource is looked for: in
 * quotes, or as a key of YAML.
 */
export function sourcesIn(folder: string): ProgramSources {
  const main = PROJECT_FILES.find((name) => existsSync(join(folder, name)));
  const files = filesIn(folder, ".").slice(0, MOST_FILES);
  const lines = files.map((file) => [file, readFileSync(join(folder, file), "utf8").split("\n")] as const);
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
  };
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
