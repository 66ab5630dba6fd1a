import process from "node:process";

/** More than a provider's life; V8's own is 1.8 million, 13 since Node 22. */
const BUDGET = 1_000_000_000;

/** Where V8 was seen to know the flag: flags are no promise, and an unknown one is complained about. */
const TRIED: readonly string[] = ["20", "22", "24"];

/**
 * Keeps V8 from compiling WebAssembly a second time, optimized. Call it before any request.
 *
 * undici reads answers with it. In Node 20 the first answer sets the second compilation off, in later ones the first
 * hundred; it costs a tenth of a second of CPU and 34 MB, which the answers of one command do not win back.
 */
export function raiseWasmBudget(): void {
  const [major = ""] = process.versions.node.split(".");
  if (!TRIED.includes(major)) return;
  // Loaded by those alone who call this.
  process.getBuiltinModule("node:v8").setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
