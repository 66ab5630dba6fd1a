import process from "node:process";

/**
 * Name of the asset with a part's code, in Latin-1: a function that takes `require`, which loads only Node's own
 * modules.
 */
export const partText = (name: string): string => `${name}.cjs`;

/** Name of the asset with that code as V8 compiled it. An executable built on another platform has none. */
export const partCode = (name: string): string => `${name}.compiled`;

/** Runs one part of the executable, without reading the others. */
export function runPart(name: string): void {
  const { Script } = process.getBuiltinModule("node:vm");
  const [text, compiled] = [assetOf(partText(name)), assetOf(partCode(name))];
  if (text === undefined) throw new Error(`The executable has no part ${name}.`);
  const script = new Script(text.toString("latin1"), { filename: partText(name), cachedData: compiled });
  // -- how each part is bundled
  const run = script.runInThisContext() as (require: (name: string) => unknown) => void;
  run(builtIn);
}

/** The `require` of parts. It loads no packages beside the executable, because anybody could have put them there. */
export function builtIn(name: string): unknown {
  const found: unknown = process.getBuiltinModule(name);
  // Node's own words, by which commands recognize an absent package.
  if (found === undefined) throw new Error(`No such built-in module: ${name}`);
  return found;
}

function assetOf(name: string): Buffer | undefined {
  const { getRawAsset } = process.getBuiltinModule("node:sea");
  try {
    // Node documents an ArrayBuffer here. -- the types also allow a string
    return Buffer.from(getRawAsset(name) as ArrayBuffer);
  } catch {
    return undefined;
  }
}
