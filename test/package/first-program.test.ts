import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type * as TypeScript from "typescript";
import { plainDeclarations } from "../../scripts/declarations.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { type DocBlock, REPOSITORY } from "../support/doc-pages.ts";
import { FOREIGN } from "../support/type-check.ts";

jest.setTimeout(60_000);

/** The contents of a file in a newcomer's project, as README.md gives them. */
function fileOfReadme(name: string): unknown {
  const readme = readFileSync(join(REPOSITORY, "README.md"), "utf8");
  const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
  if (row === undefined) throw new Error(`README.md says nothing of ${name}.`);
  return JSON.parse(row.split("`")[3] ?? "");
}

/** A compiler, and the settings of a project that has it. */
interface Compiler {
  readonly path: string;
  readonly settings: unknown;
  readonly types: string[];
}

/** The path of a package that one of our tools depends on. */
const ofTool = (tool: string, name: string): string =>
  createRequire(createRequire(join(REPOSITORY, "package.json")).resolve(tool)).resolve(name);

/**
 * The compiler that the SDK brings to a project without one, with the settings of the engine's host, and the one that
 * README.md installs.
 */
const COMPILERS: Readonly<Record<string, Compiler>> = {
  "3.8": {
    path: join(REPOSITORY, "node_modules/@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js"),
    settings: { compilerOptions: { strict: true, target: "es2020", module: "commonjs", moduleResolution: "node" } },
    // The old compiler can't read the types of Node that the SDK brings.
    types: [],
  },
  "5.9": { path: ofTool("jsii", "typescript"), settings: fileOfReadme("tsconfig.json"), types: ["node"] },
};

const withoutEngine = blocksOfKind("program of one's own");

type Program = Pick<DocBlock, "page" | "line" | "text">;

/** The file that a newcomer creates from a block. A program without an engine is an ES module, as its page says. */
function fileOf({ page, line }: Program): string {
  const isWithoutEngine = withoutEngine.some((one) => one.page === page && one.line === line);
  return `${page.replaceAll(/\W/gu, "-")}-${line}.${isWithoutEngine ? "mts" : "ts"}`;
}

describe.each(Object.entries(COMPILERS))(
  "with TypeScript %s, in a folder with what README.md says,",
  (version, compiler) => {
    const ts = jest.requireActual<typeof TypeScript>(compiler.path);
    let folder: string;
    beforeAll(() => {
      const cache = join(REPOSITORY, "node_modules/.cache");
      mkdirSync(cache, { recursive: true });
      folder = mkdtempSync(join(cache, "orgform-first-"));
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(REPOSITORY, join(folder, "node_modules/orgform"), "junction");
      writeFileSync(join(folder, "package.json"), JSON.stringify(fileOfReadme("package.json")));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** The compiler's messages about the programs in one folder and about our own declarations, by file. */
    function complaints(blocks: readonly Program[]): Map<string, string[]> {
      const files = [
        ["foreign.d.ts", FOREIGN] as const,
        ...blocks.map((block) => [fileOf(block), block.text] as const),
      ];
      for (const [name, text] of files) writeFileSync(join(folder, name), text);
      const given = { ...Object(compiler.settings), files: files.map(([name]) => name) };
      const { options, fileNames, errors } = ts.parseJsonConfigFileContent(given, ts.sys, folder);
      expect(errors).toEqual([]);
      const asked = { ...options, skipLibCheck: true, noEmit: true, types: compiler.types };
      const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, asked));
      const said = new Map<string, string[]>();
      for (const { file, messageText } of found) {
        const path = file?.fileName ?? "";
        // Only programs and our declarations count: the SDK's own files import types of Node that the old compiler
        // can't read.
        if (!/\/orgform-first-[^/]+\/|\/dist\//u.test(path)) continue;
        const texts = said.get(basename(path)) ?? [];
        said.set(basename(path), [...texts, ts.flattenDiagnosticMessageText(messageText, "\n")]);
      }
      return said;
    }

    test("the compiler has the intended version", () => {
      expect(ts.version.startsWith(`${version}.`)).toBe(true);
    });

    test("every program of every page compiles as written, and an unknown name would be noticed", () => {
      const forPulumi = blocksOfKind("Pulumi program");
      const all = [...forPulumi, ...(version === "3.8" ? [] : withoutEngine)];
      expect([forPulumi.length > 40, withoutEngine.length > 4]).toEqual([true, true]);
      const [first] = forPulumi.filter(({ page, text }) => page === "README.md" && text.includes("enforce2fa"));
      const wrong = { page: "wrong", line: 0, text: (first?.text ?? "").replace("enforce2fa", "enforceTwoFactor") };
      const { [fileOf(wrong)]: planted, ...others } = Object.fromEntries(complaints([...all, wrong]));
      expect(others).toEqual({});
      expect(planted).toEqual([expect.stringContaining("enforceTwoFactor")]);
    });
  },
);

test.each([...new Set(withoutEngine.map(({ page }) => page))])("%s says how its programs run", (page) => {
  expect(readFileSync(join(REPOSITORY, page), "utf8")).toContain("`npx tsx main.mts`");
});

test("the emitted declarations only lack what older compilers don't support", () => {
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
