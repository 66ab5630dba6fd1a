import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { served } from "../../src/app/served.ts";
import { snakeName } from "../../src/model/names.ts";
import { EXAMPLE_NAME } from "../../src/engines/generator.ts";
import { hclExample, hclLookUp } from "../../src/engines/terraform/generator/examples.ts";
import { providersSchema, servedSchema } from "../../src/engines/terraform/generator/schema-json.ts";
import { PROVIDER_NAME, typeNameOf } from "../../src/engines/terraform/provider/names.ts";
import { lookUpOf } from "../../src/app/look-ups.ts";
import { type AnyResource, fieldsOf } from "../../src/model/definition.ts";
import { isAction } from "../../src/model/action.ts";
import { ensureGoTool } from "../../tools/set-up/go-tool.ts";
import { lastWords } from "../../tools/set-up/pulumi/go-build.ts";
import { runProgram } from "../run-program.ts";

/** What writes the documentation of most providers, and checks that a registry would take it. */
const TFPLUGINDOCS = {
  name: "tfplugindocs",
  version: "0.25.0",
  path: "github.com/hashicorp/terraform-plugin-docs/cmd/tfplugindocs",
  without: "the registry's documentation is left out",
} as const;

/** Under which address the tool looks for a provider of this name in a file of schemas. */
const ADDRESS = `registry.terraform.io/hashicorp/${PROVIDER_NAME}`;

const PROVIDER_EXAMPLE = `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

variable "api_key" {
  type      = string
  sensitive = true
}

provider "orgform" {
  host    = "https://eu.posthog.com"
  api_key = var.api_key
}
`;

/**
 * Writes the documentation of the provider as registries show it: an index and a page for each resource, data source,
 * list resource, function and action. It is made of the schema that the provider serves and of the examples of the
 * declarations, and then checked against that schema.
 *
 * @returns whether there are such pages: without Go there is nothing to write them with, which has been said
 */
export async function writeTerraformDocs(target: string): Promise<boolean> {
  const tool = await ensureGoTool(TFPLUGINDOCS);
  if (tool === undefined) return false;
  const folder = mkdtempSync(join(tmpdir(), "orgform-tfplugindocs-"));
  try {
    const schema = join(folder, "schema.json");
    writeFileSync(schema, JSON.stringify(providersSchema(await servedSchema(), ADDRESS)));
    for (const [path, text] of sources()) {
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

/** Examples and templates where the tool looks for them: texts by path. */
function sources(): Map<string, string> {
  const files = new Map([[`examples/provider/provider.tf`, PROVIDER_EXAMPLE]]);
  for (const definition of served) {
    const type = typeNameOf(definition);
    const short = snakeName(definition.name);
    files.set(`templates/resources/${short}.md.tmpl`, template(definition));
    if (isAction(definition)) continue;
    const { example, identity } = definition;
    const id = identity.parts.map((part) => `<${snakeName(part)}>`).join("/");
    files.set(`examples/resources/${type}/import.sh`, `terraform import ${type}.${EXAMPLE_NAME} '${id}'\n`);
    if (example === undefined) continue;
    files.set(`examples/resources/${type}/resource.tf`, `${hclExample(definition, example)}\n`);
    const found = lookUpOf(definition);
    const text = found === undefined ? undefined : hclLookUp(found, example);
    if (text !== undefined) files.set(`examples/data-sources/${type}/data-source.tf`, `${text}\n`);
  }
  return files;
}

/** The tool's own template of a resource's page, with what our reference notes beside the schema. */
function template(definition: AnyResource): string {
  const notes = definition.notes
    .map((note) => `- ${inHcl(note, definition).replaceAll("{{", '{{ "{{" }}')}\n`)
    .join("");
  return `---
page_title: "{{.Name}} {{.Type}} - {{.RenderedProviderName}}"
subcategory: "${isAction(definition) ? "Functions that run once" : "Objects"}"
description: |-
{{ .Description | plainmarkdown | trimspace | prefixlines "  " }}
---

# {{.Name}} ({{.Type}})

{{ .Description | trimspace }}

${notes}
{{ if .HasExamples -}}
## Example Usage

{{- range .ExampleFiles }}

{{ tffile . }}
{{- end }}
{{- end }}

{{ .SchemaMarkdown | trimspace }}
{{- if .HasImport }}

## Import

An id has this form; the last part may be the name by which people know the object:

{{codefile "shell" .ImportFile }}
{{- end }}
`;
}

/** A note with names of fields and resources as HCL spells them; notes mark them as code. */
function inHcl(note: string, definition: AnyResource): string {
  const fields = [...fieldsOf(definition, "inputs"), ...fieldsOf(definition, "outputs")].map(([name]) => name);
  return note.replaceAll(/`(?<name>[A-Za-z]\w*)`/gu, (code, name: string) => {
    if (fields.includes(name)) return `\`${snakeName(name)}\``;
    return served.some((one) => one.name === name) ? `\`${typeNameOf({ name })}\`` : code;
  });
}
