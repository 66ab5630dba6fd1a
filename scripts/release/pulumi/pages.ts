import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../../../src/app/settings.ts";
import { addressesOf, manifestOf } from "./registry-schema.ts";

/** The languages in the choosers of Pulumi's documentation, by the marks of code blocks here. */
const LANGUAGES = {
  ts: "typescript",
  python: "python",
  go: "go",
  csharp: "csharp",
  java: "java",
  yaml: "yaml",
} as const;

/** The settings of `Pulumi.yaml` for a plugin from npm. A plugin from a registry needs none. */
const OWN_PLUGIN = /^plugins:\n(?: .*\n)+/mu;

/** The two pages that Pulumi's registry requires besides the schema, by name. */
export function pulumiPages(root: string): Map<string, string> {
  const manifest = manifestOf(root);
  const { version, description } = manifest;
  return new Map([
    ["_index.md", `${frontMatter("Orgform", description)}\n${description}\n\n## Example\n\n${examples(root)}`],
    [
      "installation-configuration.md",
      `${frontMatter("Orgform installation and configuration", "How to install and configure the Orgform provider.")}
## Installation

For programs in TypeScript and JavaScript the classes are in the npm package [\`orgform\`](https://www.npmjs.com/package/orgform),
as \`orgform/pulumi-plugin\`. For the other languages they are made on your machine:

\`\`\`bash
pulumi plugin install resource orgform v${version} --server ${addressesOf(manifest).archives(version)}
pulumi package gen-sdk orgform --language python --out sdks
\`\`\`

The languages are \`python\`, \`go\`, \`java\` and \`dotnet\`. YAML needs no classes.

## Configuration

Configuration overrides environment variables. If several variables are set, the first one listed applies.

| configuration | environment | required | meaning |
|---|---|---|---|
${SETTINGS.map(settingRow).join("\n")}

Set the key with \`pulumi config set --secret orgform:apiKey\`. A key from the environment is never in the state.
`,
    ],
  ]);
}

function frontMatter(title: string, description: string): string {
  return `---\ntitle: ${title}\nmeta_desc: ${JSON.stringify(description)}\nlayout: package\n---\n`;
}

function settingRow({ name, variables, required, secret, doc }: (typeof SETTINGS)[number]): string {
  const names = variables.map((variable) => `\`${variable}\``).join(", ");
  return `| \`orgform:${name}\` | ${names} | ${required ? "yes" : "no"} | ${doc}${secret ? " Secret." : ""} |`;
}

/** The smallest programs of the guides, with a tab for each language. Tests run them. */
function examples(root: string): string {
  const guide = (name: string): string => readFileSync(join(root, "docs/guides", name), "utf8");
  const [, smallest = ""] = guide("languages.md").split("## Start from the smallest program");
  const pages = `${guide("native-plugin.md")}\n${smallest}`;
  const programs = Object.entries(LANGUAGES).map(([mark, language]) => {
    const text = new RegExp(`^\`\`\`${mark}\\n(?<text>[^]*?)^\`\`\`$`, "mu").exec(mark === "yaml" ? smallest : pages)
      ?.groups?.["text"];
    if (text === undefined) throw new Error(`No guide has a program in ${language}`);
    return `{{% choosable language ${language} %}}\n\n\`\`\`${mark}\n${text.replace(OWN_PLUGIN, "")}\`\`\`\n\n{{% /choosable %}}\n`;
  });
  return `{{< chooser language "${Object.values(LANGUAGES).join(",")}" >}}\n${programs.join("")}{{< /chooser >}}\n`;
}
