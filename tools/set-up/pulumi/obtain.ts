/** The two ways to get the CLI when the machine has none: the official download, and a build from the module proxy. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goBuild, type GoProgram, lastWords, MODULES } from "./go-build.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { LANGUAGE_HOST_VERSION, PULUMI_VERSION } from "./version.ts";

/** Passed to both ways: where to create the `bin` folder, and where to report. */
export interface ObtainOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** A way to obtain the CLI; gives undefined on success, else why it did not work. */
export type Obtain = (options: ObtainOptions) => Promise<string | undefined>;

const DOWNLOAD = fileURLToPath(new URL("download.mjs", import.meta.url));
const DOWNLOAD_LIMIT_MS = 10 * 60_000;

/** Downloads the official release into `root`; gives up within seconds if its host can't be reached. */
export const downloadRelease: Obtain = async ({ root, env, log }) => {
  log(`Trying the official download of the Pulumi CLI ${PULUMI_VERSION}: about 150 MB, half a minute to some minutes.`);
  const run = await runProgram(process.execPath, [DOWNLOAD, root, PULUMI_VERSION], {
    env,
    cwd: MODULES,
    timeoutMs: DOWNLOAD_LIMIT_MS,
  });
  if (run.timedOut) return `not finished after ${DOWNLOAD_LIMIT_MS / 60_000} minutes`;
  return run.status === 0 ? undefined : lastWords(run.output);
};

/** Writes the program that the engine starts for dynamic providers; it runs the SDK of the program's own folder. */
export function writeProviderWrapper(binDir: string): void {
  const resolve = "require.resolve('@pulumi/pulumi/cmd/dynamic-provider')";
  const posix = `#!/bin/sh\nscript=$(node -p "${resolve}") || exit 1\nexec node "$script" "$@"\n`;
  const windows = [
    "@echo off",
    "setlocal",
    `for /f "usebackq delims=" %%i in (\`node -p "${resolve}"\`) do set SCRIPT=%%i`,
    'node "%SCRIPT%" %*',
    "",
  ].join("\r\n");
  const isWindows = process.platform === "win32";
  const path = join(binDir, `pulumi-resource-pulumi-nodejs${isWindows ? ".cmd" : ""}`);
  writeFileSync(path, isWindows ? windows : posix);
  chmodSync(path, 0o755);
}

const PROGRAMS: readonly GoProgram[] = [
  {
    module: "cli",
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    version: PULUMI_VERSION,
    minutes: "three to six minutes, more on a busy machine,",
  },
  {
    module: "sdk-hosts",
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    version: LANGUAGE_HOST_VERSION,
    minutes: "half a minute",
  },
];

/** Builds the CLI and the Node host with Go, and writes the wrapper of dynamic providers beside them. */
export const buildWithGo: Obtain = async ({ root, env, log }) => {
  const binDir = join(root, "bin");
  mkdirSync(binDir, { recursive: true });
  const problem = await goBuild(PROGRAMS, binDir, env, log);
  if (problem === undefined) writeProviderWrapper(binDir);
  return problem;
};
