/**
 * Compiles `src/` into `dist/`; each program and each public entry becomes one file.
 *
 * The build writes into a separate folder and swaps it in at the end, so a concurrent test run or build never sees half
 * a `dist`. If nothing changed, the old folder stays.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { type BundleOptions, bundleTogether, NEVER_BUNDLED } from "./bundle.ts";
import { rewriteDeclarations } from "./declarations.ts";
import { isMain } from "./is-main.ts";
import { type Manifest, missingTargets, promisedTargets } from "./package-targets.ts";

/** The result of a build: the current folder, and whether anything in it is new. */
export interface BuildResult {
  readonly dist: string;
  readonly changed: boolean;
}

/** Every file under `folder`, as sorted paths relative to it with forward slashes. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .toSorted();
}

function sameContent(left: string, right: string): boolean {
  const [leftFiles, rightFiles] = [filesUnder(left), filesUnder(right)];
  if (leftFiles.join("\n") !== rightFiles.join("\n")) return false;
  return leftFiles.every((file) => readFileSync(join(left, file)).equals(readFileSync(join(right, file))));
}

/**
 * Compiles without checking types, which takes as long again: `npm run check` does.
 *
 * @throws Error with the compiler's message if it fails
 */
export function compile(root: string, configuration: string, outDir: string): void {
  const compiler = join(createRequire(import.meta.url).resolve("@typescript/native/package.json"), "../bin/tsc");
  const run = spawnSync(process.execPath, [compiler, "-p", configuration, "--outDir", outDir, "--noCheck"], {
    cwd: root,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(`The compiler refused the sources:\n${run.stdout}${run.stderr}`);
  for (const file of filesUnder(outDir).filter((path) => path.endsWith(".js"))) withoutComments(join(outDir, file));
}

/** Programs are downloaded without the comments of their sources, which declarations keep for editors. */
function withoutComments(path: string): void {
  const { code } = transformSync(readFileSync(path, "utf8"), {
    target: "node20.19",
    legalComments: "none",
  });
  writeFileSync(path, code);
}

/** Precedes a runtime: CommonJS code loads Node's modules with `require`. */
const REQUIRE =
  'import { createRequire as requireFor } from "node:module";\nconst require = requireFor(import.meta.url);';

/** Files that are started or imported by their path: commands, public entries, and entries of the engines' processes. */
function entriesOf(root: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const promised = promisedTargets(manifest)
    .filter((path) => /^[^*]+\.js$/u.test(path))
    .map((path) => path.replace(/^\.\/dist\/(.*)\.js$/u, "src/$1.ts"));
  const engines = join(root, "src/engines");
  const found = existsSync(engines) ? filesUnder(engines).map((path) => `src/engines/${path}`) : [];
  const started = found.filter((path) => /\/(?:main|runtime)\.ts$/u.test(path));
  return [...new Set([...promised, ...started])].filter((path) => existsSync(join(root, path))).toSorted();
}

/**
 * Each entry becomes one file with everything that only it imports, and code that several entries use becomes shared
 * files. Nothing delays a command as much as the start of a provider, and nothing is downloaded twice. Modules that
 * belong to no entry are deleted.
 */
function bundleEntries(root: string, outDir: string): void {
  const options = {
    format: "esm",
    banner: { js: REQUIRE },
    minifySyntax: true,
    minifyWhitespace: true,
    external: [...NEVER_BUNDLED],
  } satisfies BundleOptions;
  const made = bundleTogether(root, "src", entriesOf(root), options);
  for (const path of filesUnder(outDir).filter((file) => /\.js(?:on)?$/u.test(file))) rmSync(join(outDir, path));
  for (const [path, text] of made) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), text);
  }
  withoutEmptyFolders(outDir);
}

function withoutEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) withoutEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The program that writes them: it runs on the compiled modules, because a bundle hides what it imports. */
const WRITE_ANSWERS = `
import { writeFileSync } from "node:fs";
const at = (file) => new URL(file, process.argv[1]).href;
const { Provider } = await import(at("provider.js"));
const { pathOf } = await import(at("protocol.js"));
const { WRITTEN } = await import(at("written-answers.js"));
const calls = new Provider({ environment: {}, clock: undefined }).calls();
for (const name of WRITTEN) {
  const call = { signal: new AbortController().signal, send: () => undefined };
  writeFileSync(new URL(name + ".bin", process.argv[1]), await calls[pathOf(name)](new Uint8Array(), call));
}`;

