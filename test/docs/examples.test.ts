import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";

import { typescriptExample, yamlExample } from "../../src/engines/pulumi/generator/examples.ts";
import { hclExample, hclLookUp } from "../../src/engines/terraform/generator/examples.ts";
import { lookUpOf } from "../../src/app/look-ups.ts";
import { FakeService } from "../support/fake-service.ts";
import { parcel } from "../support/fake-resources.ts";
import { noteOn } from "../support/note.ts";

/** One value of each kind, with texts that an engine would take for an interpolation. */
const VALUES = {
  name: 'a "quoted" ${name}',
  weight: 7,
  isProtected: false,
  destination: { kind: "air", config: { region: "%{eu}", stops: 2 } },
  emails: ["a@b.example", "c@d.example"],
  tokens: { "key one": "x", two: "y" },
};

describe("an example", () => {
  test("in TypeScript has the values as literals", () => {
    expect(typescriptExample(parcel, VALUES)).toBe(`import * as orgform from "orgform/pulumi";

new orgform.Parcel("example", {
  name: "a \\"quoted\\" \${name}",
  weight: 7,
  isProtected: false,
  destination: {
    kind: "air",
    config: {
      region: "%{eu}",
      stops: 2,
    },
  },
  emails: ["a@b.example", "c@d.example"],
  tokens: {
    "key one": "x",
    two: "y",
  },
});`);
  });

  test("in YAML means the same values, and interpolates nothing", () => {
    const { resources } = parse(yamlExample(parcel, VALUES)) as { resources: unknown };
    const properties = { ...VALUES, name: 'a "quoted" $${name}' };
    expect(resources).toEqual({ example: { type: "orgform:Parcel", properties } });
  });

  test("in HCL has the names in snake_case, but not the keys of a map", () => {
    expect(hclExample(parcel, VALUES)).toBe(`resource "orgform_parcel" "example" {
  name         = "a \\"quoted\\" $\${name}"
  weight       = 7
  is_protected = false
  destination = {
    kind = "air"
    config = {
      region = "%%{eu}"
      stops  = 2
    }
  }
  emails = ["a@b.example", "c@d.example"]
  tokens = {
    "key one" = "x"
    two       = "y"
  }
}`);
  });

  test("of a look-up asks by the first key that it has, within its scope", () => {
    const lookUp = lookUpOf(noteOn(new FakeService()));
    expect(lookUp?.by).toEqual(["noteId", "title"]);
    expect(hclLookUp(lookUp!, { organizationId: "o1", title: "Buy milk", color: "red" })).toBe(
      'data "orgform_note" "example" {\n  organization_id = "o1"\n  title           = "Buy milk"\n}',
    );
    expect(hclLookUp(lookUp!, { color: "red" })).toBe(undefined);
  });
});
