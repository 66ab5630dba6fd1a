/**
 * `node scripts/apply.mjs [--after-kill]`: applies the program to the organization, and reverts changes from elsewhere.
 *
 * `--after-kill` first removes what a killed run left in the state: its lock, and its pending creates. Set it only if
 * you know that no other run is active.
 */
import { spawnSync } from "node:child_process";

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== "--after-kill");
if (unknown !== undefined) {
  console.error(`apply: there is no ${unknown}. Usage: node scripts/apply.mjs [--after-kill]`);
  process.exit(1);
}

// Ctrl-C also reaches the engine, which ends in order, and this script waits for it.
process.on("SIGINT", () => undefined);

/** Runs a command of the engine, and ends this script if it fails. */
function pulumi(...command) {
  const { status, signal, error } = spawnSync("pulumi", [...command, "--yes", "--non-interactive"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status === 0) return;
  const how = error?.message ?? (signal === null ? `exit code ${status}` : `signal ${signal}`);
  console.error(`apply: pulumi ${command[0]} failed (${how}). Running it again is safe.`);
  console.error("Is the stack locked by a run that was killed? node scripts/apply.mjs --after-kill");
  process.exit(1);
}

if (args.includes("--after-kill")) {
  pulumi("cancel");
  pulumi("refresh", "--skip-preview", "--clear-pending-creates");
}
pulumi("up", "--skip-preview", "--refresh");
