/**
 * Finds or creates a Pulumi CLI without changing the user's own.
 *
 * In this order: PATH, our cache, the official download, a build from Go modules. A new CLI appears in the cache by one
 * rename, after it is complete and `pulumi version` succeeded. Before that, it is in a folder with the process ID in
 * its name, which the next setup deletes if that process is gone.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import { isAlive, type LockTiming, withLock } from "../../../scripts/set-up/lock.cjs";
import { buildWithGo, downloadRelease, type Obtain } from "./obtain.ts";
import { inspect, pulumiFolderOnPath } from "./tools.ts";
import { isAtLeast, OLDEST_PULUMI, PULUMI_VERSION } from "./version.ts";

/** A CLI that is ready for use. */
export interface Pulumi {
  /** The folder with the CLI, the Node host, and the dynamic provider's program. */
  readonly binDir: string;
  /** Three numbers with dots. */
  readonly version: string;
  /** The source of the CLI in this run. */
  readonly source: "path" | "cache" | "download" | "go";
}

/** Everything has a default; tests give their own. */
export interface EnsureOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
  readonly download?: Obtain;
  readonly build?: Obtain;
  readonly timing?: LockTiming;
}

interface Context {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  readonly cache: string;
  readonly ways: readonly { readonly source: "download" | "go"; readonly label: string; readonly obtain: Obtain }[];
}

async function fromPath({ env, log }: Context): Promise<Pulumi | undefined> {
  const folder = pulumiFolderOnPath(env);
  if (folder === undefined) return undefined;
  const found = await inspect(folder, env);
  if ("problem" in found) {
    log(`The Pulumi CLI on PATH is left alone: ${folder} ${found.problem}.`);
    return undefined;
  }
  if (!isAtLeast(found.version, OLDEST_PULUMI)) {
    log(`The Pulumi CLI on PATH is left alone: ${found.version} is older than ${OLDEST_PULUMI}.`);
    return undefined;
  }
  return { binDir: folder, version: found.version, source: "path" };
}

const installFolder = (cache: string): string => join(cache, `pulumi-${PULUMI_VERSION}`);

/** The cached CLI; a folder that doesn't work is moved out of the way. */
async function fromCache({ env, log, cache }: Context, repair: boolean): Promise<Pulumi | undefined> {
  const root = installFolder(cache);
  if (!existsSync(root)) return undefined;
  const binDir = join(root, "bin");
  const found = await inspect(binDir, env);
  if ("version" in found && found.version === PULUMI_VERSION)
    return { binDir, version: found.version, source: "cache" };
  if (repair) {
    log(`The cached Pulumi CLI is made anew: ${binDir} ${"problem" in found ? found.problem : `is ${found.version}`}.`);
    const aside = mkdtempSync(join(cache, `making-${process.pid}-`));
    renameSync(root, join(aside, "broken"));
    rmSync(aside, { recursive: true, force: true });
  }
  return undefined;
}

/** Deletes the remains of a killed setup; the folder's name contains the process ID. */
function sweep(cache: string): void {
  for (const name of readdirSync(cache)) {
    const pid = /^making-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && Number(pid) !== process.pid && !isAlive(Number(pid))) {
      rmSync(join(cache, name), { recursive: true, force: true });
    }
  }
}

async function make(context: Context): Promise<Pulumi> {
  const cached = await fromCache(context, true);
  if (cached !== undefined) return cached;
  sweep(context.cache);
  const reasons: string[] = [];
  for (const { source, label, obtain } of context.ways) {
    const root = mkdtempSync(join(context.cache, `making-${process.pid}-`));
    try {
      const problem =
        (await obtain({ root, env: context.env, log: context.log })) ?? (await complaint(root, context.env));
      if (problem === undefined) {
        moveIn(root, installFolder(context.cache));
        const binDir = join(installFolder(context.cache), "bin");
        context.log(`The Pulumi CLI ${PULUMI_VERSION} is ready in ${binDir}.`);
        return { binDir, version: PULUMI_VERSION, source };
      }
      context.log(`${label}: ${problem}.`);
      reasons.push(`${label}: ${problem}`);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  throw new Error(noWayText(reasons));
}

async function complaint(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const made = await inspect(join(root, "bin"), env);
  if ("problem" in made) return `what was made ${made.problem}`;
  return made.version === PULUMI_VERSION ? undefined : `what was made is ${made.version}`;
}

/** The folder appears whole or not at all; when a second maker was faster, its folder is as good. */
function moveIn(made: string, place: string): void {
  try {
    renameSync(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

function noWayText(reasons: readonly string[]): string {
  return [
    `There is no Pulumi CLI and no way was found to get one.`,
    ...reasons.map((reason) => `  ${reason}`),
    `Any one of these helps:`,
    `  - install Pulumi ${OLDEST_PULUMI} or newer, so that \`pulumi version\` works (https://www.pulumi.com/docs/install/)`,
    `  - let this machine reach get.pulumi.com`,
    `  - install Go 1.25 or newer and let it reach a Go module proxy`,
  ].join("\n");
}

/**
 * Returns a CLI that is new enough, and creates one if there is none; reports slow steps on standard error.
 * @throws Error with the remedies if no way works.
 */
export async function ensurePulumi(options: EnsureOptions = {}): Promise<Pulumi> {
  const env = options.env ?? process.env;
  const context: Context = {
    env,
    log: options.log ?? ((line) => process.stderr.write(`set-up: ${line}\n`)),
    cache: cacheFolder(env),
    ways: [
      { source: "download", label: "Official download", obtain: options.download ?? downloadRelease },
      { source: "go", label: "Build with Go", obtain: options.build ?? buildWithGo },
    ],
  };
  const ready = (await fromPath(context)) ?? (await fromCache(context, false));
  if (ready !== undefined) return ready;
  mkdirSync(context.cache, { recursive: true });
  return withLock(
    join(context.cache, `pulumi-${PULUMI_VERSION}.lock`),
    () => make(context),
    (pid) => context.log(`Another set-up (process ${pid}) is getting the Pulumi CLI; waiting for it.`),
    options.timing,
  );
}
