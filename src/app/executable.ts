import process from "node:process";

/** Path of the single executable that runs this code; undefined if it runs in the user's Node. */
export function executableHere(): string | undefined {
  return process.getBuiltinModule("node:sea").isSea() ? process.execPath : undefined;
}
