import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { API_ERROR_CODES } from "../../src/client/errors.ts";
import { PROBLEM_CODES } from "../../src/model/diagnostics.ts";
import { runHere } from "../cli/run-here.ts";
import { anchorsOf, blocksOf, docPages, proseOf, REPOSITORY } from "../support/doc-pages.ts";
import { typeErrors } from "../support/type-check.ts";

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

  const ours = lines.filter(([, line]) => /^(?:npx )?(?:orgform|@orgform\/sandbox)\b/u.test(line));

  test.each(ours)("of %s is one of ours: %s", async (_page, line) => {
    const asOurs = line.replace(/\s+#.*$/u, "").replace("@orgform/sandbox", "orgform sandbox");
    const words = asOurs.split(/\s+/u);
    const rest = words.slice(words.indexOf("orgform") + 1);
    // A function has a help text of its own.
    const [command = "--help", argument = "--"] = rest;
    const isFunction = command === "call" && !argument.startsWith("-");
    const help = await runHere([command, ...(isFunction ? [argument] : []), "--help"]);
    const flags = rest.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? "");
    expect(flags.filter((flag) => !help.stdout.includes(flag))).toEqual([]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: orgform /u) });
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

describe("a TypeScript block", () => {
  const sources = blocks.filter(({ language, mark }) => language === "ts" && mark !== "sketch");

  test("is a program wherever users read it", () => {
    const sketches = blocks.filter(({ mark }) => mark === "sketch").map(({ page }) => page);
    expect([...new Set(sketches)]).toEqual(["ARCHITECTURE.md"]);
  });

  test("compiles as it stands", () => {
    const files = sources.map(({ page, line, text }) => [`${page.replaceAll(/\W/gu, "-")}-${line}.ts`, text] as const);
    expect(files.length).toBeGreaterThan(10);
    expect(typeErrors(Object.fromEntries(files))).toBe("");
  });

  test.each([
    ["a program for Pulumi", "enforce2fa: true", "enforceTwoFactor: true"],
    ["a construct", "enforce2Fa: true", "enforce2fa: true"],
  ])("would not compile as %s with a name that is not there", (_kind, right, wrong) => {
    const [program = ""] = sources.map(({ text }) => text).filter((text) => text.includes(right));
    const errors = typeErrors({ "wrong.ts": program.replace(right, wrong) });
    expect(errors).toMatch(/^wrong\.ts\(\d+,\d+\): error TS(?:2353|2561): .*'\w+'.* does not exist in type/u);
  });
});
