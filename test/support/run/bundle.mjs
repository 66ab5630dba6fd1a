import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { buildSync } from "esbuild";

/**
 * A package as one CommonJS file. Every test file loads its modules again, and zod's hundred, half of them messages in
 * other languages, are a third of a small test file's time. Other packages have no CommonJS.
 *
 * @param {string} root - the folder of the checkout
 * @param {string} name - of the package
 * @returns {string} the absolute path of the file, created once for each version
 */
export function bundleOf(root, name) {
  const manifest = readFileSync(join(root, "node_modules", name, "package.json"));
  const version = createHash("sha256").update(manifest).digest("hex").slice(0, 16);
  const folder = join(root, "dist-tests");
  const path = join(folder, `${name}-${version}.cjs`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = buildSync({
    stdin: { contents: `export * from ${JSON.stringify(name)};`, resolveDir: root },
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
