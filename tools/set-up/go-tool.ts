import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedFolder, say, type SetUpContext } from "./cached-folder.ts";
import { goEnvironment } from "./go-environment.ts";
import { lastWords } from "./pulumi/go-build.ts";
import { runProgram } from "../../scripts/run-program.ts";
import { findIn, findOnPath } from "./pulumi/tools.ts";

/** A program that Go builds from a module of ours that names its version and those of all it needs. */
export interface GoTool {
  /** The program; the folder of its module below `scripts` is called so, too. */
  readonly name: string;
  /** As in the module's `go.mod`. */
  readonly version: string;
  /** Path of its main package. */
  readonly path: string;
  /** Build tags, for a part of the program. */
  readonly tags?: readonly string[];
  /** How long it takes to build the first time; by default half a minute. */
  readonly takes?: string;
  /** The consequence of its absence, for a machine that has neither the program nor Go: `workflows are not linted`. */
  readonly without: string;
}

/**
 * Returns the path of the tool: the one on PATH, or else a build of the version that our module pins; undefined, with a
 * line to `log`, if there is no Go to build it.
 * @throws Error if Go can't build it.
 */
export async function ensureGoTool(tool: GoTool, context: SetUpContext = {}): Promise<string | undefined> {
  const { name, version, tags = [], takes = "half a minute" } = tool;
  const { env = process.env, log = say } = context;
  const found = findOnPath(name, env);
  if (found !== undefined) return found;
  const go = findOnPath("go", env);
  if (go === undefined) {
    log(`There is no ${name} and no Go to build it: ${tool.without}.`);
    return undefined;
  }
  const cwd = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const make = async (folder: string): Promise<string | undefined> => {
    log(`Building ${name} ${version} with Go: ${takes} the first time.`);
    // A folder that exists: Go names the program as the platform wants it.
    const tagged = tags.length === 0 ? [] : [`-tags=${tags.join(",")}`];
    const args = ["build", "-trimpath", ...tagged, "-o", folder, tool.path];
    const run = await runProgram(go, args, { env: goEnvironment(env), cwd });
    return run.status === 0 ? undefined : `go build failed: ${lastWords(run.output)}`;
  };
  const folder = await cachedFolder({ name: `${name}-${version}`, what: name, make }, { env, log });
  return findIn(folder, name) ?? join(folder, name);
}
