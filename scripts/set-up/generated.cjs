/**
 * Writes files that aren't in git, `*.generated.ts`, if they are missing or older than their sources. A stamp in the
 * root has a digest of the sources and one of the files, so the usual run reads and writes nothing. Changed files, and
 * files that a killed run left incomplete, don't match the stamp.
 *
 * Needs only Node until something is stale. `npm ci`, each npm command, and each test run start with `node
 * scripts/set-up/generated.cjs`. It's CommonJS because tests load it too. Its types are in generated.d.cts.
 */
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require("node:fs");
const { join, relative, resolve } = require("node:path");

/** Records the sources of the files. Git ignores it too. */
const STAMP = ".generated-from.json";

/** All sources of the files. A test checks with the bundler that none is missing. */
const SOURCES = [
  ".oxfmtrc.json",
  "packages/fleet/src/file/located-document.ts",
  "packages/sandbox/src/quirks",
  "packages/sandbox/src/routes",
  "scripts/gen",
  "scripts/gen.ts",
  "scripts/operations/rows.ts",
  "skills",
  "spec",
  "src/adopt",
  "src/app",
  "src/capabilities",
  "src/catalog",
  "src/client",
  "src/driver",
  "src/engines/generator.ts",
  "src/engines/pulumi/generator",
  "src/model",
  "templates",
];

const isBuilt = (path) => path.endsWith(".generated.ts");

/** Paths from the root, in the same order on every machine. */
function sourcesIn(root) {
  const paths = SOURCES.flatMap((source) => {
    const full = join(root, source);
    if (!existsSync(full)) return [];
    if (statSync(full).isFile()) return [source];
    const entries = readdirSync(full, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  });
  return paths.filter((path) => !isBuilt(path)).sort((left, right) => (left < right ? -1 : 1));
}

/** Names count too: a registry lists the files of a folder. */
function digestOf(root, paths) {
  const digest = createHash("sha256");
  for (const path of paths) {
    const full = join(root, path);
    digest
      .update(`${path}\0`)
      .update(existsSync(full) ? readFileSync(full) : "")
      .update("\0");
  }
  return digest.digest("hex");
}

function stampOf(root) {
  try {
    return JSON.parse(readFileSync(join(root, STAMP), "utf8"));
  } catch {
    // No stamp yet, or an incomplete one.
    return undefined;
  }
}

/** The last build's files and the stamp, as paths from the root. */
function builtPaths(root) {
  return [STAMP, ...(stampOf(root)?.paths ?? [])];
}

/** Whether all files that aren't in git exist and match the current sources. */
function isCurrent(root) {
  const stamp = stampOf(root);
  if (stamp === undefined || stamp.files !== digestOf(root, stamp.paths)) return false;
  return stamp.sources === digestOf(root, sourcesIn(root));
}

/** Records that the files at these paths match the current sources, as the last step of a generator. */
function stampBuilt(root, paths) {
  const stamp = { sources: digestOf(root, sourcesIn(root)), files: digestOf(root, paths), paths };
  writeFileSync(join(root, STAMP), `${JSON.stringify(stamp)}\n`);
}

/** Updates the files of the project in `root`. Returns an exit code. */
function ensureGenerated(root) {
  if (isCurrent(root)) return 0;
  const tsx = require.resolve("tsx/cli", { paths: [root] });
  const { status } = spawnSync(process.execPath, [tsx, "scripts/gen.ts", "--built"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return status ?? 1;
}

module.exports = { SOURCES, builtPaths, ensureGenerated, isBuilt, stampBuilt };

if (require.main === module) {
  const root = resolve(__dirname, "../..");
  // `npm pack` in a fresh clone runs this before anything is installed. Its own setup follows.
  if (existsSync(join(root, "node_modules/tsx"))) process.exitCode = ensureGenerated(root);
}
