/**
 * Builds the packages of constructs, `packages/cdktf` and `packages/cdktn`, from the schema of the Terraform provider.
 *
 * If the schema, generator, and settings of a package haven't changed, the package stays. One process builds at a time:
 * a second one waits and then finds nothing to do.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { buildPackage, compile } from "./build.ts";
import {
  CONSTRUCT_LIBRARIES,
  type ConstructLibrary,
  constructs,
} from "../src/engines/terraform/generator/constructs.ts";
import { served } from "../src/app/served.ts";
import { functions } from "../src/catalog/functions/index.ts";
import { wordTypes } from "../src/engines/terraform/generator/construct-words.ts";
import { type ProvidersSchema, providersSchema, servedSchema } from "../src/engines/terraform/generator/schema-json.ts";
import { isMain } from "./is-main.ts";
import { withLock } from "./set-up/lock.cjs";

const ROOT = join(import.meta.dirname, "..");

const GENERATOR = "src/engines/terraform/generator";

/** Files besides the schema that affect the result. */
const RECIPE = [
  "tsconfig.build.json",
  "tsconfig.json",
  ...["constructs.ts", "construct-names.ts", "construct-words.ts"].map((file) => `${GENERATOR}/${file}`),
];

/** Records in a generated folder what it was made from. It is written last, so an interrupted run is repeated. */
const STAMP = ".made-of";

/** The part of package.json that is used. */
interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The properties that take few words, which the schema leaves out. */
const words = wordTypes(served, functions);

function digestOf(library: ConstructLibrary, schema: ProvidersSchema): string {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
  const versions = [devDependencies[library], devDependencies[`@${library}/provider-generator`]];
  const digest = createHash("sha256").update(
    JSON.stringify([schema, versions, [...words].map(([name, own]) => [name, [...own]])]),
  );
  const own = ["package.json", "tsconfig.json"].map((name) => join("packages", library, name));
  for (const path of [...RECIPE, ...own]) digest.update(readFileSync(join(ROOT, path)));
  return digest.digest("hex");
}

function isMade(folder: string, digest: string): boolean {
  const stamp = join(folder, "src", STAMP);
  return existsSync(join(folder, "dist/index.js")) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
}

/** The generators change the schema that they are given, hence a copy for each. */
async function buildLibrary(library: ConstructLibrary, schema: ProvidersSchema): Promise<void> {
  const folder = join(ROOT, "packages", library);
  const digest = digestOf(library, schema);
  if (isMade(folder, digest)) return;
  const sources = join(folder, "src");
  rmSync(sources, { recursive: true, force: true });
  for (const [path, text] of await constructs(library, structuredClone(schema), words)) {
    const target = join(sources, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  buildPackage(folder, (fresh) => compile(folder, "tsconfig.json", fresh));
  writeFileSync(join(sources, STAMP), digest);
  console.log(`build-constructs: packages/${library} is new`);
}

/** Builds outdated packages; works offline. */
export async function buildConstructs(): Promise<void> {
  const schema = providersSchema(await servedSchema());
  const lock = join(ROOT, "node_modules/.cache/orgform-constructs.lock");
  await withLock(
    lock,
    async () => {
      for (const library of CONSTRUCT_LIBRARIES) await buildLibrary(library, schema);
    },
    (pid) => console.log(`build-constructs: waiting for process ${pid}, which builds them`),
  );
}

if (isMain(import.meta.url)) await buildConstructs();
