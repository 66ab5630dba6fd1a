/**
 * Further requirements of the tests in other languages, besides the CLI: a Python with Pulumi's SDK and a separate
 * Maven repository, both in the cache, so nothing of the user's is changed.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder, type SetUpContext } from "./cached-folder.ts";
import { cacheFolder } from "./pulumi/cache-folder.ts";
import { lastWords } from "./pulumi/go-build.ts";
import { runProgram } from "../../scripts/run-program.ts";
import { findOnPath } from "./pulumi/tools.ts";
import { PULUMI_VERSION } from "./pulumi/version.ts";

/** Programs that a language requires. */
const TOOLS = {
  yaml: [],
  python: ["python3"],
  go: ["go"],
  java: ["java", "mvn"],
} as const satisfies Record<string, readonly string[]>;

/** A language in which the tests run a program. */
export type TestedLanguage = keyof typeof TOOLS;

/** Languages that can't be tested on this machine, with the programs that aren't on PATH. */
export function lackingTools(env: NodeJS.ProcessEnv = process.env): { language: TestedLanguage; tools: string[] }[] {
  return (Object.keys(TOOLS) as TestedLanguage[])
    .map((language) => ({ language, tools: TOOLS[language].filter((tool) => findOnPath(tool, env) === undefined) }))
    .filter(({ tools }) => tools.length > 0);
}

/** Python's Pulumi SDK, at the CLI's version, and the other requirements of our SDK for Python. */
export const PYTHON_PACKAGES = [`pulumi==${PULUMI_VERSION}`, "parver==0.5", "semver==3.0.4", "setuptools==80.9.0"];

/**
 * Returns the folder of a Python that has Pulumi's SDK; `bin` below it has to be first on PATH.
 * @throws Error if the packages can't be installed.
 */
export async function ensurePython(context: SetUpContext = {}): Promise<string> {
  const { env = process.env } = context;
  const make = async (folder: string): Promise<string | undefined> => {
    context.log?.(`Installing ${PYTHON_PACKAGES[0]} for Python: about 20 MB, half a minute.`);
    const venv = await runProgram(findOnPath("python3", env) ?? "python3", ["-m", "venv", folder], { env });
    if (venv.status !== 0) return `python3 -m venv failed: ${lastWords(venv.output)}`;
    return pip(folder, ["install", ...PYTHON_PACKAGES], env);
  };
  return cachedFolder({ name: `python-pulumi-${PULUMI_VERSION}`, what: "the Python of the tests", make }, context);
}

/** Runs pip of that Python; by module, since its own script names the folder in which it was installed. */
export async function pip(
  python: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const [command = "", ...rest] = args;
  const quiet = [command, "--quiet", "--disable-pip-version-check", ...rest];
  const run = await runProgram(join(python, "bin", "python"), ["-m", "pip", ...quiet], { env });
  return run.status === 0 ? undefined : `pip ${args.join(" ")} failed: ${lastWords(run.output)}`;
}

/** Maven ends after seconds: a compiler that thinks longer than that only costs, two thirds of the time. */
const SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** Variables that make Maven use a repository of the cache. */
export function mavenEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const repository = join(cacheFolder(env), "maven");
  mkdirSync(repository, { recursive: true });
  return { MAVEN_OPTS: [env["MAVEN_OPTS"], SHORT_LIVED, `-Dmaven.repo.local=${repository}`].filter(Boolean).join(" ") };
}

/** Variables that let Go use the compiled packages of the hosts. */
export const GO_ENVIRONMENT: Readonly<Record<string, string>> = {
  GOFLAGS: "-trimpath",
  CGO_ENABLED: "0",
  GOWORK: "off",
};
