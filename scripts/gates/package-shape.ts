/**
 * Packs the packages as for a release, and checks with publint and attw whether they resolve and type-check for users.
 * It follows the links of their pages, and compares their sizes, and that of the Pulumi plugin as a single file, with
 * `scripts/budgets.json`.
 *
 * `package-shape.ts [folder]`; without a folder, the project is built first.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { extract } from "tar";
import { budgetsOf } from "../budget/budgets.ts";
import { build } from "../build.ts";
import { packPackage } from "../pack.ts";
import { NAME as PLUGIN, pluginText } from "../package-pulumi/pack.ts";
import { deadLinks } from "../packed-links.ts";
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
  const packages = ["docs", "fleet", "mcp", "policy", "sandbox", "watch", "cdktf", "cdktn"].map((name) =>
    join(root, "packages", name),
  );
  const plugin = tooLarge(PLUGIN, Buffer.byteLength(pluginText(root)) / 1000);
  for (const line of plugin) console.error(line);
  return Math.max(plugin.length, ...[root, ...packages].map(shapeOf));
}

function shapeOf(root: string): number {
  const place = mkdtempSync(join(tmpdir(), "orgform-pack-"));
  try {
    const tarball = packPackage(root, place);
    const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string };
    const found = [...tooLarge(name, statSync(tarball).size / 1000), ...deadLinksIn(tarball, place)];
    for (const line of found) console.error(line);
    // Quick checks come first, because the tools take seconds for each package.
    return found.length === 0 && TOOLS.map((tool) => isContent(tool, tarball)).every(Boolean) ? 0 : 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function isContent({ name, args }: (typeof TOOLS)[number], tarball: string): boolean {
  const run = spawnSync(process.execPath, [programOf(name), ...args(tarball)], { encoding: "utf8" });
  if (run.status !== 0) console.error(`${name} complains:\n${run.stdout}${run.stderr}`);
  return run.status === 0;
}

function deadLinksIn(tarball: string, place: string): string[] {
  extract({ file: tarball, cwd: place, sync: true });
  return deadLinks(join(place, "package")).map((link) => `a packed page has a link that leads nowhere: ${link}`);
}

function tooLarge(name: string, kb: number): string[] {
  const most = budgetsOf().packedKb[name];
  if (most === undefined) return [`${name} has no packedKb in scripts/budgets.json`];
  return kb <= most ? [] : [`${name} is ${kb.toFixed(0)} kB as packed, more than its ${most} in scripts/budgets.json`];
}

process.exitCode = main(process.argv[2]);
