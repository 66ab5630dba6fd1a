import { expect, test } from "@jest/globals";

import { lookUpOf } from "../../../../../src/app/look-ups.ts";
import { servedNamed } from "../../../../../src/app/served.ts";
import { DataSource } from "../../../../../src/engines/terraform/provider/data-sources.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";

/** The attributes of the data source of a resource, and whether they are sensitive. */
function attributesOf(name: string): ReadonlyMap<string, unknown> {
  const definition = servedNamed(name);
  const lookUp = definition === undefined ? undefined : lookUpOf(definition);
  if (definition === undefined || lookUp === undefined) throw new Error(`no look-up of ${name}`);
  const { block } = new DataSource(new ResourceSchema(definition), lookUp).message();
  const { attributes } = block as { attributes: { name: string; sensitive?: boolean }[] };
  return new Map(attributes.map((one) => [one.name, one.sensitive === true]));
}

test("a project shows its settings, and its token as sensitive", () => {
  const project = attributesOf("Project");
  expect(project.get("anonymize_ips")).toBe(false);
  expect(project.get("api_token")).toBe(true);
  expect(project.has("deletion_protection")).toBe(false);
});

test("no other look-up shows a secret", () => {
  for (const name of ["Domain", "BatchExport", "Plugin"]) {
    expect([name, [...attributesOf(name).values()].filter((isSensitive) => isSensitive === true)]).toEqual([name, []]);
  }
});
