/**
 * Builds everything that a release publishes, in one folder, and publishes nothing:
 *
 * npm/                tarballs of all packages terraform/          archives for each platform, manifest, SHA256SUMS and
 * its signature; docs/, as registries show them orgform/            archives for each platform, for people who run the
 * command pulumi/             archives for each platform, schema.json, docs/ with the two pages of the registry sbom/
 * CycloneDX bills of materials, one for each package and program release-notes.md    this version's part of the
 * changelog SHA256SUMS          of every other file, except signatures
 *
 * Two runs of one commit create the same bytes, except `*.sig` and `throw-away-key.asc`. `--sign <key>` signs with the
 * user's gpg. Without it, the run creates a temporary key, so the result can be tried but not mistaken for a release.
 * The archives of a platform contain one executable that needs no Node, under three names. With `--scripts`, provider
 * and plugin are scripts for the user's Node, which take seconds to build. The argument sets the folder. Default:
 * `dist-release`.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.ts";
import { NEVER_IN_EXECUTABLE, packagesIn } from "./bundle.ts";
import { packPackage } from "./pack.ts";
import { packPulumi } from "./package-pulumi/pack.ts";
import { besideArchives, checksums, scriptArchives } from "./package-terraform/archives.ts";
import { checkKey, sign } from "./package-terraform/signature.ts";
import { TARGETS, WITHOUT_NODE } from "./executables/nodes.ts";
import { billOfMaterials, type OtherPart } from "./release/bill-of-materials.ts";
import { PROGRAM, releaseExecutables } from "./release/executables.ts";
import { installedWith, lockedPackages } from "./release/locked-packages.ts";
import { pulumiPages } from "./release/pulumi/pages.ts";
import { publishedSchema } from "./release/pulumi/registry-schema.ts";
import { releaseNotes } from "./release/release-notes.ts";
import { writeTerraformDocs } from "./release/terraform/docs.ts";
import { findOnPath } from "../tools/set-up/pulumi/tools.ts";
import { ThrowAwayKey } from "./release/throw-away-key.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** Our packages, as folders below the root. The root's own is "". */
function packages(): string[] {
  return ["", ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`)];
}

function folder(...path: readonly string[]): string {
  const made = join(...path);
  mkdirSync(made, { recursive: true });
  return made;
}

function releaseNpm(target: string): void {
  for (const one of packages()) packPackage(join(root, one), folder(target, "npm"));
}

/** The archives of provider and plugin as scripts, for users with Node. */
function releaseScripts(target: string): void {
  for (const [name, content] of scriptArchives(root, version)) {
    writeFileSync(join(folder(target, "terraform"), name), content);
  }
  const made = mkdtempSync(join(tmpdir(), "orgform-release-"));
  try {
    packPulumi(root, made);
    cpSync(join(made, "release"), join(target, "pulumi"), { recursive: true });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** The pages that registries require besides the archives. */
async function releasePages(target: string): Promise<void> {
  const provider = join(target, "terraform");
  const archives = readdirSync(provider).toSorted();
  const contents = new Map(archives.map((name) => [name, readFileSync(join(provider, name))]));
  for (const [name, content] of besideArchives(version, contents)) writeFileSync(join(provider, name), content);
  await writeTerraformDocs(join(provider, "docs"));
  writeFileSync(join(target, "pulumi/schema.json"), `${JSON.stringify(publishedSchema(root), undefined, 2)}\n`);
  for (const [name, text] of pulumiPages(root)) writeFileSync(join(folder(target, "pulumi/docs"), name), text);
}

const sumsName = (): string => `terraform-provider-orgform_${version}_SHA256SUMS`;

/** The packages in a program's bundle: those of others, except `outside`, and a Node if the program includes one. */
function bundled(name: string, sources: readonly string[], others: readonly OtherPart[], outside?: readonly string[]) {
  const packages = new Set(sources.flatMap((source) => packagesIn(root, source, outside)));
  const parts = lockedPackages(root, [...packages].toSorted());
  const needs = parts.map((part) => `${part.name}@${part.version}`);
  return billOfMaterials([{ name, version, license: "Apache-2.0", needs }, ...parts], "application", others);
}

function releaseBills(target: string, isScripts: boolean): void {
  const bills = folder(target, "sbom");
  const write = (name: string, text: string): void => writeFileSync(join(bills, `${name}.cdx.json`), text);
  for (const one of packages()) {
    const parts = installedWith(root, one);
    const name = (parts[0]?.name ?? "").replace("@", "").replace("/", "-");
    write(`npm-${name}-${version}`, billOfMaterials(parts, "library"));
  }
  const { name, parts } = PROGRAM;
  if (isScripts) {
    write(`terraform-provider-orgform-${version}`, bundled("terraform-provider-orgform", [parts.provider], []));
    write(`pulumi-resource-orgform-${version}`, bundled("pulumi-resource-orgform", [parts.plugin], []));
    return;
  }
  for (const { os, arch, node } of TARGETS) {
    const own = { name: "node", version: node.version, license: "MIT" };
    const text = bundled(name, Object.values(parts), [own], NEVER_IN_EXECUTABLE);
    write(`${name}-${version}-${os}-${arch}`, text);
  }
}

function signSums(target: string, key: string | undefined): void {
  const sums = join(target, "terraform", sumsName());
  if (key !== undefined) return sign(sums, key);
  if (findOnPath("gpg", process.env) === undefined) {
    console.log("Not signed: gpg is not at hand. Registries take nothing without a signature.");
    return;
  }
  const made = new ThrowAwayKey("Nobody, a key of one run (throw-away)");
  try {
    sign(sums, made.name, made.env);
    writeFileSync(join(target, "throw-away-key.asc"), made.publicKey);
  } finally {
    made.dispose();
  }
  console.log(
    "Signed with a key that was made for this run alone, throw-away-key.asc. A release is signed with --sign <key>.",
  );
}

function filesIn(target: string): string[] {
  const found = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1));
  return paths.map((path) => path.replaceAll("\\", "/")).toSorted();
}

async function main(args: string[]): Promise<void> {
  const options = { sign: { type: "string" }, scripts: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.sign !== undefined) checkKey(values.sign);
  const target = positionals[0] ?? join(root, "dist-release");
  const notes = releaseNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  build(root);
  rmSync(target, { recursive: true, force: true });
  releaseNpm(target);
  if (values.scripts) releaseScripts(target);
  else await releaseExecutables(root, target, version);
  await releasePages(target);
  releaseBills(target, values.scripts);
  writeFileSync(join(target, "release-notes.md"), notes);
  const files = filesIn(target);
  writeFileSync(
    join(target, "SHA256SUMS"),
    checksums(new Map(files.map((path) => [path, readFileSync(join(target, path))]))),
  );
  signSums(target, values.sign);
  if (!values.scripts) console.log(`Left out, since npm has no Node 24 for it: ${WITHOUT_NODE.join(", ")}.`);
  for (const path of files.filter((one) => !one.includes("/docs/"))) console.log(path);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
