import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

/**
 * The URL of a file in the package, by its path from the folder with all code: `dist` in the package, `src` in a
 * checkout. A bundle can move a module anywhere below that folder, so no path starts at the module.
 */
export function inPackage(path: string): URL {
  let folder = new URL("./", import.meta.url);
  while (!existsSync(fileURLToPath(new URL("../package.json", folder)))) {
    const above = new URL("../", folder);
    // An executable isn't part of a package.
    if (above.href === folder.href) return new URL(path, import.meta.url);
    folder = above;
  }
  return new URL(path, folder);
}

/**
 * Reads a file that belongs to the program: from a single executable by its name, else from the package.
 * @throws Error if it doesn't exist
 */
export function packagedFile(name: string, path: string): Uint8Array {
  const { isSea, getRawAsset } = process.getBuiltinModule("node:sea");
  // Said to be what it is by Node's own documentation. -- the types allow text as well
  return isSea() ? new Uint8Array(getRawAsset(name) as ArrayBuffer) : readFileSync(inPackage(path));
}
