import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { API_ERROR_CODES } from "../../src/client/errors.ts";
import { PROBLEM_CODES } from "../../src/model/diagnostics.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { anchorsOf, type DocBlock, docPages, proseOf, REPOSITORY } from "../support/doc-pages.ts";
import { typeErrors } from "../support/type-check.ts";

const pages = docPages();

test("the pages that a newcomer needs are there", () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["README.md", "AGENTS.md", "ARCHITECTURE.md", "docs/errors.md"]));
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

describe("an error code", () => {
  const sections = anchorsOf({ path: "", text: readFileSync(join(REPOSITORY, "docs/errors.md"), "utf8") });

  test.each([...Object.keys(PROBLEM_CODES), ...Object.keys(API_ERROR_CODES)])("has a section: %s", (code) => {
    expect([...sections]).toContain(code);
  });
});

const LIBRARIES = ["cdktf", "cdktn"];

const WRONG_WORDS: readonly (readonly [level: string, mode: string, inMap: string])[] = [
  ["boss", "require", "owner"],
  ["admin", "never", "owner"],
  ["admin", "require", "boss"],
];

describe("a TypeScript block", () => {
  const named = (block: DocBlock): readonly [string, string] => [
    `${block.page.replaceAll(/\W/gu, "-")}-${block.line}.ts`,
    block.text,
  ];

  test("is a program wherever users read it", () => {
    const sketches = blocksOfKind("sketch").map(({ page }) => page);
    // Blocks of the guide to a switch name types of the vendor's provider: test/acceptance/terraform/switch.test.ts plays the like.
    expect([...new Set(sketches)].toSorted()).toEqual(["ARCHITECTURE.md", "docs/guides/switch.md"]);
  });

  const constructs = blocksOfKind("CDK program");

  /** A program with constructs, whose words are literals of a level, of a mode, and of a level in a map. */
  const worded = (library: string, level: string, mode: string, inMap: string): string => `
import { App, TerraformStack, TerraformVariable } from "${library}";
import { Integration, Member, OrganizationMembers } from "@orgform/${library}";

const stack = new TerraformStack(new App(), "acme");
const variable = new TerraformVariable(stack, "level", { type: "string" });
new Member(stack, "ann", { email: "ann@acme.example", level: "${level}" });
new Member(stack, "bob", { email: "bob@acme.example", level: variable.value });
new OrganizationMembers(stack, "all", { members: { "ann@acme.example": "${inMap}" } });
new Integration(stack, "db", {
  projectId: "17",
  postgresql: { host: "db.acme.example", port: 5432, user: "loader", password: "x", sslMode: "${mode}" },
});
`;

  // Those for Pulumi, and those without an engine, compile as a newcomer's project: test/package/first-program.test.ts.
  test("with constructs compiles as it stands, and would not with a name or a word that is not there", () => {
    expect(constructs.length).toBeGreaterThan(10);
    const [program = ""] = constructs.flatMap(({ text }) =>
      text.includes("enforce2fa: true") && text.includes("@orgform/cdkt") ? [text] : [],
    );
    const right = Object.fromEntries([
      ...constructs.map(named),
      ...LIBRARIES.map((library) => [`${library}.ts`, worded(library, "admin", "require", "owner")] as const),
    ]);
    const wrong = Object.fromEntries([
      ["wrong-name.ts", program.replace("enforce2fa: true", "enforce2Fa: true")],
      ...LIBRARIES.flatMap((library) =>
        WRONG_WORDS.map((words, index) => [`wrong-${library}-${index}.ts`, worded(library, ...words)] as const),
      ),
    ]);
    const errors = typeErrors({ ...right, ...wrong })
      .split("\n")
      .filter((line) => /^\S/u.test(line))
      .toSorted();
    expect(errors).toEqual([
      ...LIBRARIES.flatMap((library) =>
        WRONG_WORDS.map((_words, index) =>
          expect.stringMatching(
            new RegExp(`^wrong-${library}-${index}\\.ts\\(\\d+,\\d+\\): error TS2322: Type '"(?:boss|never)"'`, "u"),
          ),
        ),
      ),
      expect.stringMatching(/^wrong-name\.ts\(\d+,\d+\): error TS(?:2353|2561): .*'\w+'.* does not exist in type/u),
    ]);
  });
});
