import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { create, extract } from "tar";
import { linkToSite } from "./packed-links.ts";
import { npmCommand } from "./set-up/npm-command.cjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Packs the package in `root` for `npm publish`, and returns the tarball's path. Build `dist` first. Links from our
 * pages to files outside the package lead to the site.
 * @throws Error with npm's message if npm refuses, or for a broken link.
 */
export function packPackage(root: string, folder: string): string {
  const [tarball] = packPackages([root], folder);
  if (tarball === undefined) throw new Error("npm pack named no tarball");
  return tarball;
}

/** The same for several packages with one start of npm, in their order. */
export function packPackages(roots: readonly string[], folder: string): string[] {
  const tarballs = npmPack(roots, folder);
  for (const [index, root] of roots.entries()) linkPages(root, tarballs[index] ?? "");
  return tarballs;
}

function linkPages(root: string, tarball: string): void {
  const place = relative(ROOT, root).replaceAll("\\", "/");
  if (place.startsWith("..")) return;
  const unpacked = mkdtempSync(join(tmpdir(), "orgform-packed-"));
  try {
    extract({ file: tarball, cwd: unpacked, sync: true });
    const packed = join(unpacked, "package");
    if (linkToSite(packed, place)) packAgain(unpacked, tarball);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** All files of a tarball have this time, whoever packs them. @source npm/pacote lib/util/tar-create-options.js */
const PACKED_AT = new Date("1985-10-26T08:15:00.000Z");

/** Packs npm's files again, as npm does, because npm itself takes a second or two to find the same files again. */
function packAgain(unpacked: string, tarball: string): void {
  const entries = readdirSync(join(unpacked, "package"), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .toSorted();
  create({ file: tarball, cwd: unpacked, gzip: { level: 9 }, portable: true, mtime: PACKED_AT, sync: true }, paths);
}

function npmPack(roots: readonly string[], folder: string): string[] {
  const { program, before, shell } = npmCommand();
  const options = ["--ignore-scripts", "--json", "--loglevel=error", "--pack-destination", folder];
  const places = roots.map((root) => resolve(root));
  const run = spawnSync(program, [...before, "pack", ...places, ...options], { cwd: ROOT, shell, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`npm pack failed: ${run.stderr || run.stdout}`);
  const answer = JSON.parse(run.stdout) as { filename: string }[] | Record<string, { filename: string }>;
  const packed = Object.values(answer);
  if (packed.length !== roots.length) throw new Error(`npm pack named ${packed.length} tarballs of ${roots.length}`);
  return packed.map(({ filename }) => join(folder, filename));
}
