/**
 * Installs the pinned packages if they are missing or differ from package-lock.json.
 *
 * A stamp in node_modules has the lock file's hash, so the usual run reads one small file. Without a stamp, npm's own
 * record decides, so a developer who ran `npm ci` or `npm install` needn't wait for a second installation.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.cjs";
import { npmCommand } from "./npm-command.cjs";

const say = (line) => process.stderr.write(`set-up: ${line}\n`);

/** The stamp of an installation: the lock file, and the machine for packages that contain programs. */
function wantedStamp(root) {
  const lock = readFileSync(join(root, "package-lock.json"));
  const machine = `${process.platform} ${process.arch} ${process.versions.modules}`;
  return `${createHash("sha256").update(lock).digest("hex")} ${machine}\n`;
}

const lockPath = (root) => join(root, ".set-up.lock");

/** An installation takes minutes, and an npm without its parent reports no progress. */
const TIMING = { beatMs: 2_000, deadMs: 300_000, pollMs: 300 };

const stampPath = (root) => join(root, "node_modules", ".orgform-stamp");

function readStamp(root) {
  try {
    return readFileSync(stampPath(root), "utf8");
  } catch {
    return "";
  }
}

/** The packages that npm records at its end; undefined if it didn't end. */
function recordOf(root) {
  try {
    return JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Whether npm's record of node_modules has every package of the lock file in the same version, for this machine. */
function isInstalledByHand(root, stamp) {
  const found = recordOf(root);
  const [, machine] = stamp.split(/ (.*)/s);
  const stampedFor = readStamp(root);
  if (found === undefined || (stampedFor !== "" && !stampedFor.endsWith(` ${machine}`))) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === "" || (found[path] === undefined ? optional || devOptional : found[path].version === version),
  );
}

async function runNpm(root) {
  const { program, before, shell } = npmCommand();
  const args = [...before, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, shell, stdio: ["ignore", 2, 2] });
    // npm outlives a killed setup, and a second npm in the same folder would break both, so npm now owns the lock.
    if (child.pid !== undefined) writeFileSync(lockPath(root), JSON.stringify({ pid: child.pid, host: hostname() }));
    child.on("error", (error) => {
      say(`npm could not be started: ${error.message}`);
      done(1);
    });
    child.on("close", (code) => done(code ?? 1));
  });
}

/** Why packages must be installed. npm writes its record last. */
function reasonIn(root) {
  if (!existsSync(join(root, "node_modules"))) return "first run";
  if (recordOf(root) === undefined) return "the last installation did not end";
  return "package-lock.json has changed";
}

async function installLocked(root) {
  const stamp = wantedStamp(root);
  if (readStamp(root) === stamp) return 0;
  if (!isInstalledByHand(root, stamp)) {
    // The site has its own packages, a third of the project's number.
    const size = existsSync(join(root, "astro.config.mjs")) ? 200 : 600;
    say(
      `Installing the packages of package-lock.json (${reasonIn(root)}): about ${size} MB, half a minute to some minutes.`,
    );
    const code = await runNpm(root);
    if (code !== 0) {
      say(
        "`npm ci` failed, see above. It needs the npm registry and write access to this folder; then run this again.",
      );
      return 1;
    }
    say("Packages are installed.");
  }
  writeFileSync(stampPath(root), stamp);
  return 0;
}

/** Installs the packages of the lock file into node_modules of the project in `folder`. Returns the exit code. */
export async function install(folder) {
  const root = folder instanceof URL ? fileURLToPath(folder) : resolve(folder);
  if (readStamp(root) === wantedStamp(root)) return 0;
  return withLock(
    lockPath(root),
    () => installLocked(root),
    (pid) => say(`Another set-up (process ${pid}) is installing; waiting for it.`),
    TIMING,
  );
}
