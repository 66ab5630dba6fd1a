import { execFile } from "node:child_process";
import process from "node:process";
import { engines } from "../../engines/index.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** The command lines of all engines, and the variables that stop them from checking for updates. */
const TOOLS = engines.flatMap(({ tools, environment }) => tools.map((tool) => ({ ...tool, quiet: environment })));

type QuietTool = (typeof TOOLS)[number];

/** A version is printed within a second; longer means that the program hangs. */
const LIMIT_MS = 30_000;

/** The versions of Node and of the engines on PATH. */
export async function toolFindings(environment: NodeJS.ProcessEnv = process.env): Promise<Finding[]> {
  const seen = await Promise.all(TOOLS.map((tool) => toolFinding(tool, environment)));
  const found = seen.filter((finding) => finding !== undefined);
  const node = ok("node", process.versions.node);
  if (found.length > 0) return [node, ...found];
  const programs = TOOLS.map(({ program }) => program).join(", ");
  return [node, warn("engine", `None of ${programs} is on PATH.`, "Install the engine that your programs use.")];
}

async function toolFinding(
  { program, oldest, quiet }: QuietTool,
  environment: NodeJS.ProcessEnv,
): Promise<Finding | undefined> {
  const output = await outputOf(program, { ...environment, ...quiet });
  if (output === undefined) return undefined;
  const [, version, major, minor] = /v?((\d+)\.(\d+)\.\d+\S*)/u.exec(output) ?? [];
  const update = `Install ${program} ${oldest.join(".")} or a later one.`;
  if (version === undefined) return warn(program, "It's on PATH, but prints no version.", update);
  const isOld = Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1]);
  return isOld
    ? warn(program, `${version} is older than the versions that Orgform is tested with.`, update)
    : ok(program, version);
}

/** The output of `<program> version`, including errors; undefined if there's no such program. */
function outputOf(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, ["version"], { env, timeout: LIMIT_MS }, (error, stdout) => {
      const isAbsent = error !== null && "code" in error && error.code === "ENOENT";
      resolve(isAbsent ? undefined : stdout);
    });
  });
}
