#!/usr/bin/env node
import process from "node:process";

// This file imports nothing else, so an outdated Node prints a sentence instead of a syntax error.
const OLDEST_NODE = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  process.stderr.write(
    `orgform-sandbox needs Node ${OLDEST_NODE.join(".")} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  void import("./command/sandbox-command.ts")
    .then(async ({ runSandboxCommand }) => {
      process.exitCode = await runSandboxCommand(process.argv.slice(2));
    })
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    });
}
