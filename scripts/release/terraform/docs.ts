import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PROVIDER_NAME } from "../../../src/engines/terraform/provider/names.ts";
import { ensureGoTool } from "../../../tools/set-up/go-tool.ts";
import { lastWords } from "../../../tools/set-up/pulumi/go-build.ts";
import { runProgram } from "../../run-program.ts";
import { exampleFiles } from "./examples.ts";
import { guideFiles } from "./guides.ts";
import { templateFiles } from "./templates.ts";
import { documentedSchema } from "./documented-schema.ts";

/** The tool that writes the documentation of most providers, and checks that a registry would accept it. */
const TFPLUGINDOCS = {
  name: "tfplugindocs",
  version: "0.25.0",
  path: "github.com/hashicorp/terraform-plugin-docs/cmd/tfplugindocs",
  without: "the registry's documentation is left out",
} as const;

/** The address under which the tool looks up a provider of this name in a schema file. */
const ADDRESS = `registry.terraform.io/hashicorp/${PROVIDER_NAME}`;

/**
 * Writes the provider's documentation for registries: an index, guides, and a page with an example for each resource,
 * data source, ephemeral resource, list resource, function, and action. It uses the provider's schema and the examples
 * of the declarations, and then checks the pages against the schema.
 *
 * @returns whether it wrote the pages; false without Go, after a message
 */
export async function writeTerraformDocs(target: string): Promise<boolean> {
  const tool = await ensureGoTool(TFPLUGINDOCS);
  if (tool === undefined) return false;
  const folder = mkdtempSync(join(tmpdir(), "orgform-tfplugindocs-"));
  try {
    const served = await documentedSchema();
    const schema = join(folder, "schema.json");
    writeFileSync(schema, JSON.stringify({ format_version: "1.0", provider_schemas: { [ADDRESS]: served } }));
    for (const [path, text] of [...exampleFiles(served), ...templateFiles(served), ...guideFiles()]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const shared = ["--provider-dir", folder, "--provider-name", PROVIDER_NAME, "--providers-schema", schema];
    for (const args of [
      ["generate", "--rendered-provider-name", "Orgform", ...shared],
      ["validate", ...shared],
    ]) {
      const run = await runProgram(tool, args, { env: process.env });
      if (run.status !== 0) throw new Error(`tfplugindocs ${args[0] ?? ""} failed: ${lastWords(run.output)}`);
    }
    cpSync(join(folder, "docs"), target, { recursive: true });
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
