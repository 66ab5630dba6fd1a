import { join } from "node:path";
import { npmCommand } from "../../scripts/set-up/npm-command.cjs";
import { runProgram } from "../../scripts/run-program.ts";
import { cachedFolder, type SetUpContext } from "./cached-folder.ts";
import { lastWords } from "./pulumi/go-build.ts";

/**
 * Returns the `node_modules` with a vitest, which only an example's test uses.
 *
 * @param version - the version that the example requires
 * @throws Error if npm can't install it
 */
export async function ensureVitest(version: string, context: SetUpContext = {}): Promise<string> {
  const { env = process.env } = context;
  const make = async (folder: string): Promise<string | undefined> => {
    const { program, before } = npmCommand();
    const args = [...before, "install", "--prefix", folder, "--no-audit", "--no-fund", `vitest@${version}`];
    const run = await runProgram(program, args, { env, cwd: folder });
    return run.status === 0 ? undefined : `npm install vitest@${version} failed: ${lastWords(run.output)}`;
  };
  return join(
    await cachedFolder({ name: `vitest-${version}`, what: `vitest ${version}`, make }, context),
    "node_modules",
  );
}
