import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";

/** Bundles of test files that are built at once. */
const AT_ONCE = 60;
/** How Stryker's code for a mutant begins. */
const MUTANT = "stryMutAct_9fa48(";
// esbuild knows no flags of patterns.
const [OTHERS, NATIVE, CODE] = ["^[^./]", "\\.node$", "\\.[mc]?[jt]s$"].map((pattern) => new RegExp(pattern));

/**
 * Builds each test file with the sources that it loads into one script, and gives those with a mutant to `keep`.
 * Packages stay outside, so a process loads them once for all runs.
 *
 * @param {string} root - of Stryker's copy of the checkout
 * @param {readonly string[]} files - below the root
 * @param {(bundle: { file: string, text: string }) => void} keep - called for each bundle with a mutant
 * @returns {Promise<string[]>} the files that can't be built
 */
export async function bundleTests(root, files, keep) {
  const options = await optionsFor(root);
  const failed = [];
  const buildThese = async (some) => {
    try {
      const entryPoints = some.map((file) => join(root, file));
      const { outputFiles } = await build({ ...options, entryPoints });
      const texts = outputFiles.map(({ path, text }) => [path.replace(/\.js$/u, ".ts"), text]);
      const textOf = new Map(texts);
      for (const file of some) {
        const text = textOf.get(join(root, file));
        if (text?.includes(MUTANT)) keep({ file, text });
      }
    } catch (error) {
      if (!Array.isArray(error?.errors)) throw error;
      if (some.length === 1) failed.push(...some);
      else for (const file of some) await buildThese([file]);
    }
  };
  for (let at = 0; at < files.length; at += AT_ONCE) await buildThese(files.slice(at, at + AT_ONCE));
  return failed;
}

/** The names of modules mean the same as in a run of jest. */
async function optionsFor(root) {
  const { default: config } = await import(pathToFileURL(join(root, "jest.config.mjs")).href);
  const named = Object.entries(config.moduleNameMapper).map(([name, path]) => [
    new RegExp(name, "u"),
    path.replace("<rootDir>", root),
  ]);
  const compiled = /^@marcbachmann\/cel-js/u;
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter: OTHERS }, ({ path }) => {
      const to = named.find(([name]) => name.test(path))?.[1];
      if (to !== undefined) return { path: to, external: to.endsWith(".cjs") };
      return compiled.test(path) ? undefined : { path, external: true };
    });
    onResolve({ filter: NATIVE }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: CODE }, ({ path }) => ({
      contents: withItsPath(readFileSync(path, "utf8"), path),
      loader: /\.[mc]?ts$/u.test(path) ? "ts" : "js",
      resolveDir: dirname(path),
    }));
  };
  return {
    absWorkingDir: root,
    outbase: root,
    outdir: root,
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    keepNames: true,
    logLevel: "silent",
    plugins: [{ name: "mutants", setup }],
  };
}

/** A source with its own path in place of the names for it, which would mean the bundle. */
function withItsPath(text, path) {
  const own = {
    "import.meta.url": pathToFileURL(path).href,
    "import.meta.dirname": dirname(path),
    "import.meta.filename": path,
  };
  if (!path.includes("/node_modules/")) own["__dirname"] = dirname(path);
  return Object.entries(own)
    .reduce(
      (sum, [name, value]) =>
        sum.replaceAll(new RegExp(`(?<![\\w$.])${name.replaceAll(".", "\\.")}\\b`, "gu"), JSON.stringify(value)),
      text,
    )
    .replace(/^#!.*\n/u, "\n");
}
