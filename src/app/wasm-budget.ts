import process from "node:process";

/** More than a provider needs in its life; V8's own budget is 1.8 million, 13 since Node 22. */
const BUDGET = 1_000_000_000;

/** The V8 versions that are known to have the flag: flags can disappear, and V8 complains about unknown ones. */
const TRIED: readonly string[] = ["20", "22", "24"];

/**
 * Keeps V8 from compiling WebAssembly a second time, optimized. Call it before any request.
 *
 * undici uses WebAssembly to parse responses. In Node 20, the first response starts the second compilation, in later
 * versions the first hundred. It costs a tenth of a second of CPU and 34 MB, more than one command gains from it.
 */
export function raiseWasmBudget(): void {
  const [major = ""] = process.versions.node.split(".");
  if (!TRIED.includes(major)) return;
  // Loaded only by code that calls this function.
  process.getBuiltinModule("node:v8").setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
