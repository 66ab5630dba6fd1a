import fs, { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { systemClock } from "../../../src/app/clock.ts";
import { executableHere } from "../../../src/app/executable.ts";
import { inPackage, packagedFile } from "../../../src/app/packaged-file.ts";
import { raiseWasmBudget } from "../../../src/app/wasm-budget.ts";

const { versions } = process;
const v8 = process.getBuiltinModule("node:v8");
const sea = process.getBuiltinModule("node:sea");

afterEach(() => {
  jest.restoreAllMocks();
  Object.defineProperty(process, "versions", { value: versions, configurable: true });
});

test.each([
  ["20.20.0", true],
  ["22.1.0", true],
  ["24.0.0", true],
  ["18.0.0", false],
  ["21.9.0", false],
  ["200.0.0", false],
])("in Node %s, WebAssembly is compiled once alone: %s", (node, isRaised) => {
  const set = jest.spyOn(v8, "setFlagsFromString").mockImplementation(() => undefined);
  Object.defineProperty(process, "versions", { value: { ...versions, node }, configurable: true });
  raiseWasmBudget();
  expect(set.mock.calls).toEqual(isRaised ? [["--wasm-tiering-budget=1000000000"]] : []);
});

describe("a file of the package", () => {
  const SOURCES = join(__dirname, "../../../src/");

  test("is named from the folder of the code, wherever the module is", () => {
    expect(fileURLToPath(inPackage("dyn/a b.cjs"))).toBe(join(SOURCES, "dyn/a b.cjs"));
  });

  test("is beside the module where no folder above has a package", () => {
    jest.spyOn(fs, "existsSync").mockReturnValue(false);
    expect(fileURLToPath(inPackage("a b.txt"))).toBe(join(SOURCES, "app/a b.txt"));
  });

  test("is read from there, or by its name from the executable that has it", () => {
    expect(Buffer.from(packagedFile("x", "app/clock.ts"))).toEqual(readFileSync(join(SOURCES, "app/clock.ts")));
    expect(() => packagedFile("x", "app/no-such-file")).toThrow("ENOENT");
    const asset = jest.spyOn(sea, "getRawAsset").mockReturnValue(new Uint8Array([7, 8]).buffer);
    jest.spyOn(sea, "isSea").mockReturnValue(true);
    expect(packagedFile("x", "app/clock.ts")).toEqual(new Uint8Array([7, 8]));
    expect(asset.mock.calls).toEqual([["x"]]);
  });
});

test("the executable that runs the code has a path, and a user's Node isn't one", () => {
  expect(executableHere()).toBeUndefined();
  jest.spyOn(sea, "isSea").mockReturnValue(true);
  expect(executableHere()).toBe(process.execPath);
});

test("a wait ends with its time, or with the reason of its signal", async () => {
  await systemClock.sleep(0);
  await systemClock.sleep(0, new AbortController().signal);
  const stopping = new AbortController();
  const waiting = systemClock.sleep(1_000_000, stopping.signal);
  stopping.abort(new Error("told to stop"));
  await expect(waiting).rejects.toMatchObject({ name: "AbortError", cause: { message: "told to stop" } });
});
