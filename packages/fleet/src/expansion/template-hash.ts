import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** Folders of what was fetched or built; names that begin with a dot are those of tools. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  "node_modules",
  "dist",
  "build",
  "bin",
  "obj",
  "target",
  "venv",
  "vendor",
  "__pycache__",
]);

/** Files that engines write: states, and the settings of a stack. */
const OF_ENGINES = /\.tfstate(?:\.|$)|^terraform\.tfstate\.d$|^Pulumi\..+\.ya?ml$|\.log$/u;

/** A module of the same repository that a module uses. */
const LOCAL_MODULE = /^\s*source\s*=\s*"(?<path>\.{1,2}\/[^"]*)"/gmu;

/**
 * A text that is the same as long as the files of a program or module are, with those of modules beside it that it names;
 * what tools and engines write there does not count. Empty where there is no folder.
 */
export function templateHash(folder: string): string {
  const files = new Map<string, Buffer>();
  gather(folder, files, new Set());
  if (files.size === 0) return "";
  const hash = createHash("sha256");
  const named = [...files].map(([path, bytes]) => [relative(folder, path).replaceAll("\\", "/"), bytes] as const);
  for (const [path, bytes] of named.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex").slice(0, 32);
}

function gather(folder: string, files: Map<string, Buffer>, seen: Set<string>): void {
  if (seen.has(folder) || !existsSync(folder)) return;
  seen.add(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || OF_ENGINES.test(entry.name)) continue;
    if (entry.isDirectory() && !NOT_WRITTEN.has(entry.name)) gather(path, files, seen);
    if (!entry.isFile()) continue;
    const bytes = readFileSync(path);
    files.set(path, bytes);
    if (!/\.(?:tf|tofu)$/u.test(entry.name)) continue;
    for (const { groups } of bytes.toString("utf8").matchAll(LOCAL_MODULE)) {
      gather(resolve(folder, groups?.["path"] ?? ""), files, seen);
    }
  }
}
