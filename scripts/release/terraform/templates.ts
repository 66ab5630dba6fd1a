import { lookUpOf } from "../../../src/app/look-ups.ts";
import { served } from "../../../src/app/served.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { idForm } from "../../../src/model/identity.ts";
import { PROVIDER_NAME, typeNameOf } from "../../../src/engines/terraform/provider/names.ts";
import { terraformSpelling } from "../../../src/engines/terraform/provider/spelling.ts";
import { ResourceSchema } from "../../../src/engines/terraform/provider/resource-schema.ts";
import { printed, type Spelling, type Text } from "../../../src/model/messages.ts";
import type { DocumentedSchema } from "./documented-schema.ts";
import { SCHEMA_KINDS, type SchemaKind } from "./examples.ts";
import { subcategoryOf } from "./subcategories.ts";

/** The folder of a kind's pages, and the engine versions that a page names if not every engine has the kind. */
const KINDS = {
  resource_schemas: { folder: "resources", needs: "" },
  data_source_schemas: { folder: "data-sources", needs: "" },
  ephemeral_resource_schemas: {
    folder: "ephemeral-resources",
    needs: "Terraform 1.10 or later, or OpenTofu 1.11 or later",
  },
  list_resource_schemas: {
    folder: "list-resources",
    needs: "Terraform 1.14 or later, and its command `terraform query`",
  },
  action_schemas: { folder: "actions", needs: "Terraform 1.14 or later" },
} as const satisfies Partial<Record<SchemaKind, { readonly folder: string; readonly needs: string }>>;

type PagedKind = keyof typeof KINDS;

/** The index: the tool's text, and answers for newcomers. */
const INDEX = `---
page_title: "Orgform Provider"
description: |-
  Manage the organizations of a PostHog account: projects, people, roles, domains with single sign-on, and exports.
---

# Orgform Provider

Manage the organizations of a PostHog account: projects, people, roles, domains with single sign-on, and exports. The provider
works with PostHog in the cloud, with self-hosted services, and with a local sandbox that needs no account.

{{ if .HasExamples -}}
## Example Usage

{{- range .ExampleFiles }}

{{ tffile . }}
{{- end }}
{{- end }}

The provider reads settings that the block leaves out from the environment, such as \`ORGFORM_HOST\` and \`ORGFORM_API_KEY\`.
\`npx orgform scopes\` prints the fewest scopes that the API key needs for a configuration.

{{ .SchemaMarkdown | trimspace }}
`;

const PROVIDER_EXAMPLE = `terraform {
  required_providers {
    ${PROVIDER_NAME} = { source = "${PROVIDER_NAME}/${PROVIDER_NAME}" }
  }
}

variable "api_key" {
  type      = string
  sensitive = true
}

provider "${PROVIDER_NAME}" {
  host    = "https://eu.posthog.com"
  api_key = var.api_key
}
`;

/** Templates of every page of the schema, as texts by the path where the page writer expects them. */
export function templateFiles(schema: DocumentedSchema): Map<string, string> {
  const files = new Map([
    ["templates/index.md.tmpl", INDEX],
    ["examples/provider/provider.tf", PROVIDER_EXAMPLE],
  ]);
  for (const kind of SCHEMA_KINDS) {
    if (kind === "functions") continue;
    for (const name of Object.keys(schema[kind] ?? {})) {
      const short = name.replace(`${PROVIDER_NAME}_`, "");
      files.set(`templates/${KINDS[kind].folder}/${short}.md.tmpl`, template(kind, name));
    }
  }
  return files;
}

function template(kind: PagedKind, name: string): string {
  const { needs } = KINDS[kind];
  const notes = notesOf(kind, name).map((note) => `- ${note.replaceAll("{{", '{{ "{{" }}')}\n`);
  return `---
page_title: "{{.Name}} {{.Type}} - {{.RenderedProviderName}}"
subcategory: "${subcategoryOf(name)}"
description: |-
{{ .Description | plainmarkdown | trimspace | prefixlines "  " }}
---

# {{.Name}} ({{.Type}})

{{ .Description | trimspace }}
${needs === "" ? "" : `\nIt needs ${needs}.\n`}
${notes.join("")}
{{ if .HasExamples -}}
## Example Usage

{{- range .ExampleFiles }}

{{ tffile . }}
{{- end }}
{{- end }}

{{ .SchemaMarkdown | trimspace }}
${kind === "resource_schemas" ? importSection(name) : ""}`;
}

/** The notes of our reference that the schema lacks, in the spelling of a configuration. */
function notesOf(kind: PagedKind, name: string): string[] {
  const definition = served.find((one) => typeNameOf(one) === name);
  const calls = functions.find((one) => typeNameOf(one) === name);
  if (kind === "resource_schemas" && definition !== undefined) {
    return spelled(definition.notes, new ResourceSchema(definition).spelling);
  }
  if (kind === "list_resource_schemas" || (definition !== undefined && lookUpOf(definition) !== undefined)) return [];
  return spelled(calls?.notes ?? [], terraformSpelling());
}

const spelled = (notes: readonly Text[], spelling: Spelling): string[] => notes.map((note) => printed(note, spelling));

/** The three ways to import an object. Run-once resources have none, and no example of them. */
function importSection(name: string): string {
  const definition = served.find((one) => typeNameOf(one) === name);
  if (definition === undefined) return "";
  const form = printed(idForm(definition.identity.parts), terraformSpelling());
  return `{{- if .HasImport }}

## Import

An ID has the form \`${form}\`. In place of the last part, you can write the name by which people know the object.

{{- if .HasImportIdentityConfig }}

With Terraform 1.12 or later, use an \`import\` block with the \`identity\`:

{{tffile .ImportIdentityConfigFile }}

{{ .IdentitySchemaMarkdown | trimspace }}
{{- end }}

With Terraform 1.5 or later, use an \`import\` block with the \`id\`:

{{tffile .ImportIDConfigFile }}

Or run the command:

{{codefile "shell" .ImportFile }}
{{- end }}
`;
}
