/** The two ways to get the CLI when the machine has none: the official download, and a build from the module proxy. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goEnvironment } from "../go-environment.ts";
import { runProgram } from "./run-program.ts";
import { findOnPath } from "./tools.ts";
import { LANGUAGE_HOST_VERSION, PULUMI_VERSION } from "./version.ts";

/** What both ways are given: where the `bin` folder shall be made, and whom to tell. */
export interface ObtainOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** A way to obtain the CLI; gives undefined on success, else why it did not work. */
export type Obtain = (options: ObtainOptions) => Promise<string | undefined>;

const MODULES = fileURLToPath(new URL("../../pulumi-cli", import.meta.url));
const DOWNLOAD = fileURLToPath(new URL("download.mjs", import.meta.url));
const DOWNLOAD_LIMIT_MS = 10 * 60_000;

/** The lines of a program's output that say what went wrong; the rest is progress and stack. */
function lastWords(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const error = lines.find((line) => /^(?:\w*Error:)/.test(line));
  return (
    error ??
    lines
      .filter((line) => line !== "")
      .slice(-3)
      .join(" | ")
  );
}

/** Downloads the official release into `root`; gives up within seconds where its host is out of reach. */
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

/** Our small modules pin what is built by checksum: `go install` refuses both, because they replace modules. */
const BUILDS = [
  {
    module: "cli",
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    version: PULUMI_VERSION,
    minutes: "three to six minutes, more on a busy machine,",
  },
  {
    module: "nodejs-host",
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    version: LANGUAGE_HOST_VERSION,
    minutes: "half a minute",
  },
] as const;

/** Builds the CLI and the Node host with Go, and writes the wrapper of dynamic providers beside them. */
export const buildWithGo: Obtain = async ({ root, env, log }) => {
  const go = findOnPath("go", env);
  if (go === undefined) return "there is no Go on PATH";
  const binDir = join(root, "bin");
  mkdirSync(binDir, { recursive: true });
  for (const build of BUILDS) {
    const module = join(MODULES, build.module);
    if (!existsSync(module)) return `${module} is missing`;
    log(`Building ${build.package.split("/").at(-1)} ${build.version} with Go: ${build.minutes} the first time.`);
    const started = Date.now();
    const still = setInterval(() => log(`... still building, ${Math.round((Date.now() - started) / 1000)} s`), 60_000);
    const version = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${build.version}`;
    const args = ["build", "-trimpath", `-ldflags=-s -w ${version}`, "-o", binDir, build.package];
    const run = await runProgram(go, args, { env: goEnvironment(env), cwd: module });
    clearInterval(still);
    if (run.status !== 0) return `go build ${build.package} failed: ${lastWords(run.output)}`;
  }
  writeProviderWrapper(binDir);
  return undefined;
};
