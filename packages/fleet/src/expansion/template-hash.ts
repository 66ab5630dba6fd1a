import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

import type { FleetEngine } from "../fleet-engine.ts";

/** Folders of downloaded or built files; names that begin with a dot belong to tools. */
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

/**
 * A hash of the files of a program or module, including those of local modules that it names, but not files that tools
 * and engines write there. Empty if there is no folder.
 */
export function templateHash(folder: string, engines: readonly FleetEngine[]): string {
  const files = new Map<string, Buffer>();
  gather(folder, { files, seen: new Set(), engines });
  if (files.size === 0) return "";
  const hash = createHash("sha256");
  const named = [...files].map(([path, bytes]) => [relative(folder, path).replaceAll("\\", "/"), bytes] as const);
  for (const [path, bytes] of named.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex").slice(0, 32);
}

interface Gathering {
  readonly files: Map<string, Buffer>;
  readonly seen: Set<string>;
  /** The files that any engine writes, whichever runs the template: none of them counts. */
  readonly engines: readonly FleetEngine[];
}

function gather(folder: string, gathering: Gathering): void {
  const { files, seen, engines } = gathering;
  if (seen.has(folder) || !existsSync(folder)) return;
  seen.add(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name.endsWith(".log")) continue;
    if (engines.some(({ templates }) => templates.written.test(entry.name))) continue;
    if (entry.isDirectory() && !NOT_WRITTEN.has(entry.name)) gather(path, gathering);
    if (!entry.isFile()) continue;
    const bytes = readFileSync(path);
    files.set(path, bytes);
    const text = (): string => bytes.toString("utf8");
    const used = engines.flatMap(({ templates }) => templates.foldersUsedBy(entry.name, text));
    for (const one of used) gather(resolve(folder, one), gathering);
  }
}