/** Writes the responses that every process of the Terraform provider would otherwise compute again. */
function writeAnswers(root: string, outDir: string): void {
  if (!existsSync(join(root, "src/engines/terraform/provider/written-answers.ts"))) return;
  const folder = pathToFileURL(join(outDir, "engines/terraform/provider/")).href;
  const args = ["--input-type=module", "-e", WRITE_ANSWERS, folder];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`The answers of the Terraform provider could not be written:\n${run.stderr}`);
}

/** Copies the CommonJS modules that stored states require; they never change. */
function copyStoredModules(root: string, outDir: string): void {
  const folder = join(root, "src/dyn");
  if (!existsSync(folder)) return;
  for (const file of filesUnder(folder).filter((path) => /\.[cm](?:js|ts)$/u.test(path))) {
    cpSync(join(folder, file), join(outDir, "dyn", file));
  }
}

/** Packages of constructs are made from the schema of the provider, which takes loading it: a process of its own. */
function buildConstructs(root: string): void {
  const script = join(root, "scripts/build-constructs.ts");
  if (!existsSync(script)) return;
  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  const run = spawnSync(process.execPath, [tsx, script], { cwd: root, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`The constructs could not be made:\n${run.stdout}${run.stderr}`);
}

function isCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** Replaces `dist` by `fresh`; retries, because a second build can do the same between the two renames. */
function swapIn(fresh: string, dist: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(fresh, dist);
      return;
    } catch (error) {
      if (attempt > 20 || !isCode(error, ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"])) throw error;
    }
    const aside = `${fresh}-old-${attempt}`;
    try {
      renameSync(dist, aside);
    } catch (error) {
      if (!isCode(error, ["ENOENT"])) throw error;
    }
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Creates `dist` of the package in `folder`: completely new, or unchanged. */
export function buildPackage(folder: string, make: (fresh: string) => void): BuildResult {
  const dist = join(folder, "dist");
  const fresh = mkdtempSync(join(folder, "dist-"));
  try {
    make(fresh);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const missing = missingTargets(
      manifest,
      filesUnder(fresh).map((file) => `./dist/${file}`),
    );
    if (missing.length > 0) {
      throw new Error(`package.json promises paths that the build does not make:\n  ${missing.join("\n  ")}`);
    }
    for (const target of Object.values(manifest.bin ?? {})) {
      chmodSync(join(fresh, target.replace(/^\.\/dist\//, "")), 0o755);
    }
    chmodSync(fresh, 0o755);
    if (existsSync(dist) && sameContent(fresh, dist)) return { dist, changed: false };
    swapIn(fresh, dist);
    return { dist, changed: true };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Builds the package in `root`, and the compiled workspaces beside it.
 * @throws Error if the compiler fails, or if a path in package.json wouldn't exist
 */
export function build(root: string): BuildResult {
  for (const name of ["fleet", "mcp", "policy", "sandbox", "watch"]) {
    const folder = join(root, "packages", name);
    if (existsSync(folder)) buildPackage(folder, (fresh) => compile(folder, "tsconfig.json", fresh));
  }
  const pages = join(root, "packages/docs");
  if (existsSync(pages)) buildPackage(pages, (fresh) => cpSync(join(root, "docs"), fresh, { recursive: true }));
  buildConstructs(root);
  return buildPackage(root, (fresh) => {
    compile(root, "tsconfig.build.json", fresh);
    writeAnswers(root, fresh);
    bundleEntries(root, fresh);
    copyStoredModules(root, fresh);
    rewriteDeclarations(fresh);
  });
}

if (isMain(import.meta.url)) {
  try {
    const { changed } = build(fileURLToPath(new URL("..", import.meta.url)));
    console.log(changed ? "build: dist is new" : "build: dist is up to date");
  } catch (error) {
    console.error(`build: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
