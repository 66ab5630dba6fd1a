import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { engines } from "../../../src/engines/index.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "orgform-readers-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(...files: readonly (readonly [file: string, text?: string])[]): void {
  for (const [file, text = ""] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

function readerOf(engine: string) {
  const found = engines.find(({ name }) => name === engine)?.stateReader;
  if (found === undefined) throw new Error(`There is no engine ${engine}`);
  return found;
}

const place = (more: object = {}) => ({ folder, stack: undefined, environment: {}, ...more });

describe("the program in a folder", () => {
  test.each([
    ["pulumi", ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"], ["Pulumi.dev.yaml", "pulumi.yaml", "main.tf"]],
    [
      "terraform",
      ["main.tf", "main.tf.json", "é.tofu", "x.tofu.json", ".terraform/x"],
      ["main.tfvars", "main.tf.orig", "Pulumi.yaml"],
    ],
  ])("of %s is there with one of its files", (engine, files, others) => {
    const reader = readerOf(engine);
    put(...others.map((file) => [file] as const));
    expect(reader.programAt(folder)).toBeUndefined();
    for (const file of files) {
      put([file]);
      expect([file, reader.programAt(folder)]).toEqual([file, "here"]);
      rmSync(join(folder, file.split("/")[0] ?? ""), { recursive: true });
    }
  });

  test("of Pulumi is found from below, that of Terraform isn't", () => {
    put(["Pulumi.yaml"], ["main.tf"], ["a/b/c/x"]);
    for (const below of ["a", "a/b", "a/b/c"]) {
      const at = engines.map(({ name, stateReader }) => [name, stateReader.programAt(join(folder, below))]);
      expect(Object.fromEntries(at)).toEqual({ pulumi: "above", terraform: undefined });
    }
  });
});

describe("the commands for a state and a plan", () => {
  test("of Pulumi ask nothing, and name the stack if one is chosen", () => {
    const { exportCommand, previewCommand } = readerOf("pulumi");
    for (const [stack, flags] of [
      [undefined, []],
      ["org/a b", ["--stack", "org/a b"]],
    ] as const) {
      const common = { program: "pulumi", environment: {} };
      expect(exportCommand(place({ stack }))).toEqual({
        ...common,
        args: ["stack", "export", "--non-interactive", ...flags],
      });
      const args = ["preview", "--diff", "--color", "never", "--suppress-progress", "--non-interactive", ...flags];
      expect(previewCommand(place({ stack }))).toEqual({ ...common, args });
    }
  });

  test("of Terraform ask nothing, lock nothing, and choose the workspace by variable", () => {
    const { exportCommand, previewCommand } = readerOf("terraform");
    for (const [stack, workspace] of [
      [undefined, {}],
      ["a b", { TF_WORKSPACE: "a b" }],
    ] as const) {
      const common = { program: "mine", environment: { TF_IN_AUTOMATION: "1", ...workspace } };
      const at = place({ stack, program: "mine" });
      expect(exportCommand(at)).toEqual({ ...common, args: ["state", "pull"] });
      expect(previewCommand(at)).toEqual({ ...common, args: ["plan", "-input=false", "-no-color", "-lock=false"] });
    }
  });

  test("run OpenTofu for its own files, or where there is no Terraform", () => {
    const { exportCommand } = readerOf("terraform");
    const programWith = (...folders: readonly string[]): string =>
      exportCommand(place({ environment: { PATH: folders.map((one) => join(folder, one)).join(delimiter) } })).program;
    put(["unix/terraform"], ["windows/terraform.exe"], ["other/terraform.sh"], ["other/tofu"], ["main.tf"]);
    expect([programWith("other", "unix"), programWith("windows"), programWith("other"), programWith()]).toEqual([
      "terraform",
      "terraform",
      "tofu",
      "tofu",
    ]);
    expect(exportCommand(place()).program).toBe("tofu");
    for (const file of ["more.tofu", "more.tofu.json"]) {
      put([file]);
      expect(programWith("unix")).toBe("tofu");
      rmSync(join(folder, file));
    }
    put(["more.tofu"]);
    expect(exportCommand(place({ program: "terraform" })).program).toBe("terraform");
  });
});

describe("the declaration of an object", () => {
  test("in Terraform has the lines of an input, with those of its write-only form", () => {
    put([
      "main.tf",
      `resource "orgform_role" "a" {}
resource "orgform_domain" "acme" {
  saml_x509_cert_wo_version = 2
  saml_x509_cert_wo = <<-EOT
    A
  EOT
  domain = "a.example"
  saml_entity_id_wo_version = 1
  name = 1

  saml_entity_id_wo = 1
}
resource "orgform_domain" "one" { domain = "a.example" }
`,
    ]);
    const { declarationOf } = readerOf("terraform").sourcesIn(folder);
    const find = (address: string) => declarationOf({ address, resource: "Domain" });
    for (const address of ["orgform_domain.acme", 'module.b.orgform_domain.acme["x.y"]', "orgform_domain.acme[0]"]) {
      const found = find(address);
      expect([found?.file, found?.lines]).toEqual(["main.tf", { first: 2, last: 12, isAlone: true }]);
      expect(["domain", "samlX509Cert", "samlEntityId", "description"].map((input) => found?.linesOf(input))).toEqual([
        { first: 7, last: 7, isAlone: true },
        { first: 3, last: 6, isAlone: true },
        { first: 8, last: 11, isAlone: false },
        undefined,
      ]);
    }
    expect(find("orgform_domain.one")?.linesOf("domain")).toEqual({ first: 13, last: 13, isAlone: false });
    for (const none of ["orgform_domain.a", "orgform_role.acme", "orgform_domain.acme.x", "xorgform_domain.acme"])
      expect(find(none)).toBeUndefined();
  });

  test("in Pulumi is that of its name and class, in a file of the language", () => {
    put(
      ["Pulumi.yaml", "name: x\n"],
      ["a.py", 'new orgform.Domain("acme", { domain: 1 });\n'],
      ["b.mts", 'new orgform.Role("acme", {});\n\nnew orgform.Domain("acme", {\n  domain: 1,\n});\n'],
    );
    const { declarationOf } = readerOf("pulumi").sourcesIn(folder);
    const found = declarationOf({ address: "acme", resource: "Domain" });
    expect([found?.file, found?.lines]).toEqual(["b.mts", { first: 3, last: 5, isAlone: true }]);
    expect(["domain", "name"].map((input) => found?.linesOf(input))).toEqual([
      { first: 4, last: 4, isAlone: true },
      undefined,
    ]);
    expect(declarationOf({ address: "acme", resource: "Project" })).toBeUndefined();
    expect(declarationOf({ address: "acm", resource: "Domain" })).toBeUndefined();
  });
});
