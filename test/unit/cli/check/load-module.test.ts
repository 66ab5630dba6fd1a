import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, expect, jest, test } from "@jest/globals";

import { loadModuleBeside } from "../../../../src/cli/check/load-module.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-load-module-"));
const file = join(folder, "rules é#1.mjs");
writeFileSync(file, "");
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => void jest.resetModules());

/** What Node does when it loads the file. */
function loading(load: () => unknown): void {
  jest.doMock(pathToFileURL(file).href, load, { virtual: true });
}

const POLICY = join(folder, "orgform.policy.yaml");

/** Why a module isn't loaded, and what caused that. */
const refusal = (path: string, policy = POLICY): Promise<unknown> =>
  loadModuleBeside(policy, path).then(
    () => "loaded",
    (error: unknown) => (error instanceof Error ? [error.message, error.cause] : error),
  );

test.each(["rules é#1.mjs", "./rules é#1.mjs", file])(
  "a module is loaded from beside its policy file: %s",
  async (path) => {
    loading(() => ({ __esModule: true, rules: ["one"] }));
    expect(await loadModuleBeside(POLICY, path)).toMatchObject({ rules: ["one"] });
  },
);

test.each(["rules.mjs", "./rules", "rules é.mjs"])(
  "a module that isn't there is said to be missing: %s",
  async (path) => {
    expect(await refusal(path)).toEqual(["there is no such file", undefined]);
  },
);

test("a path goes from the policy file's folder", async () => {
  expect(await refusal("rules é#1.mjs", join(folder, "deeper/orgform.policy.yaml"))).toEqual([
    "there is no such file",
    undefined,
  ]);
});

const NO_LOADER =
  "an executable without Node can't run modules. Install orgform from npm, or write the rule in ownRules";
const NO_TYPES = `Node ${process.version} can't run it. For TypeScript, use Node 22.18 or later, or compile it to JavaScript`;

test.each<[cause: unknown, words: string]>([
  [new Error("No such built-in module: file:///home/é/rules.mjs"), NO_LOADER],
  [
    new Error("It said: No such built-in module: file:///rules.mjs"),
    "It said: No such built-in module: file:///rules.mjs",
  ],
  [new Error("No such built-in module: zod"), "No such built-in module: zod"],
  [Object.assign(new TypeError('Unknown file extension ".ts"'), { code: "ERR_UNKNOWN_FILE_EXTENSION" }), NO_TYPES],
  [
    Object.assign(new Error("Cannot find package 'zod'"), { code: "ERR_MODULE_NOT_FOUND" }),
    "Cannot find package 'zod'",
  ],
  [new SyntaxError("Unexpected token '='\nat file:1\nat file:2"), "Unexpected token '='"],
  [new Error(""), ""],
  ["a text|é\nof two lines", "a text|é\nof two lines"],
])("a module that can't be loaded because of %p tells why", async (cause, words) => {
  loading(() => {
    throw cause;
  });
  expect(await refusal("rules é#1.mjs")).toEqual([words, cause]);
});
