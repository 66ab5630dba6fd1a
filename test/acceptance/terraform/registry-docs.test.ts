import { afterEach, describe, expect, test } from "@jest/globals";

import { type DocumentedSchema, documentedSchema } from "../../../scripts/release/terraform/documented-schema.ts";
import { exampleFiles } from "../../../scripts/release/terraform/examples.ts";
import { guideFiles } from "../../../scripts/release/terraform/guides.ts";
import { templateFiles } from "../../../scripts/release/terraform/templates.ts";
import type { EngineName } from "../../../tools/set-up/terraform/engines.ts";
import { isInFull } from "../../support/extent.ts";
import { engineHas, EVERY_ENGINE, type Feature } from "../../support/terraform-programs.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

/** A validation sends no requests. */
const ENVIRONMENT = { ORGFORM_HOST: "http://127.0.0.1:1", ORGFORM_API_KEY: "phx_nobody" };

/** Features that files with these names need, and that not every engine has. */
const NEEDS: readonly (readonly [RegExp, Feature])[] = [
  [/\/actions\//u, "actions"],
  [/by-identity/u, "identity"],
  [/\/ephemeral-resources\//u, "write-only"],
];

const opened: TerraformWorkspace[] = [];
afterEach(() => {
  for (const workspace of opened.splice(0)) workspace.dispose();
});

async function open(engine: EngineName): Promise<TerraformWorkspace> {
  const workspace = await TerraformWorkspace.create("", ENVIRONMENT, { engine });
  opened.push(workspace);
  return workspace;
}

/** The examples that an engine can read as one configuration, with only one way to import each object. */
function configurationFor(engine: EngineName, examples: ReadonlyMap<string, string>): string {
  const way = engineHas(engine, "identity") ? "import-by-string-id.tf" : "import-by-identity.tf";
  const read = [...examples].filter(
    ([path]) =>
      path.endsWith(".tf") &&
      !path.endsWith(way) &&
      NEEDS.every(([sign, feature]) => !sign.test(path) || engineHas(engine, feature)),
  );
  return read.map(([, text]) => text).join("\n");
}

const listsIn = (examples: ReadonlyMap<string, string>): string =>
  [...examples].flatMap(([path, text]) => (path.endsWith(".tfquery.hcl") ? [text] : [])).join("\n");

const programsIn = (text: string): string[] =>
  [...text.matchAll(/^```terraform\n(?<program>[^]*?)^```$/gmu)].map(({ groups }) => groups?.["program"] ?? "");

/** By day, the engine that reads most. */
const ENGINES = isInFull() ? EVERY_ENGINE : EVERY_ENGINE.slice(-1);

describe.each(ENGINES)("what registries show, with %s,", (engine) => {
  test("has an example of everything in the schema, and all are valid in one configuration", async () => {
    const examples = exampleFiles(await documentedSchema());
    const workspace = await open(engine);
    workspace.write(configurationFor(engine, examples), "examples.tf");
    expect(await workspace.must("validate")).toMatch(/The configuration is valid[.,]/u);
    await workspace.must("fmt", "-check", "-diff");
    workspace.write(configurationFor(engine, examples).replace("sso_enforcement", "ssoEnforcement"), "examples.tf");
    expect(await workspace.mustFail("validate")).toContain("ssoEnforcement");
    if (!engineHas(engine, "query")) return;
    workspace.write("", "examples.tf");
    workspace.write(listsIn(examples), "all.tfquery.hcl");
    expect(await workspace.must("validate", "-query")).toContain("The configuration is valid.");
  });

  test("has guides whose programs are valid", async () => {
    const workspace = await open(engine);
    for (const [path, text] of guideFiles()) {
      const [program = ""] = programsIn(text);
      workspace.replaceMain(program);
      expect([path, await workspace.must("validate")]).toEqual([path, expect.stringContaining("is valid")]);
      await workspace.must("fmt", "-check", "-diff");
    }
  });
});

test("has a navigation group and an import for each object, and an example for everything", async () => {
  const schema = await documentedSchema();
  const templates = [...templateFiles(schema)].filter(([path]) => path !== "templates/index.md.tmpl");
  const withoutGroup = templates.filter(
    ([path, text]) => path.endsWith(".tmpl") && !/^subcategory: ".+"$/mu.test(text),
  );
  expect(withoutGroup.map(([path]) => path)).toEqual([]);
  const imports = [...exampleFiles(schema).keys()].filter((path) => path.endsWith("import-by-identity.tf"));
  expect(imports).toHaveLength(Object.keys(schema["resource_identity_schemas"] ?? {}).length);
  const odd: DocumentedSchema = { ...schema, functions: { odd: {} } };
  expect(() => exampleFiles(odd)).toThrow("No example for odd of functions");
});

/** All descriptions of a schema. */
function descriptionsIn(piece: unknown): string[] {
  if (typeof piece !== "object" || piece === null) return [];
  return Object.entries(piece).flatMap(([name, value]: [string, unknown]) =>
    name === "description" && typeof value === "string" ? [value] : descriptionsIn(value),
  );
}

/** Text that a page would drop as an HTML element, and values that aren't written as in HCL. */
const foreignIn = (text: string): string[] => [
  ...(text.replaceAll(/`[^`]*`/gu, "").match(/<[a-z_]+>/gu) ?? []),
  ...(text.match(/`\w+: [^`]+`/gu) ?? []),
];

test("shows placeholders as code, and values as a configuration sets them", async () => {
  expect(descriptionsIn(await documentedSchema()).flatMap(foreignIn)).toEqual([]);
  expect(foreignIn('Form <project_id>, or `adopt: "x"`, or `<kind>`, or `adopt = "x"`.')).toEqual([
    "<project_id>",
    '`adopt: "x"`',
  ]);
});
