/** How to start npm. CommonJS for the same reasons as lock.cjs; its types are in npm-command.d.cts. */
const { existsSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");

/** Without a shell where possible: the npm that runs us, else the one beside this Node, else whatever PATH has. */
function npmCommand() {
  const beside = dirname(process.execPath);
  const scripts = [
    process.env.npm_execpath ?? "",
    join(beside, "node_modules/npm/bin/npm-cli.js"),
    join(beside, "../lib/node_modules/npm/bin/npm-cli.js"),
  ];
  const script = scripts.find((path) => basename(path) === "npm-cli.js" && existsSync(path));
  if (script !== undefined) return { program: process.execPath, before: [script], shell: false };
  const isWindows = process.platform === "win32";
  return { program: isWindows ? "npm.cmd" : "npm", before: [], shell: isWindows };
}

module.exports = { npmCommand };
