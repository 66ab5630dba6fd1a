import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { engines } from "../../../src/engines/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-sources-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const sourcesOf = (engine: string) => engines.find(({ name }) => name === engine)?.stateReader.sourcesIn(folder);

test("a program of Pulumi declares an object where its name stands in quotes, or as a key of YAML", () => {
  write({
    "Pulumi.yaml": "name: acme\nresources:\n  readers:\n    type: orgform:Role\n",
    "Pulumi.dev.yaml": 'config:\n  orgform:host: "acme"\n',
    "people/main.ts": '// acme\nnew orgform.Domain("acme", {});\n',
    "node_modules/x/index.js": '"nightly"\n',
  });
  const sources = sourcesOf("pulumi");
  expect(sources?.main).toBe("Pulumi.yaml");
  expect(["acme", "readers", "nightly", "a.me"].map((address) => sources?.declaredAt({ address }))).toEqual([
    { file: "people/main.ts", line: 2 },
    { file: "Pulumi.yaml", line: 3 },
    undefined,
    undefined,
  ]);
});

test("a configuration of Terraform declares an object in the block of its type and name", () => {
  write({
    "main.tf": '\nresource "orgform_domain" "acme" {\n  domain = "acme.example"\n}\n',
    "roles/main.tf": 'resource "orgform_role" "readers" {\n}\n',
    "cdk.tf.json": '{\n  "resource": {\n    "orgform_role": {\n      "acme_ops_5F": {}\n    }\n  }\n}\n',
    ".terraform/modules/modules.json": JSON.stringify({ Modules: [{ Key: "r", Dir: "roles" }] }),
  });
  const sources = sourcesOf("terraform");
  const addresses = [
    "orgform_domain.acme",
    'module.r.orgform_role.readers["a.b"]',
    "orgform_role.acme_ops_5F",
    "orgform_role.acme",
  ];
  expect(addresses.map((address) => sources?.declaredAt({ address }))).toEqual([
    { file: "main.tf", line: 2 },
    { file: "roles/main.tf", line: 1 },
    { file: "cdk.tf.json", line: 4 },
    undefined,
  ]);
});

test("a folder without a program has no places", () => {
  expect(engines.map(({ stateReader }) => stateReader.sourcesIn(folder).main).toSorted()).toEqual([
    "Pulumi.yaml",
    "main.tf",
  ]);
});
