import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import { encodeValue } from "../../../../../src/engines/terraform/provider/values.ts";
import { writtenNames } from "../../../../../src/engines/terraform/provider/written-names.ts";
import { definitionOf } from "../../../../support/definition-of.ts";
import { configOf, TerraformProcess } from "../../../../support/terraform-process.ts";
import { fastTime } from "../../../../support/scenario-clock.ts";

const CONFIG = { bucketName: "b", region: "eu", prefix: "p/" };
const blockOf = (name: string, further: string): string => `
resource "orgform_batch_export" "one" {
  name        = ${JSON.stringify(name)}
  interval    = "hour"
  destination = {
    s3 = {
      bucket_name = "b"
      region      = "eu"
      prefix      = "p/"
      ${further}
    }
  }
}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-written-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The result of a validation of the export, which the engine requests without the fields that it dropped. */
async function said(name = "Daily", destination: object = { s3: CONFIG }): Promise<string[]> {
  const { driver: clock } = fastTime();
  const provider = new TerraformProcess({ environment: {}, folder, clock });
  const schema = provider.schema("BatchExport");
  const config = configOf(schema, { name, interval: "hour", destination });
  const { diagnostics } = await provider.call("ValidateResourceConfig", {
    typeName: schema.typeName,
    config: encodeValue(config),
  });
  return diagnostics.map(({ detail }) => detail);
}

test.each([
  ["file_formt = 1", "destination.s3 has no file_formt (main.tf, line 10); did you mean `file_format`?"],
  ['bucketName = "b"', "destination.s3 has no bucketName (main.tf, line 10); did you mean `bucket_name`?"],
])("a name that the engine drops is an error: %s", async (further, text) => {
  writeFileSync(join(folder, "main.tf"), blockOf("Daily", further));
  expect(await said()).toEqual([text]);
  expect(await said("Another")).toEqual([]);
});

/** The same program in JSON syntax, as CDK makes it: with its comments, and each level as CDK or a person writes it. */
const jsonOf = (name: string, further: object): string =>
  JSON.stringify(
    {
      "//": { metadata: { backend: "local" } },
      resource: {
        orgform_batch_export: {
          one: [
            {
              "//": { metadata: { path: "acme/one" } },
              name,
              interval: "hour",
              destination: { s3: { bucket_name: "b", region: "eu", prefix: "${var.p}", ...further } },
            },
          ],
        },
      },
    },
    undefined,
    2,
  );

test.each(["main.tf.json", "cdk.tf.json", "main.tofu.json"])("so it is in JSON syntax, in %s", async (file) => {
  writeFileSync(join(folder, file), jsonOf("Daily", { file_formt: 1 }));
  expect(await said()).toEqual([`destination.s3 has no file_formt (${file}, line 23); did you mean \`file_format\`?`]);
  expect(await said("Another")).toEqual([]);
  writeFileSync(join(folder, file), jsonOf("${local.name}", { prefx: 1, "${var.key}": 1, "//": "a comment" }));
  expect(await said()).toEqual([`destination.s3 has no prefx (${file}, line 23); did you mean \`prefix\`?`]);
  writeFileSync(join(folder, file), jsonOf("Daily", { compression: "gzip" }));
  expect(await said()).toEqual([]);
});

test("what is right is none, and modules of one's own are looked at", async () => {
  writeFileSync(join(folder, "main.tf"), blockOf("Daily", 'compression = "gzip"'));
  expect(await said()).toEqual([]);
  mkdirSync(join(folder, "exports"));
  mkdirSync(join(folder, ".terraform/modules"), { recursive: true });
  writeFileSync(
    join(folder, ".terraform/modules/modules.json"),
    JSON.stringify({
      Modules: [
        { Key: "", Dir: "." },
        { Key: "e", Dir: "exports" },
      ],
    }),
  );
  writeFileSync(join(folder, "exports/main.tf"), blockOf("Daily", "prefx = 1"));
  expect(await said()).toEqual(["destination.s3 has no prefx (exports/main.tf, line 10); did you mean `prefix`?"]);
});

test("the form of 0.1.0, of which the engine drops all, is an error with the block to write", async () => {
  const flat = `
resource "orgform_batch_export" "one" {
  name        = "Daily"
  interval    = "hour"
  destination = { type = "Postgres", config = { has_self_signed_cert = true }, other_config = { table_name = var.t } }
}
`;
  writeFileSync(join(folder, "main.tf"), flat);
  expect(await said("Daily", {})).toEqual([
    "destination belongs to the form with type, config, and credentials, which Orgform no longer accepts. Write the block destination.postgres instead, with has_self_signed_cert, table_name. The export stays the same.",
  ]);
  expect(await said("Another", {})).toEqual([expect.stringMatching(/^destination is empty/u)]);
});

test("an object of the state has the names of all blocks that might declare it", () => {
  const schema = ResourceSchema.of(definitionOf("Role"));
  const block = (type: string, ...attributes: readonly (readonly [name: string, text?: string])[]) => ({
    type,
    name: "x",
    line: 1,
    file: "main.tf",
    attributes: attributes.map(([name, text]) => ({ name, line: 2, ...(text === undefined ? {} : { text }) })),
  });
  const blocks = [
    block("orgform_role", ["organization_id", "o"], ["name", "Ops"], ["for_each", "é"]),
    block("orgform_role", ["name"]),
    block("orgform_project", ["organization_id", "o"], ["timezone", "UTC"]),
    block("orgform_role", ["organization_id", "other"], ["adopt", "a"]),
  ];
  const names = (object: object, among = blocks) => {
    const found = writtenNames(schema, { ...object }, among);
    return found === undefined ? undefined : [...found];
  };
  const whole = ["organizationId", "name", "forEach"];
  expect(names({ organization_id: "o", name: "Ops", role_id: "r" })).toEqual(whole);
  // Nobody knows what a moved object had there.
  expect(names({ organization_id: "o", name: null })).toEqual(whole);
  expect(names({ organization_id: "o", name: "Devs" })).toEqual(["name"]);
  expect(names({ organization_id: "o", name: "Devs" }, blocks.slice(0, 1))).toBeUndefined();
});
