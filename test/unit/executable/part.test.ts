import { afterEach, expect, test } from "@jest/globals";

import { partCode, partText, runPart } from "../../../src/executable/part.ts";

/** Node's own, before a test puts assets into the executable. */
const builtIns = process.getBuiltinModule.bind(process);

/** Makes this process an executable with these assets. */
function holding(assets: Readonly<Record<string, Buffer>>): void {
  const getRawAsset = (name: string): ArrayBuffer => {
    const asset = assets[name];
    if (asset === undefined) throw new Error(`no asset ${name}`);
    return new Uint8Array(asset).buffer;
  };
  const instead = (name: string): unknown => (name === "node:sea" ? { getRawAsset } : builtIns(name));
  Object.defineProperty(process, "getBuiltinModule", { configurable: true, writable: true, value: instead });
}

afterEach(() => {
  Object.defineProperty(process, "getBuiltinModule", { configurable: true, writable: true, value: builtIns });
});

const TOLD = "orgformPartTold";
const told = (): unknown => Reflect.get(globalThis, TOLD);

/** A part that prints its own text, the name of its file, and the modules that it got from Node. */
const SOURCE = `((require) => {
  globalThis.${TOLD} = { text: "é", file: new Error("where").stack.includes("provider.cjs:"), path: require("node:path").sep };
})`;

const EXPECTED = { text: "é", file: true, path: builtIns("node:path").sep };

function runs(assets: Readonly<Record<string, Buffer>>): unknown {
  Reflect.deleteProperty(globalThis, TOLD);
  holding(assets);
  runPart("provider");
  const { runInThisContext } = builtIns("node:vm");
  // The part runs in Node's own context, whose global isn't the one of tests.
  const found = told() ?? JSON.parse(String(runInThisContext(`JSON.stringify(globalThis.${TOLD} ?? null)`)));
  runInThisContext(`delete globalThis.${TOLD}`);
  return found;
}

test("a part runs, with its text in Latin-1 and modules of Node", () => {
  expect(runs({ [partText("provider")]: Buffer.from(SOURCE, "latin1") })).toEqual(EXPECTED);
});

test("what was compiled before is taken", () => {
  const { Script } = builtIns("node:vm");
  const created: unknown[] = [];
  const compiled = new Script(SOURCE, { filename: "provider.cjs" }).createCachedData();
  const assets = { [partText("provider")]: Buffer.from(SOURCE, "latin1"), [partCode("provider")]: compiled };
  class Seen extends Script {
    constructor(text: string, options: object) {
      super(text, options);
      created.push([options, this.cachedDataRejected]);
    }
  }
  holding(assets);
  const sea = process.getBuiltinModule;
  const instead = (name: string): unknown => (name === "node:vm" ? { Script: Seen } : sea(name));
  Object.defineProperty(process, "getBuiltinModule", { configurable: true, writable: true, value: instead });
  runPart("provider");
  expect(created).toEqual([[{ filename: "provider.cjs", cachedData: compiled }, false]]);
});

test("a part that the executable doesn't have is named", () => {
  expect(() => runs({})).toThrow("The executable has no part provider.");
});

test("the assets of a part are named after it", () => {
  expect([partText("a"), partCode("a")]).toEqual(["a.cjs", "a.compiled"]);
});
