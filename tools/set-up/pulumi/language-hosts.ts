/**
 * The hosts of Python, Go, Java, and YAML programs, if they are requested: a plain setup needs only the Node host.
 *
 * An officially installed CLI has them. For any other CLI, they would have to be in its own folder, which isn't ours to
 * change; if a host is found elsewhere, the CLI warns in every run. So a second folder is created, with links to the
 * CLI's programs, and with the missing hosts.
 */
import { chmodSync, copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { cachedFolder, say } from "../cached-folder.ts";
import { ensurePulumi, type EnsureOptions, type Pulumi } from "./ensure.ts";
import { goBuild, goModuleFolder, type GoProgram, MODULES } from "./go-build.ts";
import { findIn } from "./tools.ts";
import { LANGUAGE_HOST_VERSION } from "./version.ts";

const SDK = "github.com/pulumi/pulumi/sdk/v3";

/** Each at the last version whose sources the Go module proxy gives (tried 2026-11-21); they work with the CLI's. */
const HOSTS: readonly GoProgram[] = [
  {
    module: "sdk-hosts",
    package: `${SDK}/python/cmd/pulumi-language-python`,
    version: LANGUAGE_HOST_VERSION,
    minutes: "half a minute",
  },
  { module: "go-host", package: `${SDK}/go/pulumi-language-go`, version: "3.60.0", minutes: "half a minute" },
  {
    module: "languages",
    package: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
    version: "0.20.0",
    minutes: "one to two minutes",
  },
  {
    module: "languages",
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    version: "1.11.2",
    minutes: "half a minute",
  },
];

const nameOf = (host: GoProgram): string => host.package.split("/").at(-1) ?? "";

/** Runs a Python program; the host looks for it beside itself. */
const PYTHON_SCRIPT = "pulumi-language-python-exec";

/** A name for the contents of files, short enough for a folder. */
export function digestOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 8);
}

/**
 * Returns a CLI that runs programs in every language, and builds missing hosts; reports slow steps.
 * @throws Error if there is no CLI or a host can't be built.
 */
export async function ensureLanguageHosts(options: EnsureOptions = {}): Promise<Pulumi> {
  const { env = process.env, log = say } = options;
  const pulumi = await ensurePulumi(options);
  const missing = HOSTS.filter((host) => findIn(pulumi.binDir, nameOf(host)) === undefined);
  if (missing.length === 0) return pulumi;
  const modules = [...new Set(missing.map(({ module }) => module))];
  const name = `pulumi-${pulumi.version}-languages-${digestOf(modules.map((module) => join(MODULES, module, "go.mod")))}`;
  const make = (root: string): Promise<string | undefined> => {
    const binDir = join(root, "bin");
    linkPrograms(pulumi.binDir, binDir);
    return build(missing, binDir, env, log);
  };
  const root = await cachedFolder({ name, what: "the hosts of further languages", make }, { env, log });
  return { ...pulumi, binDir: join(root, "bin") };
}

function linkPrograms(from: string, to: string): void {
  mkdirSync(to);
  for (const file of readdirSync(from).filter((name) => name.startsWith("pulumi"))) {
    try {
      linkSync(join(from, file), join(to, file));
    } catch {
      // Another disk, or a file that we aren't allowed to link.
      copyFileSync(join(from, file), join(to, file));
    }
  }
}

async function build(
  missing: readonly GoProgram[],
  binDir: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string | undefined> {
  const problem = await goBuild(missing, binDir, env, log);
  const python = missing.find((host) => nameOf(host) === "pulumi-language-python");
  if (problem !== undefined || python === undefined) return problem;
  const sources = await goModuleFolder(python.module, SDK, env);
  if (sources === undefined) return `Go does not know where the sources of ${SDK} are`;
  copyFileSync(join(sources, "python/cmd", PYTHON_SCRIPT), join(binDir, PYTHON_SCRIPT));
  // Files of Go's module folder are read-only.
  chmodSync(join(binDir, PYTHON_SCRIPT), 0o755);
  return undefined;
}
