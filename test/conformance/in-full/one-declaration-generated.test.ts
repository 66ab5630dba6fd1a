import { join } from "node:path";

import { beforeAll, describe, expect, test } from "@jest/globals";

import { CONSTRUCT_LIBRARIES, constructs } from "../../../src/engines/terraform/generator/constructs.ts";
import { builtFiles } from "../../../scripts/gen/built.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { generatedFiles } from "../../../scripts/gen/files.ts";
import { SCHEMA_FILE } from "../../../src/engines/pulumi/generator/generator.ts";
import { providersSchema, servedSchema } from "../../../src/engines/terraform/generator/schema-json.ts";
import { served } from "../../../src/app/served.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { isInFull, testInFull } from "../../support/extent.ts";
import { FakeService } from "../../support/fake-service.ts";
import { noteOn } from "../../support/note.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";
import { PluginProcess } from "../../support/plugin-process.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { TerraformProcess } from "../../support/terraform-process.ts";
import { typeErrors } from "../../support/type-check.ts";

const FACTS = { version: "0.0.0", description: "Toy.", license: "Apache-2.0" };
const definitions = [...served, noteOn(new FakeService())];
let before: Map<string, string>;
let after: Map<string, string>;
const textOf = (path: string): string => after.get(path) ?? "";

beforeAll(() => {
  const all = (list: typeof served): Map<string, string> =>
    new Map([...generatedFiles(list, FACTS), ...builtFiles(list, functions, FACTS)]);
  before = all(served);
  after = all(definitions);
});

test("adds its own files and changes those that hold all resources, and no other", () => {
  const paths = [...after.keys()].sort();
  expect(paths.filter((path) => !before.has(path))).toEqual(["docs/reference/note.md", "src/dyn/note.cjs"]);
  expect(paths.filter((path) => before.has(path) && before.get(path) !== after.get(path))).toEqual([
    "README.md",
    "docs/reference/index.md",
    "docs/upgrading.md",
    "src/engines/pulumi/classes/index.generated.ts",
    "src/engines/pulumi/dynamic/index.generated.ts",
    SCHEMA_FILE,
    "src/engines/pulumi/program/resources.generated.ts",
    "src/engines/pulumi/program/tables.generated.ts",
  ]);
});

test("has a page with every engine's example, and a line in the index", () => {
  expect(textOf("docs/reference/index.md")).toContain("[Note](note.md) | A note on the wall of an organization. |");
  const page = textOf("docs/reference/note.md");
  expect(page).toContain('new orgform.Note("example", {');
  expect(page).toContain("type: orgform:Note");
  expect(page).toContain('resource "orgform_note" "example" {');
  expect(page).toContain('data "orgform_note" "example" {');
  expect(page).toContain('new Note(stack, "example", {');
  expect(page).toContain("| `lock` | object, see below | optional | in place | The lock of the note. |");
  expect(page).toContain("| `code` | `string` | optional | What opens it, like `combination`. Secret. |");
  expect(page).toContain("| `combination` | `string` | optional | in place | What nobody may read. Secret. |");
});

test("has the module that states name", () => {
  expect(textOf("src/dyn/note.cjs")).toContain('module.exports = require("./bridge.cjs")("Note");');
});

/** By day one: their generators differ by name. */
const LIBRARIES = CONSTRUCT_LIBRARIES.slice(isInFull() ? 0 : -1);

describe.each(["dynamic", "classes"])("the class for programs in %s", (engine) => {
  const folder = join(REPOSITORY, "src/engines/pulumi");
  const own = [`${engine}/calls.ts`, `${engine}/provider-resource.ts`, `${engine}/resource.ts`];
  const shared = [
    "program/call-types.ts",
    "program/function-calls.ts",
    "program/functions.generated.ts",
    "program/provider-args.generated.ts",
  ];
  /** One program for each of the arguments, which the compiler sees in one go. */
  const programs = (...every: readonly string[]): Record<string, string> => ({
    ...Object.fromEntries([...own, ...shared].map((path) => [path, `export * from "${join(folder, path)}";`])),
    "program/resources.generated.ts": textOf("src/engines/pulumi/program/resources.generated.ts"),
    "program/resource-class.ts": `import type * as declared from "./resources.generated.ts";
export declare function resourceClasses(engine: object): typeof declared;`,
    [`${engine}/index.generated.ts`]: textOf(`src/engines/pulumi/${engine}/index.generated.ts`),
    ...Object.fromEntries(
      every.map((args, index) => [
        `program-${index}.ts`,
        `import { Note } from "./${engine}/index.generated.ts";\nexport const id = new Note("n", ${args}).noteId;`,
      ]),
    ),
  });

  test("takes what is declared, and nothing else", () => {
    const declared = '{ title: "Buy milk", color: "red", lock: { maker: "Acme", code: "1234" } }';
    const said = typeErrors(
      programs('{ title: "Buy milk", color: "pink" }', "{}", '{ title: "Buy milk", lock: { code: "1234" } }', declared),
    );
    expect(said.split("\n").filter((line) => /^\w/u.test(line) && !/^program-[012]\.ts/u.test(line))).toEqual([]);
    expect(said).toMatch(/^program-0\.ts.*"pink"/mu);
    expect(said).toMatch(/^program-1\.ts.*Property 'title' is missing/mu);
    expect(said).toMatch(/^program-2\.ts[^]*Property 'maker' is missing/mu);
  });
});

