/**
 * Writes the layer table as linter configuration, so an editor shows a forbidden import immediately.
 *
 * The linter compares spellings, not targets, hence one override per folder depth. The file it makes is checked in,
 * because a linter started by an editor can run nothing first.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { isMain } from "../is-main.ts";
import { isFile, type Layer, LAYERS, layersWithin } from "./layers.ts";

/** Location of the generated overrides, relative to the project. */
export const LINT_FILE = "scripts/gates/layers.lint.json";

/** Folder depth below a layer's own folder to which patterns are written out. */
const DEEPEST = 3;

/** The folders below `src/` in which the files of a layer lie. */
function foldersOf({ path }: Layer): string[] {
  const parts = path.split("/");
  return isFile(path) ? parts.slice(0, -1) : parts;
}

/** How a file `depth` folders below `src/`, in `layer`, spells an import of `target`. */
function spelling(layer: Layer, depth: number, target: string): string {
  if (target === "spec") return `${"../".repeat(depth + (layer.path.startsWith("packages/") ? 0 : 1))}spec/**`;
  const own = foldersOf(layer);
  const parts = target.split("/");
  const shared = own.findIndex((part, index) => part !== parts[index]);
  const common = shared === -1 ? own.length : shared;
  const up = depth === common ? "./" : "../".repeat(depth - common);
  const below = parts.slice(common);
  return `${up}${[...below, ...(isFile(target) ? [] : ["**"])].join("/")}`;
}

function patternsFor(layer: Layer, depth: number): object[] {
  const folders = foldersOf(layer).length;
  const outside = isFile(layer.path) ? ["./**", "../**"] : [`${"../".repeat(depth - folders + 1)}**`];
  const packages = layer.packages.flatMap((name) =>
    name === "node:*" ? ["!node:*", "!node:*/**"] : [`!${name}`, `!${name}/**`],
  );
  const places = [layer.path, ...layer.imports].flatMap((target, index) => [
    ...(index === 0 ? [] : [`!${spelling(layer, depth, target)}`]),
    // A layer that contains this one is spelled as the beginning of every path above it.
    ...(layer.path.startsWith(`${target}/`) ? [`../${spelling(layer, depth, target)}`] : []),
    ...layersWithin(target)
      .filter((inner) => inner !== layer.path && !layer.imports.includes(inner))
      .map((inner) => spelling(layer, depth, inner)),
  ]);
  // One group, in this order: the last matching pattern decides, and a second group would have no effect.
  return [{ group: ["*", "!./**", "!../**", ...packages, ...outside, ...places], message: layer.because }];
}

const placeOf = ({ path }: Layer): string => (path.startsWith("packages/") ? path : `src/${path}`);

function overridesFor(layer: Layer): object[] {
  // Depths count from `src/`, or from the root.
  const base = foldersOf(layer).length;
  const depths = isFile(layer.path) ? [base] : Array.from({ length: DEEPEST }, (_, below) => base + below);
  return depths.map((depth) => ({
    files: [isFile(layer.path) ? placeOf(layer) : `${placeOf(layer)}/${"*/".repeat(depth - base)}*.{ts,cjs,mjs}`],
    rules: { "no-restricted-imports": ["error", { patterns: patternsFor(layer, depth) }] },
  }));
}

/** The text of the generated file: a line for each layer and depth. */
export function layerLintText(): string {
  const overrides = LAYERS.flatMap(overridesFor).map((override) => JSON.stringify(override));
  const head = "// Generated from layers.ts by: npx tsx scripts/gates/layers-lint.ts --write";
  return `${head}\n{ "overrides": [\n${overrides.join(",\n")}\n] }\n`;
}

function main(): void {
  const text = layerLintText();
  if (process.argv.includes("--write")) {
    writeFileSync(LINT_FILE, text);
  } else if (readFileSync(LINT_FILE, "utf8") !== text) {
    console.error(`${LINT_FILE} does not match layers.ts. Run: npx tsx scripts/gates/layers-lint.ts --write`);
    process.exitCode = 1;
  }
}

if (isMain(import.meta.url)) {
  main();
}
