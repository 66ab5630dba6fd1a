/** The linter for the workflows of `examples/gitops`: the one on PATH, else a build of the version that our module pins. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedFolder, say, type SetUpContext } from "./cached-folder.ts";
import { goEnvironment } from "./go-environment.ts";
import { lastWords } from "./pulumi/go-build.ts";
import { runProgram } from "./pulumi/run-program.ts";
import { findIn, findOnPath } from "./pulumi/tools.ts";

const MODULE = fileURLToPath(new URL("../actionlint", import.meta.url));

/** As in `scripts/actionlint/go.mod`: the newest that the Go module proxy gives (tried 2026-11-21). */
const VERSION = "1.7.12";

/**
 * Gives the path of actionlint; undefined, with a word to `log`, where there is none and no Go to build it.
 * @throws Error when Go cannot build it.
 */
export async function ensureActionlint(context: SetUpContext = {}): Promise<string | undefined> {
  const { env = process.env, log = say } = context;
  const found = findOnPath("actionlint", env);
  if (found !== undefined) return found;
  const go = findOnPath("go", env);
  if (go === undefined) {
    log("There is no actionlint and no Go to build it: workflows are not linted.");
    return undefined;
  }
  const make = async (folder: string): Promise<string | undefined> => {
    log(`Building actionlint ${VERSION} with Go: half a minute the first time.`);
    // A folder that exists: Go names the program as the platform wants it.
    const args = ["build", "-trimpath", "-o", folder, "github.com/rhysd/actionlint/cmd/actionlint"];
    const run = await runProgram(go, args, { env: goEnvironment(env), cwd: MODULE });
    return run.status === 0 ? undefined : `go build failed: ${lastWords(run.output)}`;
  };
  const folder = await cachedFolder({ name: `actionlint-${VERSION}`, what: "actionlint", make }, { env, log });
  return findIn(folder, "actionlint") ?? join(folder, "actionlint");
}
