/**
 * Builds, runs the tests, and ends with a plain `N passed, N failed`.
 *
 * `--quick` runs what needs no other program, `--acceptance` what runs the real engines; anything else goes to jest.
 */
import { fileURLToPath } from "node:url";
import { build } from "./build.ts";
import { runJest, sayCounts } from "./run-jest.ts";
import { ensurePulumi } from "./set-up/pulumi/ensure.ts";
import { ensureTerraform, ensureTofu } from "./set-up/terraform/ensure.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Folders of `test/` by what a run asks for; all of them when it asks for nothing. */
const SELECTIONS: Readonly<Record<string, readonly string[]>> = {
  "--quick": ["unit", "properties", "contract"],
  "--acceptance": ["acceptance"],
};

function jestArguments(args: readonly string[]): string[] {
  const folders = args.flatMap((arg) => SELECTIONS[arg] ?? []);
  const rest = args.filter((arg) => SELECTIONS[arg] === undefined);
  return folders.length === 0
    ? rest
    : [...rest, "--testPathPatterns", `[\\\\/]test[\\\\/](?:${folders.join("|")})[\\\\/]`];
}

async function main(args: readonly string[]): Promise<void> {
  build(root);
  // Fetched here, where it may take its minutes, and not within the time limit of whatever test comes first.
  if (!args.includes("--quick")) {
    await ensurePulumi();
    await ensureTerraform();
    await ensureTofu();
  }
  sayCounts(runJest(jestArguments(args)));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
