import { expect, test } from "@jest/globals";

import { migrationWriter } from "../../../../../src/engines/terraform/migration-writer/migration-writer.ts";

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
