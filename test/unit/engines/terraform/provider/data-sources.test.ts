import { expect, test } from "@jest/globals";

import { lookUpOf } from "../../../../../src/app/look-ups.ts";
import { served, servedNamed } from "../../../../../src/app/served.ts";
import { DataSource, scopeIn } from "../../../../../src/engines/terraform/provider/data-sources.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import { snakeName } from "../../../../../src/model/names.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";

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

test("objects are looked for where a block says, and the provider's organization stands in for no other place", () => {
  for (const definition of served) {
    const schema = ResourceSchema.of(definition);
    const parts = definition.identity.parts.slice(0, -1);
    const given = Object.fromEntries(parts.map((part) => [snakeName(part), `é|${part}`]));
    const whole = Object.fromEntries(parts.map((part) => [part, `é|${part}`]));
    expect(scopeIn(schema, "list", { ...given, other: "x" }, "o1")).toEqual(whole);
    for (const lack of parts) {
      for (const value of [null, undefined]) {
        const asked = (organizationId: unknown): unknown => {
          try {
            return scopeIn(schema, "list", { ...given, [snakeName(lack)]: value }, organizationId);
          } catch (error) {
            return String(error);
          }
        };
        const refused = expect.stringContaining(`This list of ${definition.name} lacks a setting\nSet`);
        const filled = { ...whole, organizationId: "o1" };
        expect([lack, asked("o1")]).toEqual([lack, lack === "organizationId" ? filled : refused]);
        expect([asked(undefined), asked(UNKNOWN)]).toEqual([refused, refused]);
      }
    }
  }
});
