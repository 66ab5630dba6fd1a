#!/usr/bin/env node
import process from "node:process";

// This file imports nothing else, so a Node that is too old prints a sentence instead of a syntax error.
const OLDEST_NODE = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  process.stderr.write(
    `orgform needs Node ${OLDEST_NODE.join(".")} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  process.stdout.on("error", endWithReader);
  void import("./run.ts").then(async ({ run }) => {
    process.exitCode = await run(process.argv.slice(2));
  });
}

/** The reader of the output has stopped reading, like `head`: nothing went wrong. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}
