import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { zip, type ZipEntry } from "./zip.ts";

const PLATFORMS = ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"];

const PROGRAM = "dist/engines/terraform/provider/main.js";

const IMPORT = /(?:\bfrom|\bimport\(|\bimport)\s*"(?<path>\.{1,2}\/[^"]+)"/gu;

/** Without Node, the engine would show only "unrecognized message": it includes the output of this script in its error. */
const LAUNCHER = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
if ! command -v node >/dev/null 2>&1; then
  echo "The provider orgform needs Node 20.19 or newer on PATH; there is no node."
  exit 1
fi
exec node "$here/dist/engines/terraform/provider/main.js" "$@"
`;

/** Archives by name, each with the provider as a script for the Node of its user. The build comes before. */
export function scriptArchives(root: string, version: string): Map<string, Buffer> {
  const archive = zip(entries(root, version));
  return new Map(PLATFORMS.map((platform) => [`terraform-provider-orgform_${version}_${platform}.zip`, archive]));
}

/** The files that a registry requires besides the archives of a version, by name: the manifest, and the checksums of all. */
export function besideArchives(version: string, archives: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const name = `terraform-provider-orgform_${version}`;
  const manifest = Buffer.from(`${JSON.stringify({ version: 1, metadata: { protocol_versions: ["6.0"] } })}\n`);
  const files = new Map([[`${name}_manifest.json`, manifest]]);
  return files.set(`${name}_SHA256SUMS`, Buffer.from(checksums(new Map([...archives, ...files]))));
}

/** The file of a release that is signed: the sums of all others. */
export function checksums(files: ReadonlyMap<string, Buffer>): string {
  return [...files]
    .map(([file, content]) => `${createHash("sha256").update(content).digest("hex")}  ${file}\n`)
    .join("");
}

function entries(root: string, version: string): ZipEntry[] {
  const read = (path: string): ZipEntry => ({ path, content: readFileSync(join(root, path)) });
  const manifest = `${JSON.stringify({ name: "orgform", version, type: "module", private: true })}\n`;
  return [
    { path: `terraform-provider-orgform_v${version}`, content: Buffer.from(LAUNCHER), executable: true },
    { path: "package.json", content: Buffer.from(manifest) },
    ...["LICENSE", ...filesOf(root, PROGRAM), ...writtenAnswers(root)].map(read),
  ];
}

/** A built file and all of ours that it imports, at whatever remove. */
function filesOf(root: string, path: string, seen: readonly string[] = []): readonly string[] {
  if (seen.includes(path)) return seen;
  const text = readFileSync(join(root, path), "utf8");
  const imported = [...text.matchAll(IMPORT)].map((match) =>
    posix.join(posix.dirname(path), match.groups?.["path"] ?? ""),
  );
  return imported.reduce<readonly string[]>((files, one) => filesOf(root, one, files), [...seen, path]);
}

/** The responses that the build wrote beside the program. */
function writtenAnswers(root: string): string[] {
  const folder = posix.dirname(PROGRAM);
  const found = readdirSync(join(root, folder)).filter((name) => name.endsWith(".bin"));
  return found.toSorted().map((name) => posix.join(folder, name));
}
