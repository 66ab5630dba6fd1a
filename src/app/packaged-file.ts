import { readFileSync } from "node:fs";
import process from "node:process";

/**
 * A file that goes with the program: inside of a single executable under its name, else where the package has it.
 * @throws Error when there is none
 */
export function packagedFile(name: string, place: URL): Uint8Array {
  const { isSea, getRawAsset } = process.getBuiltinModule("node:sea");
  // Said to be what it is by Node's own documentation. -- the types allow text as well
  return isSea() ? new Uint8Array(getRawAsset(name) as ArrayBuffer) : readFileSync(place);
}
