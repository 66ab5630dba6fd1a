/**
 * Writes everything that follows from the model: `npm run gen`; with `--check` it only says what is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";

import type { PackageFacts } from "../src/engines/generator.ts";
import { registryFiles } from "./gen/registries.ts";

const ROOT = join(import.meta.dirname, "..");

function packageFacts(): PackageFacts {
  const { version, description, license } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  ) as PackageFacts;
  return { version, description, license };
}

/** Code goes through the formatter, but for the schema, which has lines of its own, so that a generated file never fails the format gate. */
function formatted(path: string, text: string): string {
  if (!/\.(?:ts|json)$/u.test(path) || path.endsWith("/schema.generated.json")) return text;
  return execFileSync(process.execPath, [join(ROOT, "node_modules/oxfmt/bin/oxfmt"), `--stdin-filepath=${path}`], {
    cwd: ROOT,
    input: text,
    encoding: "utf8",
  });
}

function current(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Writes the files that are not as they follow from the model, unless it is only asked for them; gives their paths. */
function brought(files: ReadonlyMap<string, string>, isCheck: boolean): string[] {
  const stale: string[] = [];
  for (const [path, raw] of files) {
    const target = join(ROOT, path);
    const text = formatted(path, raw);
    if (current(target) === text) continue;
    stale.push(path);
    if (isCheck) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return stale;
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes("--check");
  const stale = brought(registryFiles(ROOT), isCheck);
  // The model is read after the registries were written: what they list has to be in it.
  const { served } = await import("../src/app/served.ts");
  const { generatedFiles } = await import("./gen/files.ts");
  stale.push(...brought(generatedFiles(served, packageFacts()), isCheck));
  const { program } = await import("../src/cli/program.ts");
  const { commandsPage } = await import("./gen/commands-page.ts");
  stale.push(...brought(new Map([["docs/reference/commands.md", commandsPage(await program("all"))]]), isCheck));
  if (isCheck && stale.length > 0) {
    console.error(`Out of date: ${stale.join(", ")}. Run \`npm run gen\`.`);
    process.exitCode = 1;
  } else {
    console.log(stale.length === 0 ? "Everything generated is up to date." : `Written: ${stale.join(", ")}.`);
  }
}

await main();
