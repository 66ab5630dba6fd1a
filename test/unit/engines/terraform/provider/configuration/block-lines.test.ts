import { expect, test } from "@jest/globals";

import { blockLines } from "../../../../../../src/engines/terraform/provider/configuration/block-lines.ts";

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
  const found = blockLines(CONFIGURATION).map((block) => ({ ...block, arguments: [...block.arguments] }));
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
