import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

import { descriptionOf, type SitePage, titleAndText } from "./page.ts";

/** Languages of the files that a page of an example shows. */
const SHOWN: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".mjs": "js",
  ".tf": "hcl",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".py": "python",
  ".go": "go",
  ".java": "java",
  ".cs": "csharp",
  ".hog": "text",
};

/** Titles of the examples that have no page of their own in the repository. */
const LANGUAGES: Readonly<Record<string, string>> = {
  yaml: "YAML",
  python: "Python",
  go: "Go",
  java: "Java",
  csharp: "C#",
};

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => !name.includes("node_modules") && extname(name) in SHOWN).toSorted();
}

/** A page for each folder of `examples`, with its README and its files. */
export function examplePages(root: string): SitePage[] {
  const names = readdirSync(join(root, "examples")).toSorted();
  return names.map((name) => {
    const folder = join(root, "examples", name);
    const readme = join(folder, "README.md");
    const source = `examples/${name}/README.md`;
    const { title, text } = existsSync(readme)
      ? titleAndText(source, readFileSync(readme, "utf8"))
      : {
          title: `Single sign-on in ${LANGUAGES[name] ?? name}`,
          text: `The program of the guide to [single sign-on](../../docs/guides/single-sign-on.md), in ${LANGUAGES[name] ?? name}; [how to set it up](../../docs/guides/languages.md).\n`,
        };
    const blocks = filesBelow(folder).map((file) => {
      const content = readFileSync(join(folder, file), "utf8").trimEnd();
      return `### \`${file}\`\n\n\`\`\`${SHOWN[extname(file)]}\n${content}\n\`\`\``;
    });
    const whole = `${text.trim()}\n\n## The files\n\n${blocks.join("\n\n")}\n`;
    return {
      route: `examples/${name}`,
      title,
      description: descriptionOf(text),
      text: whole,
      source,
      edit: `examples/${name}`,
    };
  });
}
