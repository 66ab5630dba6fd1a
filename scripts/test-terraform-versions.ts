/**
 * Runs the acceptance tests of the Terraform provider with engine versions that `npm test` doesn't use.
 *
 * npm run test:terraform-versions                                        all versions in both ranges npm run
 * test:terraform-versions -- terraform@1.13.3 opentofu@1.9.4     the named versions
 *
 * A listed version runs its tests from the list, and any other version runs all of them.
 *
 * It builds a missing version, which takes Go, some minutes, and two gigabytes of temporary space. Builds stay in our
 * cache. Other arguments go to jest.
 */
import { fileURLToPath } from "node:url";
import { build } from "./build.ts";
import { addedUp, runJest, sayCounts } from "./run-jest.ts";
import type { EngineName } from "../tools/set-up/terraform/engines.ts";
import { TESTED_VERSIONS, runVersions, type Version } from "./test/terraform-versions.ts";

/** An engine of just one version: `terraform@1.16.0`. */
const WANTED = /^(?<name>terraform|opentofu)@v?(?<version>\d+\.\d+\.\d+)$/u;

function wantedIn(args: readonly string[]): readonly Version[] {
  const named = args.flatMap((arg) => {
    const { name, version } = WANTED.exec(arg)?.groups ?? {};
    if (name === undefined || version === undefined) return [];
    const listed = TESTED_VERSIONS.find((one) => one.name === name && one.version === version);
    return [listed ?? { name: name as EngineName, version }];
  });
  return named.length > 0 ? named : TESTED_VERSIONS;
}

async function main(args: readonly string[]): Promise<void> {
  const rest = args.filter((arg) => !WANTED.test(arg));
  build(fileURLToPath(new URL("..", import.meta.url)));
  sayCounts(addedUp(await runVersions(wantedIn(args), rest, (_name, all, env) => runJest(all, env))));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`test-terraform-versions: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
