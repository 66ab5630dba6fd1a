import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

import { BLOCK_KINDS, type BlockKind, blocksOfKind, kindsOf } from "../support/doc-kinds.ts";
import { blocksOf, docPages, REPOSITORY } from "../support/doc-pages.ts";

/** The test that holds blocks of a kind to something real. */
const HELD_BY: Readonly<Record<BlockKind, string>> = {
  // The pieces of ARCHITECTURE.md alone: see test/docs/pages.test.ts.
  sketch: "test/docs/pages.test.ts",
  "part of a picture": "test/unit/policy/rule-pages.test.ts",
  // `npm run gen -- --check` compares it with the table of layers.
  diagram: "test/docs/kinds.test.ts",
  "Pulumi program": "test/package/first-program.test.ts",
  "CDK program": "test/docs/pages.test.ts",
  "program of one's own": "test/package/first-program.test.ts",
  "YAML program": "test/docs/yaml.test.ts",
  "fleet file": "test/unit/fleet/fleet-file.test.ts",
  "policy file": "test/unit/policy/policy-file.test.ts",
  "policy file with modules": "test/cli/check-modules.test.ts",
  "module of rules": "test/cli/check-modules.test.ts",
  "watch file": "test/unit/watch/watch-file.test.ts",
  pipeline: "test/docs/fleet-workflows.test.ts",
  "Atlantis projects": "test/docs/fleet-workflows.test.ts",
  "fleet event": "test/cli/fleet.test.ts",
  "plugin folder": "test/docs/yaml.test.ts",
  "CLI configuration": "test/acceptance/terraform/reference.test.ts",
  "test of a configuration": "test/acceptance/test-kit.test.ts",
  configuration: "test/acceptance/terraform/reference.test.ts",
  commands: "test/docs/commands.test.ts",
  session: "test/docs/commands.test.ts",
  "import list": "test/docs/languages.test.ts",
  "agent's settings": "test/cli/mcp.test.ts",
  "ignore rules": "test/docs/commands.test.ts",
  message: "test/docs/messages.test.ts",
  "Python program": "test/docs/languages.test.ts",
  "Go program": "test/docs/languages.test.ts",
  "Java program": "test/docs/languages.test.ts",
  "C# program": "test/docs/languages.test.ts",
};

const blocks = docPages().flatMap(blocksOf);

test("every block of every page is of one kind", () => {
  const others = blocks.filter((block) => kindsOf(block).length !== 1);
  expect(others.map((block) => `${block.page}:${block.line} ${block.language}: ${kindsOf(block).join()}`)).toEqual([]);
});

test.each(["rust", "", "ts", "yaml", "json", "text"])(
  "a new block of %p that looks like no other is none",
  (language) => {
    const unheard = { page: "docs/new.md", line: 1, mark: "", language, text: "something = new.of(a, kind)" };
    expect(kindsOf(unheard)).toEqual([]);
  },
);

describe.each(BLOCK_KINDS)("a %s", (kind) => {
  test("is on a page, and a test takes it from there", () => {
    expect(blocksOfKind(kind)).not.toEqual([]);
    const source = readFileSync(join(REPOSITORY, HELD_BY[kind]), "utf8");
    expect([HELD_BY[kind], source.includes(`blocksOfKind("${kind}")`)]).toEqual([HELD_BY[kind], true]);
  });
});

test("the one diagram is the generated one: pictures for users are drawings that the site shows in both themes", () => {
  expect(blocksOfKind("diagram").map(({ page }) => page)).toEqual(["ARCHITECTURE.md"]);
  expect(readFileSync(join(REPOSITORY, "ARCHITECTURE.md"), "utf8")).toMatch(/<!-- layers: generated -->\n```mermaid/u);
});
