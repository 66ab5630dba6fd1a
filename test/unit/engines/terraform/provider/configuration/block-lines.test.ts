import { expect, test } from "@jest/globals";

import { allBlocks, blockLines } from "../../../../../../src/engines/terraform/provider/configuration/block-lines.ts";

const CONFIGURATION = `# resource "orgform_domain" "comment" {}
resource "orgform_domain" "acme" {
  domain         = "\${var.name}.example" # saml_entity_id = "x"
  saml_x509_cert = <<-EOT
    resource "orgform_domain" "text" {}
  EOT
  lifecycle {
    prevent_destroy = true
  }
  saml_entity_id = join("", [
    "urn",
  ])
}
resource "orgform_domain" "one" { domain = "a.example" }
`;

test("blocks are found with their lines and those of their arguments", () => {
  const found = blockLines(CONFIGURATION).map(({ nested: _nested, ...block }) => ({
    ...block,
    arguments: [...block.arguments],
  }));
  expect(found).toEqual([
    {
      type: "orgform_domain",
      name: "acme",
      lines: { first: 2, last: 13, isAlone: true },
      arguments: [
        ["domain", { first: 3, last: 3, isAlone: true }],
        ["saml_x509_cert", { first: 4, last: 6, isAlone: true }],
        ["saml_entity_id", { first: 10, last: 12, isAlone: true }],
      ],
    },
    {
      type: "orgform_domain",
      name: "one",
      lines: { first: 14, last: 14, isAlone: true },
      arguments: [["domain", { first: 14, last: 14, isAlone: false }]],
    },
  ]);
});

test("blocks in blocks are found with their lines, and objects are none", () => {
  const [block] = allBlocks(`module "a" {
  providers = { x = x.eu }
  nested "label" word {
    deep {}
  }
}
`);
  expect(block).toMatchObject({ keyword: "module", labels: ["a"], lines: { first: 1, last: 6 } });
  expect([...(block?.arguments.keys() ?? [])]).toEqual(["providers"]);
  expect(block?.nested).toMatchObject([
    { keyword: "nested", labels: ["label", "word"], lines: { first: 3, last: 5 }, nested: [{ keyword: "deep" }] },
  ]);
});
