/**
 * Runs the quick tests and those of contracts with Node 24 and the newest Pulumi SDK, in a copy of the checkout. The
 * tests of the sandbox itself are omitted: the other tests use it all the time.
 *
 * It uses a copy, because packages other than those in the lock file must not be installed in the checkout. It really
 * installs them there, because a path that only the test runner redirects would leave child processes with the old SDK.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmCommand } from "./set-up/npm-command.cjs";

const NODE_MAJOR = "24";
const root = fileURLToPath(new URL("..", import.meta.url));

const QUICK = ["--quick", "--contract", "--testPathIgnorePatterns", "/contract/sandbox/"];

const NOT_COPIED = /^(?:node_modules|dist|dist-.*|coverage|\.git)$/;

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(program, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${basename(program)} ${args.join(" ")} ended with ${String(status)}`);
}

/** Installs Node into a folder of its own: in the checkout it would take the place of the machine's Node. */
function installNode(folder: string): string {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true}\n');
  copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  const { program, before } = npmCommand();
  run(
    program,
    [...before, "install", "--no-audit", "--no-fund", "--loglevel=error", `node@${NODE_MAJOR}`],
    folder,
    process.env,
  );
  const node = join(folder, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(node)) throw new Error(`npm installed no ${node}`);
  return node;
}

function versionOf(folder: string, name: string): string {
  return (JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as { version: string })
    .version;
}

function main(folder: string): void {
  const node = installNode(join(folder, "node"));
  const copy = join(folder, "orgform");
  cpSync(root, copy, { recursive: true, filter: (source) => !NOT_COPIED.test(basename(source)) });
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env["PATH"] ?? ""].join(delimiter),
    npm_execpath: undefined,
  };
  const npm = npmCommand().before;
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // The packages of the lock file are here already. To install them again takes a minute.
  run("cp", ["-a", join(root, "node_modules"), copy], root, env);
  run(node, [...npm, "install", "--no-save", ...quiet, "@pulumi/pulumi@latest"], copy, env);
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  console.log(`newest: Node ${stdout.trim()}, @pulumi/pulumi ${versionOf(copy, "@pulumi/pulumi")}`);
  run(node, [join(copy, "node_modules/tsx/dist/cli.mjs"), "scripts/test.ts", ...QUICK], copy, env);
}

const folder = mkdtempSync(join(tmpdir(), "orgform-newest-"));
try {
  main(folder);
} catch (error) {
  console.error(`newest: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
