import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type ExampleSchema, functionPrograms, type Programs, resourcePrograms } from "./examples.ts";

/** The schema that the plugin serves. */
const SCHEMA = "src/engines/pulumi/plugin/schema.generated.json";

/** A declaration in the form that a registry shows. */
interface Described {
  readonly description?: string;
}

/** The used parts of the schema; the other parts stay. */
interface RegistrySchema extends ExampleSchema {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly homepage?: string;
  readonly repository?: string;
  readonly resources: Readonly<Record<string, ExampleSchema["resources"][string] & Described>>;
  readonly functions: Readonly<Record<string, ExampleSchema["functions"][string] & Described>>;
}

/** The package's description of itself. */
interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly keywords: readonly string[];
}

/** The package's description of itself, in its folder of the repository. */
export function manifestOf(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}

/**
 * The plugin's schema with the parts that registries and SDKs show: an example in each language for every resource and
 * function, and the origin of the package.
 *
 * The plugin itself serves the schema without them, because every engine that starts it would read 280 kB more.
 *
 * @throws Error naming a resource or function without an example
 */
export function registrySchema(root: string): RegistrySchema {
  const schema = JSON.parse(readFileSync(join(root, SCHEMA), "utf8")) as RegistrySchema;
  const manifest = manifestOf(root);
  return {
    ...schema,
    keywords: [...new Set([...schema.keywords, ...manifest.keywords])],
    homepage: manifest.homepage,
    repository: addressesOf(manifest).repository,
    resources: withExamples(schema.resources, (token) => resourcePrograms(token, schema)),
    functions: withExamples(schema.functions, (token) => functionPrograms(token, schema)),
  };
}

/**
 * The additional parts of a published package: the addresses of the plugin's archives and of the logo.
 *
 * In a locally generated SDK, the first would make the engine download a plugin that is installed beside the program.
 */
export function publishedSchema(root: string): object {
  const { logoUrl, archives } = addressesOf(manifestOf(root));
  // The engine inserts the version.
  return { ...registrySchema(root), logoUrl, pluginDownloadURL: archives("${VERSION}") };
}

/** The addresses of the package's logo on the site, and of a version's archives in the release. */
export function addressesOf({ homepage, repository }: Pick<Manifest, "homepage" | "repository">): {
  readonly repository: string;
  readonly logoUrl: string;
  readonly archives: (version: string) => string;
} {
  const source = repository.url.replace(/^git\+/u, "").replace(/\.git$/u, "");
  return {
    repository: source,
    logoUrl: `${homepage.replace(/\/?$/u, "/")}favicon.svg`,
    archives: (version) => `${source}/releases/download/v${version}`,
  };
}

function withExamples<Piece extends Described>(
  pieces: Readonly<Record<string, Piece>>,
  programsOf: (token: string) => Programs,
): Record<string, Piece> {
  const entries = Object.entries(pieces).map(([token, piece]) => {
    const title = token.split(":").at(-1) ?? token;
    const text = `${piece.description ?? ""}\n\n${examplesText(title, programsOf(token))}`;
    return [token, { ...piece, description: text }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The examples in the form of a description. SDK generators keep the block of their language and remove the marks.
 *
 * @source pulumi pkg/codegen/schema/description.go and pkg/codegen/docs, read 2026-11-26. The newer marks, comments of
 *   HTML, stay in the comments of SDKs
 */
function examplesText(title: string, programs: Programs): string {
  const blocks = Object.entries(programs).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``);
  return `{{% examples %}}
## Example Usage

{{% example %}}
### ${title}

${blocks.join("\n\n")}
{{% /example %}}
{{% /examples %}}`;
}
