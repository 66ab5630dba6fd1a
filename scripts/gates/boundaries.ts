/**
 * Checks the real target of every import in `src/` against the table of layers.
 *
 * It also requires that the number of checked modules is at least the number of files: with a compiler that it can't
 * use, dependency-cruiser checks nothing and reports success.
 */
import { existsSync, readdirSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { isMain } from "../is-main.ts";
import { isFile, type Layer, LAYERS, layersWithin } from "./layers.ts";

/** The result of a check; `modules` and `files` count only those of `src/`. */
interface BoundaryReport {
  /** `rule: from -> to`, sorted. */
  readonly violations: readonly string[];
  readonly modules: number;
  readonly files: number;
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function placePattern(path: string): string {
  if (path === "spec") return "^spec/";
  const place = path.startsWith("packages/") ? path : `src/${path}`;
  const within = layersWithin(path).map((inner) => `${escape(inner.slice(path.length + 1))}/`);
  const outsideOfThose = within.length === 0 ? "" : `(?!${within.join("|")})`;
  return `^${escape(place)}${isFile(path) ? "$" : `/${outsideOfThose}`}`;
}

/** Packages with only types: no package with the imported name is installed. */
const TYPES_ALONE = ["sarif"];

/** A package in node_modules, wherever that folder lies, or one of Node's own modules. */
function packagePattern(name: string): string {
  if (name === "node:*") return `^(?:node:)?(?:${builtinModules.map(escape).join("|")})(?:/|$)`;
  if (TYPES_ALONE.includes(name)) return `^${escape(name)}$`;
  if (name.startsWith("node:")) return `^(?:node:)?${escape(name.slice("node:".length))}$`;
  // A package of this repository leads to its folder once that was built, and nowhere before.
  const own = name.startsWith("@orgform/")
    ? `|^${escape(name)}(?:/|$)|^packages/${escape(name.slice("@orgform/".length))}/`
    : "";
  return `(?:^|/)node_modules/${escape(name)}/${own}`;
}

function layerRule(layer: Layer): IForbiddenRuleType {
  const places = [layer.path, ...layer.imports].map(placePattern);
  return {
    name: `layer ${layer.path}`,
    comment: layer.because,
    severity: "error",
    from: { path: placePattern(layer.path) },
    to: { pathNot: [...places, ...layer.packages.map(packagePattern)] },
  };
}

/** The folders whose files belong to layers. */
const ROOTS = [
  "src",
  "packages/fleet/src",
  "packages/mcp/src",
  "packages/policy/src",
  "packages/sandbox/src",
  "packages/watch/src",
];
const SOURCES = "^(?:src|packages/[^/]+/src)/";
const IN_SOURCES = new RegExp(SOURCES);

/** Every file of `src/` belongs to a layer; a file without a layer could import anything. */
const strayRule: IForbiddenRuleType = {
  name: "no layer",
  severity: "error",
  from: { path: SOURCES, pathNot: LAYERS.map((layer) => placePattern(layer.path)) },
  to: {},
};

const commonRules: IForbiddenRuleType[] = [
  {
    name: "cycle",
    severity: "error",
    from: { path: SOURCES },
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "cycle of types",
    comment: "Files that know each other's types are one concept in several files.",
    severity: "error",
    from: { path: SOURCES },
    to: { circular: true },
  },
  {
    name: "not found",
    severity: "error",
    from: { path: SOURCES },
    to: { couldNotResolve: true, pathNot: `^(?:@orgform/|(?:${TYPES_ALONE.join("|")})$)` },
  },
  {
    name: "not a dependency",
    severity: "error",
    // Generators run only in this repository, and use its development dependencies.
    from: { path: SOURCES, pathNot: "^src/engines/[^/]+/generator/" },
    to: {
      dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "npm-bundled"],
      // A development dependency of the repository can be a dependency of one of its packages.
      dependencyTypesNot: ["npm"],
      // Peers, which are here for the tests as well, and what only commands need, which is bundled.
      pathNot:
        "node_modules/(?:@pulumi/pulumi|@temporalio/(?:activity|client|worker|workflow)|diff|minisearch)/|^packages/",
    },
  },
];

/** Includes the kinds that the cruiser isn't configured for: no rule would check such a file in src/. */
const SOURCE = /\.[cm]?[jt]sx?$/;

function countFiles(baseDir: string): number {
  const names = ROOTS.map((root) => join(baseDir, root))
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }));
  return names.filter((name) => SOURCE.test(name)).length;
}

/** Files without imports have no edges for a rule, so their location is checked separately. */
function strayFiles(result: ICruiseResult): string[] {
  return result.modules
    .map((module) => module.source)
    .filter((source) => IN_SOURCES.test(source))
    .filter((source) => !LAYERS.some((layer) => new RegExp(placePattern(layer.path)).test(source)))
    .map((source) => `no layer: ${source}`);
}

/** Checks every import of `src/` below `baseDir`. */
async function lookAtBoundaries(baseDir: string): Promise<BoundaryReport> {
  const { output } = await cruise(
    ROOTS.filter((root) => existsSync(join(baseDir, root))),
    {
      baseDir,
      validate: true,
      ruleSet: { forbidden: [...LAYERS.map(layerRule), strayRule, ...commonRules] },
      doNotFollow: { path: "node_modules" },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      moduleSystems: ["es6", "cjs"],
    },
    {
      extensions: [".ts", ".mts", ".cts", ".cjs", ".mjs", ".js", ".json"],
      conditionNames: ["import", "require", "node", "default"],
      exportsFields: ["exports"],
    },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser gave text where a result was asked for");
  const violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  return {
    violations: [...new Set([...violations, ...strayFiles(output)])].toSorted(),
    modules: output.modules.filter((module) => IN_SOURCES.test(module.source) && SOURCE.test(module.source)).length,
    files: countFiles(baseDir),
  };
}

/** The problems, one line each; empty if there are none. */
function complaints(report: BoundaryReport): string[] {
  const unseen = `${report.modules} modules were looked at, but src/ holds ${report.files} files`;
  return [...report.violations, ...(report.files > 0 && report.modules >= report.files ? [] : [unseen])];
}

/** `boundaries.ts [folder] [--json]`; with `--json` the report goes to standard output as well. */
async function main(args: readonly string[]): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const report = await lookAtBoundaries(resolve(args.find((arg) => !arg.startsWith("--")) ?? root));
  if (args.includes("--json")) console.log(JSON.stringify(report));
  const found = complaints(report);
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}

if (isMain(import.meta.url)) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
