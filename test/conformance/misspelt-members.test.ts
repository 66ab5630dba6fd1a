import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

import { encodeValue } from "../../src/engines/terraform/provider/values.ts";
import { type AnyResource, fieldsOf } from "../../src/model/definition.ts";
import { isRecord, type Values } from "../../src/model/json-value.ts";
import { snakeName } from "../../src/model/names.ts";
import { type Shape, shapeOf } from "../../src/model/shape.ts";
import { definitionOf, describeRows } from "../support/conformance-table.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { configOf, TerraformProcess } from "../support/terraform-process.ts";

/** An object inside the inputs of a resource: its path, and a valid field. */
interface Place {
  readonly path: readonly string[];
  readonly member: string;
}

function placesIn(definition: AnyResource): Place[] {
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) => placesBelow(shapeOf(rules), [name]));
}

function placesBelow({ properties }: Shape, path: readonly string[]): Place[] {
  const members = Object.entries(properties ?? {});
  const [first] = members;
  if (first === undefined) return [];
  return [{ path, member: first[0] }, ...members.flatMap(([name, shape]) => placesBelow(shape, [...path, name]))];
}

/** Values with one more member at a place. */
function withMember(values: Values, [step, ...rest]: readonly string[], name: string): Values {
  const inside = step === undefined ? undefined : values[step];
  if (step === undefined) return { ...values, [name]: "x" };
  return { ...values, [step]: withMember(isRecord(inside) ? inside : {}, rest, name) };
}

/** The result of a validation by Terraform, which the engine requests without the names that it dropped. */
async function validated({ name }: AnyResource, inputs: Values, { path, member }: Place): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-misspelt-"));
  try {
    const provider = new TerraformProcess({ environment: {}, folder, clock: fastTime().driver });
    const schema = provider.schema(name);
    const { typeName } = schema;
    const config = configOf(schema, inputs);
    const one = withMember(config, path.map(snakeName), `${snakeName(member)}x`);
    writeFileSync(join(folder, "main.tf.json"), JSON.stringify({ resource: { [typeName]: { one } } }));
    const { diagnostics } = await provider.call("ValidateResourceConfig", { typeName, config: encodeValue(config) });
    return diagnostics.map(({ detail }) => detail);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describeRows(
  (fixture) => {
    const { row, engine, definition } = fixture;

    for (const place of placesIn(definition)) {
      const { path, member } = place;
      const [where, misspelt] = [path.join("."), `${member}x`];

      const inTerraform = async () => ({
        said: await validated(definition, fixture.full, place),
        hint: `${path.map(snakeName).join(".")} has no ${snakeName(member)}x (main.tf.json, line 1); did you mean \`${snakeName(member)}\`?`,
      });
      const inPulumi = async () => ({
        said: (await fixture.start().check(row.resource, undefined, withMember(fixture.full, path, misspelt))).problems,
        hint: `${where}.${misspelt}: isn't a field of ${where}; did you mean \`${member}\`?`,
      });

      test(`the unknown ${where}.${misspelt} is an error that names the one that is meant`, async () => {
        const { said, hint } = engine.name === "terraform" ? await inTerraform() : await inPulumi();
        expect(said).toContainEqual(expect.stringContaining(hint));
      });
    }
  },
  ({ resource }) => placesIn(definitionOf(resource)).length > 0,
  { dialects: "2025-08", families: true },
);
