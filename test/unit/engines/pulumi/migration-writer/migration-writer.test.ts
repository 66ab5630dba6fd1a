import { expect, test } from "@jest/globals";

import { changesWith } from "../../../../support/declared-objects.ts";
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

const TEXTS: Readonly<Record<"plugin" | "dynamic", readonly [library: string, role: string, hook: string]>> = {
  plugin: ["pulumi-plugin", '  },\n  { import: "o/r1" },\n', '  },\n  { import: "4/f" },\n'],
  dynamic: ["pulumi", '    adopt: "o/r1",\n  },\n', '    adopt: "4/f",\n  },\n'],
};

test.each([
  ["plugin", undefined, ""],
  ["dynamic", "a b", "--stack 'a b' "],
] as const)("a program with objects of the %s kind in the stack %j takes in all of them", (kind, stack, flag) => {
  const gone = object(kind === "plugin" ? "orgform:index" : DYNAMIC);
  const { handle: _none, ...unnamed } = { ...object(DYNAMIC), address: "it is" };
  const place = { folder: "moved", entry: { file: "src/index.ts", language: "typescript module" }, stack } as const;
  const objects = kind === "plugin" ? [unnamed, gone] : [unnamed];
  const [library, role, hook] = TEXTS[kind];
  const changes = changesWith({ object: gone }, { object: unnamed });
  expect(migrationWriter.write({ changes, unread: [] }, { ...place, objects })).toEqual({
    file: "migration.ts",
    text: `import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/${library}";

const config = new pulumi.Config();

const opsTeam = new orgform.Role(
  "ops-team",
  {
    organizationId: "o",
    name: "Ops \\"é\\" \${a}",
${role});

new orgform.RoleMembership(
  "ann",
  {
    roleId: opsTeam.roleId,
    email: "a@b",
  },
);

new orgform.HogFunction(
  "hook",
  {
    projectId: "4",
    secretInputs: {
      myToken: config.requireSecret("hookToken"),
      note: config.get("hookNote"),
      spare: config.getSecret("hookSpare"),
    },
${hook});
`,
    takeIn:
      'Move the file to the others with `mv moved/migration.ts src/moved.ts`, and add this line to `src/index.ts`: `import "./moved.js";`',
    fillIn: [
      `pulumi config set --secret ${flag}hookToken`,
      `pulumi config set ${flag}hookNote`,
      `pulumi config set --secret ${flag}hookSpare`,
    ],
    leave: {
      words: "These commands remove them from the state. Nothing is deleted in the service.",
      commands: [
        `pulumi state delete --yes ${flag}'${gone.handle.replace("'", String.raw`'\''`)}'`,
        `pulumi state delete --yes ${flag}'it is'`,
      ],
    },
    preview: `pulumi preview ${flag}`.trim(),
    apply: `pulumi up ${flag}`.trim(),
    afterwards:
      "The preview shows creations and imports, and updates of the declarations that lost lines, for which nothing is sent. Nothing is replaced, and nothing that should stay is deleted. After one `pulumi up`, a preview is empty. The new code contains IDs. You can replace them with outputs of other resources, which makes no difference.",
  });
});

test("a program without secrets asks for no configuration, and the code has no name that it needs itself", () => {
  const changes = changesWith().slice(0, 1);
  const place = { folder: "moved", entry: { file: "index.js", language: "commonjs" }, stack: undefined } as const;
  const { text, fillIn, file, leave } = migrationWriter.write({ changes, unread: [] }, { ...place, objects: [] });
  expect(text.split("\n").slice(0, 3)).toEqual([
    'import * as orgform from "orgform/pulumi";',
    "",
    "const opsTeam = new orgform.Role(",
  ]);
  expect([fillIn, file, leave.commands]).toEqual([[], "migration.mjs", []]);
  expect(migrationWriter.reserved).toEqual(["orgform", "pulumi", "config", "readFileSync"]);
});
