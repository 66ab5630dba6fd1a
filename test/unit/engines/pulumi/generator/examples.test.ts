import { expect, test } from "@jest/globals";

import { deletionProtectionInput } from "../../../../../src/catalog/fields/deletion-protection.ts";
import { typescriptExample, yamlExample, yamlText } from "../../../../../src/engines/pulumi/generator/examples.ts";
import { fakeBox } from "../../../../support/fake-resources.ts";

const VALUES = { name: 'é "${it}"', weight: 5 };

test("an example in TypeScript imports the entry that has the class", () => {
  for (const entry of ["orgform/pulumi", "orgform/pulumi-plugin"] as const)
    expect(typescriptExample(fakeBox(), { weight: 5 }, entry)).toMatch(
      new RegExp(
        `^import \\* as orgform from "${entry}";\n\nnew orgform\\.Box\\("\\w+", \\{\n  weight: 5,\n\\}\\);$`,
        "u",
      ),
    );
  expect(typescriptExample(fakeBox(), {})).toContain('from "orgform/pulumi";');
});

test("an example in YAML is protected where its class would be", () => {
  const options = "    options:\n      protect: true";
  expect(yamlExample(fakeBox(), { weight: 5 })).toMatch(
    /^resources:\n {2}\w+:\n {4}type: orgform:Box\n {4}properties:\n {6}weight: 5$/u,
  );
  expect(
    yamlExample(fakeBox({ inputs: { deletionProtection: deletionProtectionInput("box") } }), { weight: 5 }).endsWith(
      options,
    ),
  ).toBe(true);
});

test("YAML has each interpolation as a plain text, on one line however long", () => {
  expect(yamlText(VALUES)).toBe('name: é "$${it}"\nweight: 5');
  expect(yamlText({ a: ["${b} and ${c}", "$d"] })).toBe("a:\n  - $${b} and $${c}\n  - $d");
  const long = "word ".repeat(40).trim();
  expect(yamlText({ long })).toBe(`long: ${long}`);
});
