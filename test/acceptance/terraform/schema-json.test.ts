import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "@jest/globals";

import { providersSchema, servedSchema } from "../../../src/engines/terraform/generator/schema-json.ts";
import { engineHas, EVERY_ENGINE } from "../../support/terraform-programs.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

const PROGRAM = join(__dirname, "../../../dist/engines/terraform/provider/main.js");

let folder = "";
let workspace: TerraformWorkspace | undefined;
afterEach(() => {
  workspace?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** What engines only print if they have a feature, by key. */
const PRINTED_WITH = {
  write_only: "write-only",
  ephemeral_resource_schemas: "ephemeral",
  list_resource_schemas: "query",
  action_schemas: "actions",
} as const;

/** Engines get this from a separate call since version 1.12. Constructs don't use it. */
const IDENTITIES = "resource_identity_schemas";

const ADDRESSES = {
  terraform: "registry.terraform.io/orgform/orgform",
  opentofu: "registry.opentofu.org/orgform/orgform",
};

function without(keys: readonly string[], value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (keys.includes(key) ? undefined : inner)));
}

test.each(EVERY_ENGINE)("the schema for generated constructs is the one that %s prints", async (engine) => {
  folder = mkdtempSync(join(tmpdir(), "orgform-tf-bin-"));
  symlinkSync(PROGRAM, join(folder, "terraform-provider-orgform"));
  workspace = await TerraformWorkspace.create("", {}, { engine, place: { folder } });
  const printed: unknown = JSON.parse(await workspace.must("providers", "schema", "-json"));
  const own = providersSchema(await servedSchema(), ADDRESSES[engine]);
  const unknown = Object.entries(PRINTED_WITH).flatMap(([key, feature]) => (engineHas(engine, feature) ? [] : [key]));
  expect(without([IDENTITIES], printed)).toStrictEqual(without(unknown, own));
});
