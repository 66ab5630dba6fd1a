import process from "node:process";

/** Path of the single executable that this code runs in; undefined when a Node of the user runs it. */
export function executableHere(): string | undefined {
  return process.getBuiltinModule("node:sea").isSea() ? process.execPath : undefined;
}
