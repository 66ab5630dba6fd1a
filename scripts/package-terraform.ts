/**
 * Packs the Terraform provider as a registry would serve it, and as a filesystem mirror.
 *
 * One archive serves every platform that has a shell and Node. It contains a launcher and the provider's files. The
 * results are in `dist-terraform/`, or in the folder of the argument:
 *
 *     mirror/<host>/orgform/orgform/terraform-provider-orgform_<version>_<platform>.zip   packed mirror
 *     release/                                    the same archives, the manifest and SHA256SUMS
 *
 * `--sign <key>` adds `SHA256SUMS.sig`, signed by the user's gpg with the key of that name. Registries accept RSA and
 * DSA.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.ts";
import { besideArchives, scriptArchives } from "./package-terraform/archives.ts";
import { checkKey, sign } from "./package-terraform/signature.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

function write(path: string, content: Buffer | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Creates everything again in `target` and returns the names of the files to release. */
function packTerraform(target: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  if (existsSync(target)) rmSync(target, { recursive: true });
  const archives = scriptArchives(root, version);
  for (const host of HOSTS) {
    for (const [file, content] of archives) write(join(target, "mirror", host, "orgform/orgform", file), content);
  }
  const release = new Map([...archives, ...besideArchives(version, archives)]);
  for (const [file, content] of release) write(join(target, "release", file), content);
  return [...release.keys()];
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
