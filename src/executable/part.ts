import process from "node:process";

/** Name of the asset with the code of a part, in Latin-1: a function that takes `require`, for modules of Node alone. */
export const partText = (name: string): string => `${name}.cjs`;

/** Name of the asset with what V8 made of that code; an executable that was made on another platform has none. */
export const partCode = (name: string): string => `${name}.compiled`;

/** Runs one part of the executable. Nothing of the others is read. */
export function runPart(name: string): void {
  const { Script } = process.getBuiltinModule("node:vm");
  const [text, compiled] = [assetOf(partText(name)), assetOf(partCode(name))];
  if (text === undefined) throw new Error(`The executable has no part ${name}.`);
  const script = new Script(text.toString("latin1"), {
    filename: partText(name),
    ...(compiled === undefined ? {} : { cachedData: compiled }),
  });
  // -- how each part is bundled
  const run = script.runInThisContext() as (require: (name: string) => unknown) => void;
  run(builtIn);
}

/** What parts require; packages that lie beside the executable are code of whoever put them there. */
export function builtIn(name: string): unknown {
  const found: unknown = process.getBuiltinModule(name);
  // In Node's words for it, by which commands know that a package is absent.
  if (found === undefined) throw new Error(`No such built-in module: ${name}`);
  return found;
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
