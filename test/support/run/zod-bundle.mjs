import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { buildSync } from "esbuild";

/**
 * Zod as one file: every test file loads its modules again, and zod's hundred, half of them messages in other
 * languages, are a third of a small test file's time.
 *
 * @param {string} root - the folder of the checkout
 * @returns {string} the absolute path of the file, created once for each version
 */
export function zodBundle(root) {
  const modules = join(root, "node_modules");
  const manifest = readFileSync(join(modules, "zod/package.json"));
  const name = createHash("sha256").update(manifest).digest("hex").slice(0, 16);
  const folder = join(root, "dist-tests");
  const path = join(folder, `zod-${name}.cjs`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = buildSync({
    entryPoints: [join(modules, "zod/index.js")],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    write: false,
  });
  // Of two runs that begin at once neither reads half a file.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, outputFiles[0].contents);
  renameSync(own, path);
  return path;
}
