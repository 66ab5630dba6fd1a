/**
 * Cruises `src/` against the layer table: where does every import really lead?
 *
 * Besides violations it requires that at least as many modules were looked at as there are files: with a compiler that
 * it cannot use, dependency-cruiser looks at nothing and is content.
 */
import { existsSync, readdirSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { isMain } from "../is-main.ts";
import { isFile, type Layer, LAYERS, layersWithin } from "./layers.ts";

/** What a cruise found; `modules` and `files` count those of `src/` alone. */
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

/** Packages of types alone: nothing is installed under the name that is imported. */
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

/** Every file of `src/` belongs to a layer; one that does not could import anything. */
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
    // Generators run in this repository alone, and use what it is developed with.
    from: { path: SOURCES, pathNot: "^src/engines/[^/]+/generator/" },
    to: {
      dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "npm-bundled"],
      // What the repository is developed with may be what one of its packages needs.
      dependencyTypesNot: ["npm"],
      // Peers, which are here for the tests as well, and what only commands need, which is bundled.
      pathNot:
        "node_modules/(?:@pulumi/pulumi|@temporalio/(?:activity|client|worker|workflow)|diff|minisearch)/|^packages/",
    },
  },
];

/** Also the kinds that the cruiser is not told about: such a file in src/ would be looked at by no rule. */
const SOURCE = /\.[cm]?[jt]sx?$/;

function countFiles(baseDir: string): number {
  const names = ROOTS.map((root) => join(baseDir, root))
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }));
  return names.filter((name) => SOURCE.test(name)).length;
}

/** Files that import nothing have no edge for a rule to look at, so their place is judged by itself. */
function strayFiles(result: ICruiseResult): string[] {
  return result.modules
    .map((module) => module.source)
    .filter((source) => IN_SOURCES.test(source))
    .filter((source) => !LAYERS.some((layer) => new RegExp(placePattern(layer.path)).test(source)))
    .map((source) => `no layer: ${source}`);
}

/** Looks at every import of `src/` below `baseDir`. */
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

/** What is wrong, one line each; empty when all is well. */
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
