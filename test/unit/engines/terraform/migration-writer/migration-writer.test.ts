import { expect, test } from "@jest/globals";

import { migrationWriter } from "../../../../../src/engines/terraform/migration-writer/migration-writer.ts";
import { changesWith } from "../../../../support/declared-objects.ts";

const leaving = (address: string) => ({
  object: { resource: "Plugin", address, id: "a/1", state: {}, inputs: {}, unreadable: [], fingerprints: {} },
});

test("instances of one block leave by the block, wherever it is", () => {
  const addresses = [
    'module.a["x"].orgform_plugin.all["b[0]"]',
    'module.a["x"].orgform_plugin.all["c"]',
    "orgform_plugin.one[0]",
  ];
  const migration = { changes: [{ finding: "", leaving: addresses.map(leaving) }], unread: [] };
  const entry = { file: "main.tf", language: "hcl" } as const;
  const { text, takeIn } = migrationWriter.write(migration, { folder: "moved", entry, stack: undefined, objects: [] });
  expect(text).toBe(`removed {
  from = module.a.orgform_plugin.all

  lifecycle {
    destroy = false
  }
}

removed {
  from = orgform_plugin.one

  lifecycle {
    destroy = false
  }
}
`);
  expect(takeIn).toContain("`mv moved/migration.tf moved.tf`");
});

test("objects are declared with their variables and imports, and the pages say what to do", () => {
  const changes = changesWith(leaving("orgform_plugin.a[0]"), leaving("orgform_plugin.a[1]"));
  const entry = { file: "main.tf", language: "hcl" } as const;
  const place = { folder: "moved", entry, stack: undefined, objects: [] };
  expect(migrationWriter.write({ changes, unread: [] }, place)).toEqual({
    file: "migration.tf",
    text: `variable "hook_token" {
  type      = string
  sensitive = true
}

variable "hook_note" {
  type    = string
  default = null
}

variable "hook_spare" {
  type      = string
  default   = null
  sensitive = true
}

import {
  to = orgform_role.ops_team
  id = "o/r1"
}

resource "orgform_role" "ops_team" {
  organization_id = "o"
  name            = "Ops \\"é\\" $\${a}"
}

resource "orgform_role_membership" "ann" {
  role_id = orgform_role.ops_team.role_id
  email   = "a@b"
}

import {
  to = orgform_hog_function.hook
  id = "4/f"
}

resource "orgform_hog_function" "hook" {
  project_id = "4"
  secret_inputs = {
    "myToken" = var.hook_token
    note      = var.hook_note
    spare     = var.hook_spare
  }
}

removed {
  from = orgform_plugin.a

  lifecycle {
    destroy = false
  }
}
`,
    takeIn: "Move the file to the others: `mv moved/migration.tf moved.tf`",
    fillIn: ["export TF_VAR_hook_token=<value>", "export TF_VAR_hook_note=<value>", "export TF_VAR_hook_spare=<value>"],
    leave: {
      words:
        "The `removed` blocks of the new file remove them from the state. Nothing is deleted in the service. For OpenTofu before 1.10, leave out their `lifecycle`. It deletes nothing either.",
      commands: [],
    },
    preview: "terraform plan",
    apply: "terraform apply",
    afterwards:
      "The plan shows creations and imports, and updates of the declarations that lost lines, for which nothing is sent. Nothing is replaced, and nothing that should stay is deleted. A secret of an imported object shows as a change, for which nothing is sent. After one `terraform apply`, a plan is empty, and you can remove the `import` and `removed` blocks. With OpenTofu, use `tofu` instead of `terraform`. The new code contains IDs. You can replace them with attributes of other resources, which makes no difference.",
  });
  expect(migrationWriter.reserved).toEqual([]);
});
