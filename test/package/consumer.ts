import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { list } from "tar";
import { packPackage } from "../../scripts/pack.ts";
import { npmCommand } from "../../scripts/set-up/npm-command.cjs";
import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";
import { runScript } from "../support/run-tool.ts";

const ROOT = join(__dirname, "../..");

/** The compiler of Pulumi's own templates, as a user's project has it. */
const COMPILER = ["typescript@5.9.3", "@types/node@20.19.43"];

/** The SDK of our lock file. */
const PULUMI = ["@pulumi/pulumi@3.248.0"];

/** A user's project in a temporary folder, with the packed package installed. */
export interface Consumer {
  readonly folder: string;
  /** Every path in the tarball, without `package/`. */
  readonly packed: readonly string[];
  /** Writes a file of the project. */
  write(path: string, text: string): void;
  /** Runs Node in the project, with none of our variables in the environment. */
  node(...args: string[]): Promise<ProgramResult>;
  /** Loads an entry by `import` and by `require`. Prints the number of its names, and whether both give the same. */
  bothWays(entry: string): Promise<ProgramResult>;
  /** Also packs and installs packages of `packages/`. */
  installOwn(...names: readonly string[]): void;
  /** Runs npm in the project, and returns its output. */
  npm(...args: readonly string[]): string;
  /** Runs the project's TypeScript 5.9 with one of the project's configuration files. */
  compile(configuration: string): Promise<ProgramResult>;
  remove(): void;
}

function npm(args: readonly string[], cwd: string): string {
  const { program, before, shell } = npmCommand();
  const all = [...before, ...args, "--loglevel=error", "--no-audit", "--no-fund"];
  const run = spawnSync(program, all, { cwd, shell, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`npm ${args.join(" ")} failed: ${run.stderr}`);
  return run.stdout;
}

function bothWaysScript(entry: string): string {
  const isJson = entry.endsWith(".json");
  const attributes = isJson ? ', { with: { type: "json" } }' : "";
  return `
    const required = require("${entry}");
    import("${entry}"${attributes}).then((imported) => {
      const names = Object.keys(required);
      const value = ${isJson} ? imported.default : imported;
      console.log(JSON.stringify({ count: names.length, same: names.every((name) => required[name] === value[name]) }));
    });`;
}

function filesIn(tarball: string): string[] {
  const paths: string[] = [];
  list({ file: tarball, sync: true, onReadEntry: ({ path }) => paths.push(path.replace(/^package\//u, "")) });
  return paths;
}

/**
 * Builds, packs, and installs the package with its peers. Takes up to a minute if npm's own cache is empty.
 *
 * @param tools - what else the project contains; by default, a compiler
 */
export async function newConsumer(
  peers: readonly string[] = PULUMI,
  tools: readonly string[] = COMPILER,
): Promise<Consumer> {
  const built = await runScript("scripts/build.ts", [], ROOT);
  if (built.status !== 0) throw new Error(built.output);
  const folder = mkdtempSync(join(tmpdir(), "orgform-consumer-"));
  const tarball = packPackage(ROOT, folder);
  writeFileSync(join(folder, "package.json"), '{"name":"consumer","private":true}\n');
  copyFileSync(join(ROOT, ".npmrc"), join(folder, ".npmrc"));
  npm(["install", "--prefer-offline", `./${basename(tarball)}`, ...tools, ...peers], folder);
  const node = (...args: string[]): Promise<ProgramResult> => {
    const { PATH, HOME } = process.env;
    return runProgram(process.execPath, args, { cwd: folder, env: { PATH, HOME } });
  };
  return {
    folder,
    packed: filesIn(tarball),
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    node,
    bothWays: (entry) => node("--no-warnings", "-e", bothWaysScript(entry)),
    installOwn: (...names) => {
      const tarballs = names.map((name) => `./${basename(packPackage(join(ROOT, "packages", name), folder))}`);
      npm(["install", "--prefer-offline", "--save-dev", ...tarballs], folder);
    },
    npm: (...args) => npm(args, folder),
    compile: (configuration) =>
      node(join(folder, "node_modules/typescript/bin/tsc"), "-p", configuration, "--pretty", "false"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
