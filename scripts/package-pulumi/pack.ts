import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "tar";
import { bundle } from "../bundle.ts";

/** Name of the single file, which has its own budget in `scripts/budgets.json`. */
export const NAME = "pulumi-resource-orgform";
const PLATFORMS = ["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"];

/** Printed by an older Node, which would otherwise stop at the first unknown syntax. */
const OLDEST_NODE = "20.19";

/**
 * Precedes the bundle. The file has no extension, so a package.json above it decides how Node reads it: as CommonJS,
 * which has `require`, or as an ES module, which doesn't. Only Node's own modules are required.
 */
const HEAD = `
if (process.getBuiltinModule === undefined) {
  console.error("The plugin orgform needs Node ${OLDEST_NODE} or newer; this is " + process.version + ".");
  process.exit(1);
}
var require = process.getBuiltinModule("node:module").createRequire(process.execPath);
`;

/** One day for everything in an archive: the same files make the same bytes. */
const SOME_DAY = new Date(0);

/** The whole plugin as one text, bundled from the sources. */
export function pluginText(root: string): string {
  return bundle(root, "src/engines/pulumi/plugin/main.ts", {
    format: "iife",
    banner: { js: HEAD },
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

/** Creates everything again in `target` and returns the paths of its files. */
export function packPulumi(root: string, target: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, "release"), { recursive: true });
  writeFileSync(join(target, NAME), pluginText(root), { mode: 0o755 });
  copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
  const archives = PLATFORMS.map((platform) => `release/${NAME}-v${version}-${platform}.tar.gz`);
  for (const file of archives) {
    const how = { file: join(target, file), cwd: target, gzip: true, portable: true, mtime: SOME_DAY };
    create({ ...how, sync: true }, [NAME, "LICENSE"]);
  }
  return [NAME, ...archives];
}
