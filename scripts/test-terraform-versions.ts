/**
 * Runs the acceptance tests of the Terraform provider with other versions of the engines than `npm test` does.
 *
 *     npm run test:terraform-versions                                        the ends of both ranges
 *     npm run test:terraform-versions -- terraform@1.13.3 opentofu@1.9.4     what is asked for
 *
 * A version that is not at hand is built, which takes Go, some minutes, and two gigabytes meanwhile; what is built stays
 * in our cache. Other arguments go to jest.
 */
import { fileURLToPath } from "node:url";
import { build } from "./build.ts";
import { runJest, sayCounts } from "./run-jest.ts";
import { type EngineName, ENGINES } from "./set-up/terraform/engines.ts";
import { ensureVersion } from "./set-up/terraform/ensure.ts";

/** An engine of just one version: `terraform@1.16.0`. */
const WANTED = /^(?<name>terraform|opentofu)@v?(?<version>\d+\.\d+\.\d+)$/u;

interface Wanted {
  readonly name: EngineName;
  readonly version: string;
}

function wantedIn(args: readonly string[]): Wanted[] {
  const named = args.flatMap((arg) => {
    const { name, version } = WANTED.exec(arg)?.groups ?? {};
    return name === undefined || version === undefined ? [] : [{ name: name as EngineName, version }];
  });
  if (named.length > 0) return named;
  return Object.values(ENGINES).flatMap(({ name, range }) => range.map((version) => ({ name, version })));
}

async function main(args: readonly string[]): Promise<void> {
  const rest = args.filter((arg) => !WANTED.test(arg));
  build(fileURLToPath(new URL("..", import.meta.url)));
  for (const { name, version } of wantedIn(args)) {
    const program = await ensureVersion(name, version);
    console.log(`${ENGINES[name].title} ${version}: ${program}`);
    const env = { ...process.env, [ENGINES[name].variable]: program, ORGFORM_TEST_ENGINE: name };
    sayCounts(runJest(["--testPathPatterns", "[\\\\/]test[\\\\/]acceptance[\\\\/]terraform[\\\\/]", ...rest], env));
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`test-terraform-versions: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
