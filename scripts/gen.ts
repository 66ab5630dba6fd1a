/**
 * Writes everything that is derived from the model: `npm run gen`. With `--check`, it only reports outdated files in
 * git. With `--built`, it writes only files that aren't in git.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format, type FormatConfig } from "oxfmt";

import type { PackageFacts } from "../src/engines/generator.ts";
import { registryFiles } from "./gen/registries.ts";
import { stampBuilt } from "./set-up/generated.cjs";

const ROOT = join(import.meta.dirname, "..");

const FORMAT = JSON.parse(readFileSync(join(ROOT, ".oxfmtrc.json"), "utf8")) as FormatConfig;

function packageFacts(): PackageFacts {
  const { version, description, license } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  ) as PackageFacts;
  return { version, description, license };
}

/**
 * Formats generated code, except the schema, which has its own format, so a generated file never fails the format gate.
 */
async function formatted(path: string, text: string): Promise<string> {
  if (!/\.(?:ts|json)$/u.test(path) || path.endsWith("/schema.generated.json")) return text;
  const { code, errors } = await format(path, text, FORMAT);
  if (errors.length > 0)
    throw new Error(`${path} can't be formatted: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}

function current(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Writes the outdated files, unless it only checks them; returns their paths. */
async function brought(files: ReadonlyMap<string, string>, isCheck: boolean): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, raw] of files) {
    const target = join(ROOT, path);
    const text = await formatted(path, raw);
    if (current(target) === text) continue;
    stale.push(path);
    if (isCheck) continue;
    mkdirSync(dirname(target), { recursive: true });
    // By a rename, because a compiler or a second generator can read the file meanwhile.
    const fresh = `${target}.${process.pid}`;
    writeFileSync(fresh, text);
    renameSync(fresh, target);
  }
  return stale;
}

/** Updates files that aren't in git; returns the paths of written files. */
async function broughtBuilt(): Promise<string[]> {
  const registries = registryFiles(ROOT);
  const written = await brought(registries, false);
  // The model is read after the registries were written, so it contains everything that they list.
  const { served } = await import("../src/app/served.ts");
  const { functions } = await import("../src/catalog/functions/index.ts");
  const { builtFiles } = await import("./gen/built.ts");
  const files = builtFiles(served, functions, packageFacts());
  written.push(...(await brought(files, false)));
  stampBuilt(ROOT, [...registries.keys(), ...files.keys()]);
  return written;
}

/** Updates files in git, or only checks them; returns the paths of outdated files. */
async function broughtKept(isCheck: boolean): Promise<string[]> {
  const { served } = await import("../src/app/served.ts");
  const { generatedFiles } = await import("./gen/files.ts");
  const stale = await brought(generatedFiles(served, packageFacts()), isCheck);
  const { program } = await import("../src/cli/program.ts");
  const { commandsPage } = await import("./gen/commands-page.ts");
  const commands = new Map([["docs/reference/commands.md", commandsPage(await program("all"))]]);
  return [...stale, ...(await brought(commands, isCheck))];
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes("--check");
  const built = await broughtBuilt();
  if (process.argv.includes("--built")) return;
  const kept = await broughtKept(isCheck);
  if (isCheck && kept.length > 0) {
    console.error(`Out of date: ${kept.join(", ")}. Run \`npm run gen\`.`);
    process.exitCode = 1;
    return;
  }
  const written = [...built, ...kept];
  console.log(written.length === 0 ? "Everything generated is up to date." : `Written: ${written.join(", ")}.`);
}

await main();
