import process from "node:process";

/** Name of the asset with the code of a part, in Latin-1: a function that takes `require`. */
export const partText = (name: string): string => `${name}.cjs`;

/** Name of the asset with what V8 made of that code; an executable that was made on another platform has none. */
export const partCode = (name: string): string => `${name}.compiled`;

/** Runs one part of the executable. Nothing of the others is read. */
export function runPart(name: string): void {
  const { Script } = process.getBuiltinModule("node:vm");
  const { createRequire } = process.getBuiltinModule("node:module");
  const [text, compiled] = [assetOf(partText(name)), assetOf(partCode(name))];
  if (text === undefined) throw new Error(`The executable has no part ${name}.`);
  const script = new Script(text.toString("latin1"), {
    filename: partText(name),
    ...(compiled === undefined ? {} : { cachedData: compiled }),
  });
  // -- how each part is bundled
  const run = script.runInThisContext() as (require: NodeJS.Require) => void;
  run(createRequire(process.execPath));
}

function assetOf(name: string): Buffer | undefined {
  const { getRawAsset } = process.getBuiltinModule("node:sea");
  try {
    // Said to be what it is by Node's own documentation. -- the types allow text as well
    return Buffer.from(getRawAsset(name) as ArrayBuffer);
  } catch {
    return undefined;
  }
}
