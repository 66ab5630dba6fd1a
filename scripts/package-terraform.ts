/**
 * Packs the Terraform provider as a registry would serve it, and as a filesystem mirror.
 *
 * One archive serves every platform that has a shell and Node: a launcher, and the files that the provider is made of.
 * What is made lies under `dist-terraform/`, or where the argument says:
 *
 *     mirror/<host>/orgform/orgform/terraform-provider-orgform_<version>_<platform>.zip   packed mirror
 *     release/                                    the same archives, the manifest and SHA256SUMS
 *
 * `--sign <key>` adds `SHA256SUMS.sig`, made by the user's gpg with the key of that name; registries take RSA and DSA.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.ts";
import { zip, type ZipEntry } from "./package-terraform/zip.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];
const PLATFORMS = ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"];

const PROGRAM = "dist/engines/terraform/provider/main.js";

const IMPORT = /(?:\bfrom|\bimport\(|\bimport)\s*"(?<path>\.{1,2}\/[^"]+)"/gu;

/** A built file and all of ours that it imports, at whatever remove. */
function filesOf(path: string, seen: readonly string[] = []): readonly string[] {
  if (seen.includes(path)) return seen;
  const text = readFileSync(join(root, path), "utf8");
  const imported = [...text.matchAll(IMPORT)].map((match) =>
    posix.join(posix.dirname(path), match.groups?.["path"] ?? ""),
  );
  return imported.reduce<readonly string[]>((files, one) => filesOf(one, files), [...seen, path]);
}

/** The answers that the build wrote beside the program. */
function writtenAnswers(): string[] {
  const folder = posix.dirname(PROGRAM);
  const found = readdirSync(join(root, folder)).filter((name) => name.endsWith(".bin"));
  return found.toSorted().map((name) => posix.join(folder, name));
}

/** Without Node the engine would show nothing but "unrecognized message": what is printed here ends up in its words. */
const launcher = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
if ! command -v node >/dev/null 2>&1; then
  echo "The provider orgform needs Node 20.19 or newer on PATH; there is no node."
  exit 1
fi
exec node "$here/dist/engines/terraform/provider/main.js" "$@"
`;

function entries(version: string): ZipEntry[] {
  const read = (path: string): ZipEntry => ({ path, content: readFileSync(join(root, path)) });
  const manifest = `${JSON.stringify({ name: "orgform", version, type: "module", private: true })}\n`;
  return [
    { path: `terraform-provider-orgform_v${version}`, content: Buffer.from(launcher), executable: true },
    { path: "package.json", content: Buffer.from(manifest) },
    ...["LICENSE", ...filesOf(PROGRAM), ...writtenAnswers()].map(read),
  ];
}

function write(path: string, content: Buffer | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Makes everything anew in `target` and gives the names of the files to release. */
function packTerraform(target: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const archive = zip(entries(version));
  const name = `terraform-provider-orgform_${version}`;
  if (existsSync(target)) rmSync(target, { recursive: true });
  const release = new Map<string, Buffer>();
  for (const platform of PLATFORMS) release.set(`${name}_${platform}.zip`, archive);
  for (const host of HOSTS) {
    for (const [file, content] of release) write(join(target, "mirror", host, "orgform/orgform", file), content);
  }
  const manifest = { version: 1, metadata: { protocol_versions: ["6.0"] } };
  release.set(`${name}_manifest.json`, Buffer.from(`${JSON.stringify(manifest)}\n`));
  const sums = [...release].map(
    ([file, content]) => `${createHash("sha256").update(content).digest("hex")}  ${file}\n`,
  );
  release.set(`${name}_SHA256SUMS`, Buffer.from(sums.join("")));
  for (const [file, content] of release) write(join(target, "release", file), content);
  return [...release.keys()];
}

/** @throws Error before minutes of work are spent in vain. */
function checkKey(key: string): void {
  const { status, error } = spawnSync("gpg", ["--list-secret-keys", key], { stdio: "ignore" });
  if (error !== undefined) throw new Error(`gpg is not at hand: ${error.message}`);
  if (status !== 0) throw new Error(`gpg has no secret key "${key}"`);
}

/** Signs the sums as registries want it: detached and binary. gpg asks for the passphrase itself. */
function sign(sums: string, key: string): void {
  const args = ["--yes", "--local-user", key, "--output", `${sums}.sig`, "--detach-sign", sums];
  const { status } = spawnSync("gpg", args, { stdio: ["inherit", "ignore", "inherit"] });
  if (status !== 0) throw new Error("gpg could not sign");
}

function main(args: string[]): void {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { sign: { type: "string" } } });
  if (values.sign !== undefined) checkKey(values.sign);
  build(root);
  const target = positionals[0] ?? join(root, "dist-terraform");
  const files = packTerraform(target);
  for (const file of files) console.log(`release/${file}`);
  const sums = join(target, "release", files.at(-1) ?? "");
  if (values.sign === undefined) {
    console.log(
      `Not signed. A registry wants a signature: --sign <key>, or gpg --detach-sign --local-user <key> ${sums}`,
    );
    return;
  }
  sign(sums, values.sign);
  console.log(`release/${files.at(-1) ?? ""}.sig`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(`package-terraform: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
