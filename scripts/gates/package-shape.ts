/**
 * Packs what would be published and asks publint and attw whether it resolves and type-checks for its users.
 *
 * `package-shape.ts [folder]`; without a folder the project is built first.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../build.ts";
import { packPackage } from "../pack.ts";
import { programOf } from "../program-of.ts";

const TOOLS = [
  { name: "publint", args: (tarball: string) => ["run", tarball, "--strict"] },
  {
    name: "@arethetypeswrong/cli:attw",
    // Node has loaded ES modules by `require` since 20.19, the oldest that we support. The modules that stored state
    // requires are plain CommonJS without types.
    args: (tarball: string) => [
      tarball,
      "--no-definitely-typed",
      "--no-emoji",
      "--ignore-rules",
      "cjs-resolves-to-esm",
      "--exclude-entrypoints",
      "dyn/*.cjs",
    ],
  },
] as const;

function main(folder: string | undefined): number {
  if (folder !== undefined) return shapeOf(resolve(folder));
  const root = fileURLToPath(new URL("../..", import.meta.url));
  build(root);
  const packages = ["fleet", "mcp", "sandbox", "cdktf", "cdktn"].map((name) => join(root, "packages", name));
  return Math.max(...[root, ...packages].map(shapeOf));
}

function shapeOf(root: string): number {
  const place = mkdtempSync(join(tmpdir(), "orgform-pack-"));
  try {
    const tarball = packPackage(root, place);
    const runs = TOOLS.map(({ name, args }) => {
      const run = spawnSync(process.execPath, [programOf(name), ...args(tarball)], { encoding: "utf8" });
      if (run.status !== 0) console.error(`${name} complains:\n${run.stdout}${run.stderr}`);
      return run.status;
    });
    return runs.every((status) => status === 0) ? 0 : 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

process.exitCode = main(process.argv[2]);
