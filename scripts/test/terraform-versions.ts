/** Runs the acceptance tests of the Terraform provider with other versions of the engines than the rest of the suite. */
import type { JestSummary } from "../run-jest.ts";
import { type EngineName, ENGINES } from "../../tools/set-up/terraform/engines.ts";
import { ensureVersion } from "../../tools/set-up/terraform/ensure.ts";

/** An engine of just one version. */
export interface Version {
  readonly name: EngineName;
  readonly version: string;
  /** Only the tests of what not every engine has. */
  readonly features?: true;
}

/** The ends of the ranges of versions that the provider works with. */
const RANGE_ENDS: readonly Version[] = Object.values(ENGINES).flatMap(({ name, range }) =>
  range.map((version) => ({ name, version })),
);

/** Those of them that no other run of the tests uses. */
export const OTHER_RANGE_ENDS = RANGE_ENDS.filter(({ name, version }) => ENGINES[name].version !== version);

/** The same, and the versions between them. */
export const TESTED_VERSIONS: readonly Version[] = [
  ...RANGE_ENDS,
  ...Object.values(ENGINES).flatMap(({ name, between }) =>
    between.map((version) => ({ name, version, features: true as const })),
  ),
];

const FOLDER = "[\\\\/]test[\\\\/]acceptance[\\\\/]terraform[\\\\/]";

/** The tests of what not every engine has. */
const FEATURES = `${FOLDER}(?:actions|identity|import|query|secrets-nowhere|switch|write-only)\\.test`;

/** Runs jest with its arguments for a version, whose name it gets, in an environment. */
type RunVersion = (name: string, args: readonly string[], env: NodeJS.ProcessEnv) => JestSummary | undefined;

/** Runs the tests with each of the versions. Builds missing versions. */
export async function runVersions(
  versions: readonly Version[],
  jestArguments: readonly string[],
  run: RunVersion,
): Promise<(JestSummary | undefined)[]> {
  const summaries: (JestSummary | undefined)[] = [];
  for (const { name, version, features } of versions) {
    const program = await ensureVersion(name, version);
    console.log(`${ENGINES[name].title} ${version}: ${program}`);
    // The dialects differ in what our provider sends, which no engine's version changes.
    const { ORGFORM_TEST_ALL: _all, ...rest } = process.env;
    const env = { ...rest, [ENGINES[name].variable]: program, ORGFORM_TEST_ENGINE: name };
    const tests = features === true ? FEATURES : FOLDER;
    summaries.push(run(`${name}-${version}`, ["--testPathPatterns", tests, ...jestArguments], env));
  }
  return summaries;
}