describe.each(LIBRARIES)("the construct of %s", (library) => {
  let made: Map<string, string>;
  beforeAll(async () => {
    made = await constructs(library, providersSchema(await servedSchema(definitions)));
    // The generators take seconds to load.
  }, 120_000);

  const program = (config: string): string => `import { App, TerraformStack } from "${library}";
import { Note } from "./note.ts";
export const id = new Note(new TerraformStack(new App(), "s"), "n", ${config}).noteId;`;

  /** The compiler's messages about a program for each configuration, from one run. */
  const errors = (...configs: readonly string[]): string => {
    const programs = configs.map((config, index) => [`program-${index}.ts`, program(config)] as const);
    const files = { "note.ts": made.get("note/index.ts") ?? "", ...Object.fromEntries(programs) };
    return typeErrors(files, "tsconfig.programs.json");
  };

  test("is made with its look-up, and both are exported", () => {
    expect([...made.keys()]).toEqual(expect.arrayContaining(["data-orgform-note/index.ts", "note/index.ts"]));
    expect(made.get("index.ts")).toContain('export * from "./note/index";\n');
  });

  // The compiler reads the whole library, which takes eight seconds.
  testInFull("takes what is declared, and nothing else", () => {
    const declared = '{ title: "Buy milk", color: "red", lock: { maker: "Acme", code: "1234" } }';
    const said = errors('{ title: "Buy milk", colour: "red" }', "{}", declared);
    expect(said.split("\n").filter((line) => /^\w/u.test(line) && !/^program-[01]\.ts/u.test(line))).toEqual([]);
    expect(said).toMatch(/^program-0\.ts.*'colour' does not exist/mu);
    expect(said).toMatch(/^program-1\.ts.*Property 'title' is missing/mu);
  });
});

test("is in the schema that the plugin of Pulumi serves", async () => {
  const schema = JSON.parse(textOf(SCHEMA_FILE)) as { version: string };
  const answer = await new PluginProcess({}, { definitions, schema }).call("GetSchema", { version: 0 });
  expect(JSON.parse(String(answer["schema"]))).toMatchObject({
    resources: {
      "orgform:index:Note": {
        requiredInputs: ["title"],
        inputProperties: {
          organizationId: { type: "string", willReplaceOnChanges: true },
          title: { type: "string" },
          color: { type: "string" },
          lock: { $ref: "#/types/orgform:index:NoteLock" },
          combination: { type: "string", secret: true },
        },
      },
    },
    types: {
      "orgform:index:NoteLock": {
        properties: {
          maker: { type: "string", description: "Maker of the lock." },
          code: { type: "string", secret: true },
        },
      },
      "orgform:index:NoteLockShown": { properties: { maker: {}, bolts: {} } },
    },
    functions: { "orgform:index:getNote": { inputs: { properties: { noteId: {}, title: {} } } } },
  });
  const bare = await new PluginProcess().call("GetSchema", { version: 0 });
  expect(bare["schema"]).not.toContain('orgform:index:Note"');
});

test("is in the schema that the provider of Terraform serves", async () => {
  const process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime().driver, definitions });
  const { message } = await process.call("GetProviderSchema", {});
  const { resourceSchemas, dataSourceSchemas, listResourceSchemas } = message as Record<string, Record<string, Schema>>;
  const attributes = resourceSchemas?.["orgform_note"]?.block.attributes ?? [];
  expect(attributes.map(({ name, required, sensitive }) => ({ name, required, sensitive }))).toEqual(
    expect.arrayContaining([
      { name: "organization_id", required: false, sensitive: false },
      { name: "title", required: true, sensitive: false },
      { name: "combination", required: false, sensitive: true },
      { name: "note_id", required: false, sensitive: false },
    ]),
  );
  const shown = dataSourceSchemas?.["orgform_note"]?.block.attributes ?? [];
  expect(shown.map(({ name }) => name)).not.toContain("combination");
  const lock = attributes.find(({ name }) => name === "lock")?.nestedType?.attributes ?? [];
  const readable = lock.filter(({ name }) => !name.startsWith("code_wo"));
  expect(lock.map(({ name }) => name)).toContain("code_wo");
  expect(
    readable.map(({ name, required, sensitive, description }) => ({ name, required, sensitive, description })),
  ).toEqual([
    { name: "maker", required: true, sensitive: false, description: "Maker of the lock." },
    { name: "bolts", required: false, sensitive: false, description: "How many bolts it has." },
    { name: "code", required: false, sensitive: true, description: "What opens it, like `combination`." },
  ]);
  expect(Buffer.from(shown.find(({ name }) => name === "lock")?.type ?? []).toString()).toBe(
    '["object",{"maker":"string","bolts":"number"}]',
  );
  expect(listResourceSchemas).toHaveProperty("orgform_note");
  const identities = await process.call("GetResourceIdentitySchemas", {});
  expect(identities.message["identitySchemas"]).toHaveProperty("orgform_note");
});

interface Schema {
  readonly block: { readonly attributes: readonly AttributeMessage[] };
}

interface AttributeMessage {
  readonly name: string;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly description: string;
  readonly type?: Uint8Array;
  readonly nestedType?: { readonly attributes: readonly AttributeMessage[] };
}
