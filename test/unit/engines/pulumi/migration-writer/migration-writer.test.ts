import { expect, test } from "@jest/globals";

import { hogFunction } from "../../../../../src/catalog/resources/hog-function/hog-function.ts";
import { migrationWriter } from "../../../../../src/engines/pulumi/migration-writer/migration-writer.ts";

const urn = (type: string): string => `urn:pulumi:dev::test::${type}:Plugin::it's`;
const object = (type: string) => ({
  resource: "Plugin",
  address: "it's",
  handle: urn(type),
  id: "a/1",
  state: {},
  inputs: {},
  unreadable: [],
  fingerprints: {},
});

const written = (type: string, file: string, language: "typescript" | "module" | "commonjs" | "other") => {
  const made = {
    definition: hogFunction,
    id: "4/f",
    words: ["drop", "bots"],
    isThere: true,
    inputs: {
      projectId: { kind: "value", value: "4" },
      hog: { kind: "file", path: "moved/drop-bots.hog" },
    },
  } as const;
  const changes = [{ finding: "", made: [made], leaving: [{ object: object(type) }] }];
  const place = { folder: "moved", entry: { file, language }, stack: "dev", objects: [object(type)] };
  return migrationWriter.write({ changes, unread: [] }, place);
};

const DYNAMIC = "pulumi-nodejs:dynamic/orgform";

test("what exists is adopted by dynamic resources, and imported by those of the plugin", () => {
  const dynamic = written(DYNAMIC, "index.ts", "typescript").text;
  expect(dynamic).toBe(`import { readFileSync } from "node:fs";

import * as orgform from "orgform/pulumi";

new orgform.HogFunction(
  "drop-bots",
  {
    projectId: "4",
    hog: readFileSync("moved/drop-bots.hog", "utf8"),
    adopt: "4/f",
  },
);
`);
  const plugin = written("orgform:index", "index.ts", "typescript").text;
  expect(plugin).toContain('import * as orgform from "orgform/pulumi-plugin";');
  expect(plugin).toContain('  },\n  { import: "4/f" },\n);\n');
  expect(plugin).not.toContain("adopt");
});

test.each([
  ["typescript", "src/index.ts", "`mv moved/migration.ts src/moved.ts`", '`import "./moved";`'],
  ["module", "index.js", "`mv moved/migration.js moved.js`", '`import "./moved.js";`'],
  ["commonjs", "index.js", "`mv moved/migration.mjs moved.mjs`", '`import("./moved.mjs");`'],
  ["other", "Pulumi.yaml", "declare in its language", "`moved/migration.ts`"],
] as const)("a program in %s takes the code in from beside its own", (language, file, ...texts) => {
  const { takeIn, leave } = written(DYNAMIC, file, language);
  for (const text of texts) expect(takeIn).toContain(text);
  const urnWord = `'${urn(DYNAMIC).replace("'", String.raw`'\''`)}'`;
  expect(leave.commands).toEqual([`pulumi state delete --yes --stack dev ${urnWord}`]);
});
