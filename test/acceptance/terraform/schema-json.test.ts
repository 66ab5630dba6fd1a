import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "@jest/globals";

import { providersSchema, servedSchema } from "../../../scripts/gen/terraform-schema.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

const PROGRAM = join(__dirname, "../../../dist/engines/terraform-plugin/main.js");

let folder = "";
let workspace: TerraformWorkspace | undefined;
afterEach(() => {
  workspace?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Since when an engine prints what a provider serves: the minor version of its version 1. */
const PRINTED_SINCE = {
  terraform: { ephemeral_resource_schemas: 10, write_only: 11 },
  opentofu: { ephemeral_resource_schemas: 11, write_only: 11 },
} as const;

/** Comes with a call of its own, which engines make from 1.12 on; constructs have no use for it. */
const IDENTITIES = "resource_identity_schemas";

function without(keys: readonly string[], value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (keys.includes(key) ? undefined : inner)));
}

test.each([
  ["terraform", "registry.terraform.io/orgform/orgform"],
  ["opentofu", "registry.opentofu.org/orgform/orgform"],
] as const)("the schema from which constructs are made is the one that %s prints", async (engine, address) => {
  folder = mkdtempSync(join(tmpdir(), "orgform-tf-bin-"));
  symlinkSync(PROGRAM, join(folder, "terraform-provider-orgform"));
  workspace = await TerraformWorkspace.create("", {}, { folder }, engine);
  const { terraform_version: version } = JSON.parse(await workspace.must("version", "-json"));
  const minor = Number(String(version).split(".")[1]);
  const unknown = Object.entries(PRINTED_SINCE[engine]).flatMap(([key, since]) => (minor < since ? [key] : []));
  const printed: unknown = JSON.parse(await workspace.must("providers", "schema", "-json"));
  const own = providersSchema(await servedSchema(), address);
  expect(without([IDENTITIES], printed)).toStrictEqual(without(unknown, own));
});
