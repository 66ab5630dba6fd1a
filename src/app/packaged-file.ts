import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

/**
 * The address of something in the package, by its path from the folder with all code, which is `dist` there and `src` in a
 * checkout. A bundle puts a module anywhere below that folder, so no path starts at the module.
 */
export function inPackage(path: string): URL {
  let folder = new URL("./", import.meta.url);
  while (!existsSync(fileURLToPath(new URL("../package.json", folder)))) {
    const above = new URL("../", folder);
    // An executable lies in no package.
    if (above.href === folder.href) return new URL(path, import.meta.url);
    folder = above;
  }
  return new URL(path, folder);
}

/**
 * A file that goes with the program: inside of a single executable under its name, else where the package has it.
 * @throws Error when there is none
 */
export function packagedFile(name: string, path: string): Uint8Array {
  const { isSea, getRawAsset } = process.getBuiltinModule("node:sea");
  // Said to be what it is by Node's own documentation. -- the types allow text as well
  return isSea() ? new Uint8Array(getRawAsset(name) as ArrayBuffer) : readFileSync(inPackage(path));
}
