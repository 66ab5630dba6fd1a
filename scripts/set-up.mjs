// The first command on a fresh machine: nothing is installed yet, so this file and what it imports need Node alone.
// The import is late, because an old Node would stop at it with a riddle instead of this line.
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`set-up: Orgform needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  const { install } = await import("./set-up/install.mjs");
  process.exitCode = await install(process.argv[2] ?? new URL("..", import.meta.url));
  if (process.exitCode === 0 && process.argv[2] === undefined) {
    const { ensureGenerated } = await import("./set-up/generated.cjs");
    process.exitCode = ensureGenerated(fileURLToPath(new URL("..", import.meta.url)));
  }
}
