/**
 * Writes everything that follows from the model: `npm run gen`; with `--check` it only says what is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";

import { served } from "../src/app/served.ts";
import { generatedFiles, SCHEMA_FILE } from "./gen/files.ts";
import type { PackageFacts } from "./gen/pulumi-schema.ts";

const ROOT = join(import.meta.dirname, "..");

function packageFacts(): PackageFacts {
  const { version, description, license } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  ) as PackageFacts;
  return { version, description, license };
}

/** Code goes through the formatter, but for the schema, which has lines of its own, so that a generated file never fails the format gate. */
function formatted(path: string, text: string): string {
  if (!/\.(?:ts|json)$/u.test(path) || path === SCHEMA_FILE) return text;
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

function main(): void {
  const isCheck = process.argv.includes("--check");
  const stale: string[] = [];
  for (const [path, raw] of generatedFiles(served, packageFacts())) {
    const target = join(ROOT, path);
    const text = formatted(path, raw);
    if (current(target) === text) continue;
    stale.push(path);
    if (isCheck) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  if (isCheck && stale.length > 0) {
    console.error(`Out of date: ${stale.join(", ")}. Run \`npm run gen\`.`);
    process.exitCode = 1;
  } else {
    console.log(stale.length === 0 ? "Everything generated is up to date." : `Written: ${stale.join(", ")}.`);
  }
}

main();
