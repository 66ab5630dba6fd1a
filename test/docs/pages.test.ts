import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { afterAll, describe, expect, test } from "@jest/globals";

import { API_ERROR_CODES } from "../../src/api/errors.ts";
import { PROBLEM_CODES } from "../../src/model/diagnostics.ts";
import { anchorsOf, blocksOf, docPages, proseOf, REPOSITORY } from "../support/doc-pages.ts";

const pages = docPages();
const blocks = pages.flatMap(blocksOf);
const manifest = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

test("the pages that a newcomer needs are there", () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["README.md", "AGENTS.md", "ARCHITECTURE.md", "docs/errors.md"]));
  expect(blocks.length).toBeGreaterThan(20);
});

describe("a link", () => {
  const links = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = ""]) => ({ page, target })),
  );

  test.each(
    links.filter(({ target }) => !/^[a-z]+:/u.test(target)).map((link) => [link.page.path, link.target, link] as const),
  )("of %s to %s leads somewhere", (_path, _target, { page, target }) => {
    const [file = "", anchor] = target.split("#");
    const path = file === "" ? page.path : normalize(join(dirname(page.path), file));
    expect([path, existsSync(join(REPOSITORY, path))]).toEqual([path, true]);
    if (anchor === undefined) return;
    const found = pages.find((other) => other.path === path);
    expect([...(found === undefined ? [] : anchorsOf(found))]).toContain(anchor);
  });
});

describe("a command", () => {
  const lines = blocks
    .filter(({ language }) => language === "bash" || language === "sh")
    .flatMap(({ page, text }) => text.split("\n").map((line) => [page, line.trim()] as const));

  test.each(lines.filter(([, line]) => /^npm (?:run|test)\b/u.test(line)))("of %s is a script: %s", (_page, line) => {
    const [, , script = "test"] = line.replace("npm test", "npm run test").split(/\s+/u);
    expect(Object.keys(manifest.scripts)).toContain(script);
  });

  const ours = lines.filter(([, line]) => /^(?:npx )?orgform\b/u.test(line));

  test.each(ours)("of %s is one of ours: %s", (_page, line) => {
    const words = line.replace(/\s+#.*$/u, "").split(/\s+/u);
    const rest = words.slice(words.indexOf("orgform") + 1);
    const help = execFileSync(process.execPath, ["--import", "tsx", "src/cli/main.ts", rest[0] ?? "--help", "--help"], {
      cwd: REPOSITORY,
      encoding: "utf8",
    });
    const flags = rest.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? "");
    expect(flags.filter((flag) => !help.includes(flag))).toEqual([]);
    expect(help).toMatch(/^Usage: orgform /u);
  });

  test("of ours is shown at least once", () => {
    expect(ours.length).toBeGreaterThan(0);
  });
});

describe("an error code", () => {
  const sections = anchorsOf({ path: "", text: readFileSync(join(REPOSITORY, "docs/errors.md"), "utf8") });

  test.each([...Object.keys(PROBLEM_CODES), ...Object.keys(API_ERROR_CODES)])("has a section: %s", (code) => {
    expect([...sections]).toContain(code);
  });
});

/** What the guides use of packages that are not installed here. */
const FOREIGN = `declare module "@pulumi/aws" {
  import type { CustomResource, CustomResourceOptions, Input } from "@pulumi/pulumi";
  interface RecordArgs { zoneId: Input<string>; name: Input<string>; type: Input<string>; ttl: Input<number>; records: Input<Input<string>[]>; }
  namespace route53 {
    class Record extends CustomResource { constructor(name: string, args: RecordArgs, options?: CustomResourceOptions); }
  }
}
`;

describe("a TypeScript block", () => {
  // Below the repository, so that packages are found as in it.
  const folder = join(REPOSITORY, "node_modules/.cache/orgform-docs");
  const sources = blocks.filter(({ language }) => language === "ts");

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("compiles as it stands", () => {
    mkdirSync(folder, { recursive: true });
    const names = sources.map(({ page, line }) => `${page.replaceAll(/\W/gu, "-")}-${line}.ts`);
    for (const [index, { text }] of sources.entries())
      writeFileSync(join(folder, names[index]!), `${text}\nexport {};\n`);
    const paths = Object.fromEntries(
      ["index", "pulumi", "pulumi-plugin", "sandbox/index"].map((file) => [
        file === "index" ? "orgform" : `orgform/${dirname(file) === "." ? file : dirname(file)}`,
        [`../../../src/${file}.ts`],
      ]),
    );
    // Constructs are less strict than our sources, and are read as a program reads them.
    const constructs = ["cdktf", "cdktn"].map((library) => [
      `orgform/${library}`,
      [`../../../dist/engines/${library}/index.d.ts`],
    ]);
    const config = {
      extends: "../../../tsconfig.json",
      compilerOptions: {
        paths: { ...paths, ...Object.fromEntries(constructs) },
        types: ["node"],
        typeRoots: ["../../@types"],
      },
      files: [...names, "foreign.d.ts"],
      include: [],
      exclude: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(folder, "foreign.d.ts"), FOREIGN);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    expect(names.length).toBeGreaterThan(10);
    expect(diagnostics(folder)).toBe("");
  });
});

function diagnostics(folder: string): string {
  try {
    const tsc = join(REPOSITORY, "node_modules/.bin/tsc");
    return execFileSync(tsc, ["-p", folder, "--noEmit", "--pretty", "false"], { cwd: REPOSITORY, encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
