import { describe, expect, test } from "@jest/globals";

import { served } from "../../../../../src/app/served.ts";
import { generator } from "../../../../../src/engines/terraform/generator/generator.ts";
import { showsSecrets } from "../../../../../src/engines/terraform/provider/ephemeral-resources.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import { lookUpOf } from "../../../../../src/app/look-ups.ts";
import { isListed } from "../../../../../src/model/definition.ts";
import { snakeName } from "../../../../../src/model/names.ts";
import { fakeBox, parcel, plain } from "../../../../support/fake-resources.ts";

const known = fakeBox({ naturalKey: { ...plain.naturalKey!, lookUpBy: ["name", "color"] } });

test("a page has examples for each language, and a data source where one looks up the object", () => {
  const values = { name: "a" };
  expect(generator.examples(known, values)).toEqual([
    {
      title: "[Terraform and OpenTofu](../guides/terraform.md)",
      language: "hcl",
      text: 'resource "orgform_box" "example" {\n  name = "a"\n}',
    },
    {
      title: "[CDK](../guides/cdk.md) in TypeScript; `@orgform/cdktf` has the same classes for `cdktf`",
      language: "ts",
      text: [
        'import { App, TerraformStack } from "cdktn";',
        'import { Box } from "@orgform/cdktn";',
        "",
        'const stack = new TerraformStack(new App(), "example");',
        'new Box(stack, "example", {',
        '  name: "a",',
        "});",
      ].join("\n"),
    },
  ]);
  expect([known, parcel].map((one) => generator.lookUp(one, values))).toEqual([
    { title: "A data source", language: "hcl", text: 'data "orgform_box" "example" {\n  name = "a"\n}' },
    undefined,
  ]);
  expect(generator.files([known], [], { version: "1", description: "", license: "" })).toEqual(new Map());
});

test("a data source names the place and the first key that the example has, and no more", () => {
  const lookUp = (values: object): unknown => generator.lookUp(known, { ...values })?.text;
  const block = (...lines: readonly string[]): string =>
    `data "orgform_box" "example" {\n${lines.map((line) => `  ${line}\n`).join("")}}`;
  const rest = { weight: 7, isProtected: true };
  expect(lookUp({ organizationId: "o", name: "é", color: "red", ...rest })).toBe(
    block('organization_id = "o"', 'name            = "é"'),
  );
  expect(lookUp({ color: "red", ...rest })).toBe(block('color = "red"'));
  expect(lookUp({ organizationId: "o", ...rest })).toBeUndefined();
});

const NAMES = "HCL writes names in snake_case: `organizationId` is `organization_id`.";
const PAIR =
  " With Terraform or OpenTofu 1.11 or later, set `combination_wo` and `combination_wo_version` instead of `combination`. The value then stays out of plan and state. To send the value again, raise the version.";
const MORE = " Every other secret has such a pair, too.";
const GUIDE = " See [Keep secrets out of the state](../guides/terraform.md#keep-secrets-out-of-the-state).";

test("a page says how names are written, and how one or more secrets stay out of the state", () => {
  expect(generator.spelling(known)).toBe(`${NAMES}${PAIR}${GUIDE}`);
  expect(generator.spelling(parcel)).toBe(`${NAMES}${PAIR}${MORE}${GUIDE}`);
});

describe.each(served.map((definition) => [definition.name, definition] as const))(
  "the page of %s",
  (_name, definition) => {
    const { typeName, writeOnly } = ResourceSchema.of(definition);
    const [row, ...others] = generator.existing(definition);

    test("names the first secret at its place, if there is one", () => {
      const [first] = writeOnly;
      const text = generator.spelling(definition);
      expect(text.includes("stays out of plan and state")).toBe(first !== undefined);
      expect(text.includes(MORE)).toBe(writeOnly.length > 1);
      const { around = [], stored = "", value = "", version = "" } = first ?? {};
      const place = `\`${value}\` and \`${version}\` instead of \`${[...around, stored].join(".")}\``;
      expect(text.includes(place)).toBe(first !== undefined);
      const [, name = "", written] = /^HCL writes names in snake_case: `(\w+)` is `(\w+)`\./u.exec(text) ?? [];
      expect([name in definition.inputs || name in definition.outputs, written]).toEqual([true, snakeName(name)]);
      expect(written).not.toBe(name);
    });

    test("says how an existing object is imported, and which data source finds it", () => {
      expect([row?.way, others]).toEqual(["Terraform and OpenTofu", []]);
      const parts = definition.identity.parts.map((part) =>
        part.replaceAll(/[A-Z]/gu, (sign) => `_${sign.toLowerCase()}`),
      );
      expect(row?.takeOver).toBe(
        `\`terraform import ${typeName}.example ${parts.map((part) => `<${part}>`).join("/")}\`, an \`import\` block with that \`id\` or, from Terraform 1.12 on, with \`identity = { ${parts.map((part) => `${part} = "..."`).join(", ")} }\`; or \`adopt\``,
      );
      const found = lookUpOf(definition);
      const source = `data source \`${typeName}\`, by `;
      expect(row?.lookUp.startsWith(found === undefined ? "no data source" : source)).toBe(true);
      expect(row?.lookUp.includes(`in CDK, \`DataOrgform${definition.name}\``)).toBe(found !== undefined);
      expect(row?.lookUp.endsWith("; `terraform query` (from 1.14 on) lists all")).toBe(isListed(definition));
      const ephemeral = `; ephemeral resource \`${typeName}\`, without a trace in plan and state, with Terraform 1.10 or OpenTofu 1.11 or later`;
      expect(row?.lookUp.includes(ephemeral)).toBe(found !== undefined && showsSecrets(found));
    });
  },
);

test("some data sources are also ephemeral, and some aren't", () => {
  const all = served.flatMap((definition) => lookUpOf(definition) ?? []).map((one) => showsSecrets(one));
  expect(new Set(all)).toEqual(new Set([true, false]));
});
