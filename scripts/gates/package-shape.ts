/**
 * Packs the packages as for a release, and checks with publint and attw whether they resolve and type-check for users.
 * It follows the links of their pages, and compares their sizes, and that of the Pulumi plugin as a single file, with
 * `scripts/budgets.json`.
 *
 * `package-shape.ts [folder]`; without a folder, the project is built first.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { extract } from "tar";
import { budgetsOf } from "../budget/budgets.ts";
import { build } from "../build.ts";
import { packPackages } from "../pack.ts";
import { NAME as PLUGIN, pluginText } from "../package-pulumi/pack.ts";
import { deadLinks } from "../packed-links.ts";
import { complaintsAbout } from "./shape-tools.ts";

async function main(folder: string | undefined): Promise<number> {
  if (folder !== undefined) return shapeOf([resolve(folder)]);
  const root = fileURLToPath(new URL("../..", import.meta.url));
  build(root);
  const packages = ["docs", "fleet", "mcp", "policy", "sandbox", "watch", "cdktf", "cdktn"].map((name) =>
    join(root, "packages", name),
  );
  const plugin = tooLarge(PLUGIN, Buffer.byteLength(pluginText(root)) / 1000);
  for (const line of plugin) console.error(line);
  return Math.max(plugin.length, await shapeOf([root, ...packages]));
}

/** The number of complaints about the packages in these folders. */
async function shapeOf(roots: readonly string[]): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), "orgform-pack-"));
  try {
    const tarballs = packPackages(roots, place);
    const found: string[] = [];
    for (const [index, root] of roots.entries())
      found.push(...(await complaintsOf(root, tarballs[index] ?? "", place)));
    for (const line of found) console.error(line);
    return found.length;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function complaintsOf(root: string, tarball: string, place: string): Promise<string[]> {
  const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string };
  const found = [
    ...tooLarge(name, statSync(tarball).size / 1000),
    ...deadLinksIn(tarball, mkdtempSync(join(place, "of-"))),
  ];
  // Quick checks come first, because the tools take seconds for each package.
  return found.length > 0 ? found : complaintsAbout(tarball);
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

process.exitCode = (await main(process.argv[2])) === 0 ? 0 : 1;
