/**
 * Writes what git does not keep, `*.generated.ts`, where it is missing or older than what it follows from. A stamp in the
 * root has a digest of the sources and one of the files, so that the usual run reads and writes nothing; files that somebody changed, and
 * ones that a killed run left half written, do not fit it.
 *
 * Needs Node alone until something is stale: `node scripts/set-up/generated.cjs` is what `npm ci`, each npm command and
 * a test run begin with. CommonJS because tests load it too; its types are in generated.d.cts.
 */
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require("node:fs");
const { join, relative, resolve } = require("node:path");

/** Says what the files were made of; git ignores it too. */
const STAMP = ".generated-from.json";

/** Whatever the files follow from; a test asks the bundler whether something is left out. */
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
    // None yet, or half of one.
    return undefined;
  }
}

/** What was built last and the stamp, as paths from the root. */
function builtPaths(root) {
  return [STAMP, ...(stampOf(root)?.paths ?? [])];
}

/** Whether everything that git does not keep is there and follows from the sources as they are. */
function isCurrent(root) {
  const stamp = stampOf(root);
  if (stamp === undefined || stamp.files !== digestOf(root, stamp.paths)) return false;
  return stamp.sources === digestOf(root, sourcesIn(root));
}

/** Notes that the files at these paths follow from the sources as they are: the last thing that a generator does. */
function stampBuilt(root, paths) {
  const stamp = { sources: digestOf(root, sourcesIn(root)), files: digestOf(root, paths), paths };
  writeFileSync(join(root, STAMP), `${JSON.stringify(stamp)}\n`);
}

/** Brings the files of the project in `root` up to date; gives an exit code. */
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
  // `npm pack` in a fresh clone comes by here before anything is installed; its own set-up follows.
  if (existsSync(join(root, "node_modules/tsx"))) process.exitCode = ensureGenerated(root);
}
