// Runs alone: the program runs once, when it is loaded.
import { afterAll, expect, test } from "@jest/globals";

import { partText } from "../../../src/executable/part.ts";

const { argv, argv0 } = process;
const builtIns = process.getBuiltinModule.bind(process);

const setInProcess = (name: string, value: unknown): void =>
  void Object.defineProperty(process, name, { configurable: true, writable: true, value });

afterAll(() => {
  for (const [name, value] of Object.entries({ argv, argv0, getBuiltinModule: builtIns })) setInProcess(name, value);
});

test("the executable runs the part that its own name and its arguments ask for", async () => {
  const read: string[] = [];
  const getRawAsset = (name: string): ArrayBuffer => {
    read.push(name);
    if (!name.endsWith(".cjs")) throw new Error(`no asset ${name}`);
    return new Uint8Array(Buffer.from("(() => {})")).buffer;
  };
  setInProcess("getBuiltinModule", (name: string): unknown => (name === "node:sea" ? { getRawAsset } : builtIns(name)));
  setInProcess("argv0", "/plugins/pulumi-resource-orgform");
  // Of the first two, neither is an argument.
  setInProcess("argv", ["/plugins/pulumi-resource-orgform", "sandbox", "127.0.0.1:4711"]);
  await import("../../../src/executable/main.ts");
  expect(read.filter((name) => name.endsWith(".cjs"))).toEqual([partText("plugin")]);
});
