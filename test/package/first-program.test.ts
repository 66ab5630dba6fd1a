import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type * as TypeScript from "typescript";
import { plainDeclarations } from "../../scripts/declarations.ts";
import { blocksOf, REPOSITORY } from "../support/doc-pages.ts";

jest.setTimeout(60_000);

/** Its number for "node" means the same to the old one, which has no such name. */
const today = jest.requireActual<typeof TypeScript>("typescript");

/** The compiler that programs without one of their own are given by the SDK, and one of today. */
const COMPILERS: Readonly<Record<string, string>> = {
  "3.8, which comes with the SDK": join(
    REPOSITORY,
    "node_modules/@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js",
  ),
  "of today": "typescript",
};

/** The first program of a page. */
function firstProgram(path: string): string {
  const blocks = blocksOf({ path, text: readFileSync(join(REPOSITORY, path), "utf8") });
  const first = blocks.find(({ language, text }) => language === "ts" && text.includes('from "orgform/pulumi'));
  if (first === undefined) throw new Error(`${path} has no program`);
  return first.text;
}

describe.each(Object.entries(COMPILERS))("with the TypeScript %s", (_name, compiler) => {
  const ts = jest.requireActual<typeof TypeScript>(compiler);
  let folder: string;
  beforeAll(() => {
    const cache = join(REPOSITORY, "node_modules/.cache");
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, "orgform-first-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(REPOSITORY, join(folder, "node_modules/orgform"), "junction");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the compiler says about a program in an empty folder, with the settings that the engine's host gives. */
  function complaints(program: string): string[] {
    const file = join(folder, "index.ts");
    writeFileSync(file, program);
    const isOld = ts.version.startsWith("3.");
    const options: TypeScript.CompilerOptions = {
      target: ts.ScriptTarget.ES2020,
      module: isOld ? ts.ModuleKind.CommonJS : ts.ModuleKind.NodeNext,
      // oxlint-disable-next-line typescript/no-deprecated -- the compiler it is for knows no other
      moduleResolution: isOld ? today.ModuleResolutionKind.Node10 : ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    };
    const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
    // The SDK's own imports of Node's types are beyond the old compiler; a program is not held to them.
    const ours = found.filter((one) => /\/orgform-first-[^/]+\/|\/dist\//u.test(one.file?.fileName ?? ""));
    return ours.map((one) => `${one.file?.fileName}: ${ts.flattenDiagnosticMessageText(one.messageText, "\n")}`);
  }

  test.each(["README.md", "docs/guides/native-plugin.md"])("the first program of %s compiles as it stands", (page) => {
    expect(complaints(firstProgram(page))).toEqual([]);
  });

  test("a name that is not there is an error", () => {
    const wrong = firstProgram("README.md").replace("enforce2fa", "enforceTwoFactor");
    expect(complaints(wrong).join()).toContain("enforceTwoFactor");
  });
});

test("declarations lose what only newer compilers know, and nothing else", () => {
  const text = [
    'import type * as a from "../a.ts";',
    'import { type B, c, type D as E } from "./b.ts";',
    'export type * from "../types.ts";',
    'export { type F, G } from "pkg";',
    'export declare const h: typeof import("./h.ts").h;',
    "export type I = { type: string; type J: never };",
  ].join("\n");
  expect(plainDeclarations(text).split("\n")).toEqual([
    'import type * as a from "../a.js";',
    'import { B, c, D as E } from "./b.js";',
    'export * from "../types.js";',
    'export { F, G } from "pkg";',
    'export declare const h: typeof import("./h.js").h;',
    "export type I = { type: string; type J: never };",
  ]);
});
