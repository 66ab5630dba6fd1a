#!/usr/bin/env node
import process from "node:process";

// This file imports nothing else, so an outdated Node prints a sentence instead of a syntax error. If a plugin doesn't
// start, the engine shows its standard output; it shows standard error only with TF_LOG.
const OLDEST_NODE = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  process.stdout.write(
    `The provider orgform needs Node ${OLDEST_NODE.join(".")} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  keepCompiledCode();
  void import("./runtime.ts")
    .then(({ guardOutput, serve }) => serve(guardOutput(), process.argv.slice(2)))
    .catch((error: unknown) => {
      process.stdout.write(
        `The provider orgform could not start: ${error instanceof Error ? error.message : String(error)}\n`,
      );
      process.exitCode = 1;
    });
}

/**
 * Lets Node (since 22.1) store the compiled code for the next start: an engine starts the provider three times in a
 * plan. It is stored in the user's own cache folder, never in a folder that others can write to; NODE_COMPILE_CACHE
 * names another one, and NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
function keepCompiledCode(): void {
  // A single executable has its compiled code inside.
  if (process.getBuiltinModule("node:sea").isSea()) return;
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  const caches = process.platform === "win32" ? LOCALAPPDATA : (XDG_CACHE_HOME ?? (HOME && `${HOME}/.cache`));
  if (caches === undefined || caches === "") return;
  // The types are those of the oldest Node. -- the additional function of a newer one
  const loader = process.getBuiltinModule("node:module") as { enableCompileCache?: (folder: string) => unknown };
  loader.enableCompileCache?.(`${caches}/orgform/compiled`);
}
