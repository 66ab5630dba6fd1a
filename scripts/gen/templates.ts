import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "templates";

/**
 * The module with every template's files, for `orgform init`: npm omits a `.gitignore` from packages, and a single
 * executable has no folder beside it.
 */
export function templatesModule(root: string): string {
  const names = readdirSync(join(root, FOLDER)).toSorted();
  const templates = Object.fromEntries(names.map((name) => [name, filesIn(join(root, FOLDER, name))]));
  return `// Written by \`npm run gen\` from templates/; do not edit.

/** The files of each template, by path below its folder. */
export const TEMPLATES = ${JSON.stringify(templates)} as const;
`;
}

/** The module with the instructions for coding agents, which packages also have as a file. */
export function skillModule(root: string): string {
  const text = readFileSync(join(root, "skills/orgform/SKILL.md"), "utf8");
  return `// Written by \`npm run gen\` from skills/orgform/SKILL.md; do not edit.

/** The steps that an agent goes through. */
export const SKILL = ${JSON.stringify(text)};
`;
}

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Object.fromEntries(files.toSorted().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
