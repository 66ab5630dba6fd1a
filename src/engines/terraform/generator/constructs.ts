import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PROVIDER_NAME } from "../provider/names.ts";
import { renamedIn, withModelNames } from "./construct-names.ts";
import { withWordTypes, type WordTypes } from "./construct-words.ts";
import { PROVIDER_ADDRESS, type ProvidersSchema } from "./schema-json.ts";

/** How programs name the provider: without a host, so each engine uses its own registry. */
const SOURCE = `${PROVIDER_NAME}/${PROVIDER_NAME}`;

/** The libraries, in the order in which they came. */
export const CONSTRUCT_LIBRARIES = ["cdktf", "cdktn"] as const;

/** The library that constructs are made for; each has its own generator. */
export type ConstructLibrary = (typeof CONSTRUCT_LIBRARIES)[number];

/**
 * Location of each generator's classes. The first isn't imported by its package's name, because the whole package
 * requires a jsii that it doesn't install; it is archived, so the path stays.
 */
const GENERATORS: Readonly<Record<ConstructLibrary, string>> = {
  cdktf: "@cdktf/provider-generator/lib/get/generator/provider-generator.js",
  cdktn: "@cdktn/provider-generator",
};

/** The parts of a generator that are used. */
interface Generator {
  generate(target: { readonly name: string; readonly source: string }): void;
  save(folder: string): Promise<void>;
}
type GeneratorClass = new (code: object, schema: ProvidersSchema) => Generator;
type CodeMakerClass = new () => object;

/**
 * Writes the constructs of the provider for one library; offline.
 *
 * @returns texts by path below the folder of the library
 */
export async function constructs(
  library: ConstructLibrary,
  schema: ProvidersSchema,
  types: WordTypes = new Map(),
): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-constructs-"));
  try {
    const generator = newGenerator(library, schema);
    generator.generate({ name: PROVIDER_NAME, source: SOURCE });
    await generator.save(folder);
    return finished(library, join(folder, "providers", PROVIDER_NAME), { schema, types });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function newGenerator(library: ConstructLibrary, schema: ProvidersSchema): Generator {
  // When they are loaded, both look for an engine and its version; they need neither, and report missing ones.
  Object.assign(process.env, { CHECKPOINT_DISABLE: "1", TERRAFORM_BINARY_NAME: "no-engine-is-needed" });
  const path = createRequire(import.meta.url).resolve(GENERATORS[library]);
  const load = createRequire(path);
  const { TerraformProviderGenerator } = load(path) as { TerraformProviderGenerator: GeneratorClass };
  const { CodeMaker } = load("codemaker") as { CodeMaker: CodeMakerClass };
  return new TerraformProviderGenerator(new CodeMaker(), schema);
}

/** The generator's modules, and our own index instead of its two indexes and its pages. */
function finished(
  library: ConstructLibrary,
  folder: string,
  { schema, types }: { readonly schema: ProvidersSchema; readonly types: WordTypes },
): Map<string, string> {
  const head = `// Written by \`npm run build\` with the generator of ${library}; do not edit.\n`;
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.includes("/") && path.endsWith(".ts"))
    .toSorted();
  const names = renamedIn(schema.provider_schemas);
  const typed = (text: string): string => withWordTypes(withModelNames(text, names), types);
  const texts = modules.map(
    (path) => [path, head + typed(documented(readFileSync(join(folder, path), "utf8"), schema))] as const,
  );
  const index = modules.map((path) => `export * from "./${path.replace(/\.ts$/u, "")}";\n`).join("");
  return new Map([...texts, ["index.ts", head + index]]);
}

/** Removes links to pages of a registry, which don't exist, and adds a description of each class instead. */
function documented(text: string, schema: ProvidersSchema): string {
  return text
    .replace(/^\/\/ https:.*\n/u, "")
    .replaceAll(/ *\/\*\*\n *\* Docs at Terraform Registry:.*\n *\*\/\n/gu, "")
    .replaceAll(/\n *\*\n *\* Docs at Terraform Registry:.*/gu, "")
    .replaceAll(/Represents a \{@link (?<url>\S+) (?<name>\w+)\}/gu, (_match, url: string, name: string) =>
      describedAs(url, name, schema),
    )
    .replaceAll(/\{@link https:\/\/registry\S+ (?<words>[^}]+)\}/gu, "$<words>");
}

function describedAs(url: string, name: string, schema: ProvidersSchema): string {
  const own = schema.provider_schemas[PROVIDER_ADDRESS];
  const [, folder = ""] = /\/docs\/(?<folder>[a-z-]+)\//u.exec(url) ?? [];
  const kind = { "data-sources": "data_source_schemas", "ephemeral-resources": "ephemeral_resource_schemas" }[folder];
  const piece = folder === "" ? own?.["provider"] : own?.[kind ?? "resource_schemas"]?.[name];
  const { description } = (piece as { block: { description?: string } }).block;
  return description ?? `${name} of the provider.`;
}
