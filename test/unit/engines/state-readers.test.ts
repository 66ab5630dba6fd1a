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
      ["a.ts.yaml", 'new orgform.Domain("acme", { domain: 1 });\n'],
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

describe("a state of Terraform", () => {
  const { accepts, read } = readerOf("terraform");
  const PROVIDER = 'provider["registry.terraform.io/orgform/orgform"]';
  const role = (name: string, more: object = {}) => ({
    schema_version: 1,
    attributes: { id: `o/${name}`, organization_id: "o", role_id: name, name: `é|${name}` },
    ...more,
  });
  const block = (instances: readonly object[], more: object = {}) => ({
    mode: "managed",
    type: "orgform_role",
    name: "a",
    provider: PROVIDER,
    instances,
    ...more,
  });
  const stored = (...resources: readonly object[]) => read({ version: 4, resources });
  const shown = (address: string, more: object = {}) => ({
    address,
    mode: "managed",
    type: "orgform_role",
    schema_version: 1,
    values: role("x").attributes,
    ...more,
  });

  test("is told from plans, from other versions, and from states of others", () => {
    const forms = [{ version: 4 }, { format_version: "1.0" }, { format_version: "1.0", planned_values: {} }];
    expect([...forms, { version: 3 }, { version: "4" }, [], null, "x"].map((json) => accepts(json))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test.each([
    [{ serial: 3, lineage: "é-1" }, "é-1/3"],
    [{ serial: 0 }, "/0"],
    [{ lineage: "x" }, undefined],
    [{ serial: "3", lineage: "x" }, undefined],
  ])("counts its writes in a revision: %j", (more, revision) => {
    expect(read({ version: 4, ...more })).toEqual({ objects: [], unknown: [], revision });
  });

  test("has the objects that it manages, with module, key, and alias", () => {
    const { objects, unknown, foreign } = stored(
      block([role("x", { index_key: 0 }), role("y", { index_key: 'a"b' }), role("z", { deposed: "12345678" })]),
      block([role("x")], { module: 'module.m["k"]', name: "b", provider: `${PROVIDER}.eu-1` }),
      block([role("x")], { mode: "data", name: "c" }),
      block([role("x")], { name: "d", provider: undefined }),
      block([role("x")], { type: "orgform_moon", name: "e" }),
      block([role("x")], { type: "aws_orgform_role", name: "f" }),
    );
    expect(objects.map(({ address, id, provider }) => [address, id, provider])).toEqual([
      ["orgform_role.a[0]", "o/x", undefined],
      ['orgform_role.a["a\\"b"]', "o/y", undefined],
      ['module.m["k"].orgform_role.b', "o/x", "eu-1"],
      ["orgform_role.d", "o/x", undefined],
    ]);
    expect([unknown, foreign]).toEqual([["orgform_moon.e"], undefined]);
    expect(objects[0]).toMatchObject({
      resource: "Role",
      inputs: { organizationId: "o", name: "é|x" },
      state: { organizationId: "o", roleId: "x", name: "é|x", stateVersion: 1 },
      unreadable: [],
      fingerprints: {},
      host: undefined,
    });
    expect(objects[0]?.inputs).not.toHaveProperty("roleId");
  });

  test("has an empty object as it is, and the version that a later Orgform wrote", () => {
    const [empty, later] = stored(block([role("x", { attributes: null }), role("x", { schema_version: 9 })])).objects;
    expect([empty?.id, empty?.inputs["name"], later?.state["stateVersion"]]).toEqual(["", undefined, 9]);
  });

  test("knows the service and the hashes of secrets that it doesn't have, and names secrets without a hash", () => {
    const domain = (version: unknown, kept: object) =>
      block(
        [
          {
            schema_version: 1,
            attributes: { id: "o/d", organization_id: "o", domain_id: "d", saml_x509_cert_wo_version: version },
            private: Buffer.from(JSON.stringify(kept)).toString("base64"),
          },
        ],
        { type: "orgform_domain" },
      );
    const sentSecrets = { samlX509Cert: "scrypt:x" };
    const host = "https://eu.example";
    const { objects } = stored(domain(1, { sentSecrets, host }), domain(1, { host: 7 }), domain(null, {}));
    expect(objects.map((one) => [one.unreadable, one.fingerprints, one.host])).toEqual([
      [[], sentSecrets, host],
      [["samlX509Cert"], {}, undefined],
      [[], {}, undefined],
    ]);
  });

  test("as `show -json` prints it has the objects of each module, and no revision", () => {
    const values = {
      root_module: {
        resources: [
          shown("orgform_role.a"),
          shown("data.orgform_role.b", { mode: "data" }),
          shown("orgform_role.c", { deposed_key: "12345678" }),
          shown("orgform_moon.d", { type: "orgform_moon" }),
        ],
        child_modules: [
          {
            resources: [shown("module.m.orgform_role.a")],
            child_modules: [{ resources: [shown("module.m.module.n.orgform_role.a")] }],
          },
          {},
        ],
      },
    };
    const { objects, unknown, revision } = read({ format_version: "1.0", serial: "x", values });
    expect(objects.map(({ address, id }) => [address, id])).toEqual(
      ["", "module.m.", "module.m.module.n."].map((module) => [`${module}orgform_role.a`, "o/x"]),
    );
    expect([unknown, revision]).toEqual([["orgform_moon.d"], undefined]);
    for (const nothing of [{}, { values: {} }, { values: { root_module: {} } }]) {
      expect(read({ format_version: "1.0", ...nothing }).objects).toEqual([]);
    }
  });
});

describe("a state of Pulumi", () => {
  const { accepts, read } = readerOf("pulumi");
  const SIGNATURE = "4dabf18193072939515e22adb298388d";
  const seal = (more: object) => ({ [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", ...more });
  const sealed = seal({ ciphertext: "v1:x" });
  const provider = (name: string, type = "orgform") => `urn:pulumi:dev::x::pulumi:providers:${type}::${name}`;
  const entry = (more: object = {}, properties: object = { organizationId: "o", name: "é|x" }) => ({
    urn: "urn:pulumi:dev::x::orgform:index:Role::a",
    type: "orgform:index:Role",
    id: "o/r",
    inputs: { ...properties, __defaults: [] },
    outputs: { ...properties, __provider: "code", stateVersion: 1 },
    ...more,
  });
  const exported = (...resources: readonly object[]) => read({ version: 3, deployment: { resources } });

  test("is told from everything else, and has the time of its last write", () => {
    expect([{ deployment: {} }, { checkpoint: {} }, { version: 4 }, [], null].map((json) => accepts(json))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const deployment = { manifest: { time: "2026-11-27T10:00:00Z" }, resources: null };
    const empty = { objects: [], unknown: [], revision: undefined };
    expect(read({ deployment })).toEqual({ ...empty, revision: deployment.manifest.time });
    expect(read({ checkpoint: { latest: deployment } })).toEqual({ ...empty, revision: deployment.manifest.time });
    for (const nothing of [{ deployment: {} }, { checkpoint: {} }, { checkpoint: { latest: null } }]) {
      expect(read(nothing)).toEqual(empty);
    }
  });

  test("has the objects that it manages, and none that is looked up, waits for its deletion, or isn't there yet", () => {
    const { objects, unknown } = exported(
      entry(),
      entry({
        type: "pulumi-nodejs:dynamic/orgform:Role",
        urn: "urn:pulumi:dev::x::t$pulumi-nodejs:dynamic/orgform:Role::b c",
      }),
      entry({ external: true }),
      entry({ delete: true }),
      entry({ id: undefined }),
      entry({ type: "orgform:index:Moon", urn: "urn:moon" }),
      entry({ type: "orgform:other:Role" }),
      entry({ type: "acme:orgform:index:Role" }),
    );
    expect(objects.map(({ address, handle }) => [address, handle])).toEqual([
      ["a", "urn:pulumi:dev::x::orgform:index:Role::a"],
      ["b c", "urn:pulumi:dev::x::t$pulumi-nodejs:dynamic/orgform:Role::b c"],
    ]);
    expect(unknown).toEqual(["urn:moon"]);
    expect(objects[0]).toMatchObject({
      resource: "Role",
      id: "o/r",
      inputs: { organizationId: "o", name: "é|x" },
      state: { organizationId: "o", name: "é|x", stateVersion: 1 },
      unreadable: [],
    });
    expect(Object.keys({ ...objects[0]?.inputs, ...objects[0]?.state }).filter((name) => name.startsWith("_"))).toEqual(
      [],
    );
  });

  test("knows the service and the name of the provider that an object has", () => {
    const made = (name: string, id: string | undefined, host: unknown) => ({
      urn: provider(name),
      type: "pulumi:providers:orgform",
      id,
      inputs: { host, "orgform:host": "wrong" },
    });
    const dynamic = {
      urn: provider("default", "pulumi-nodejs"),
      type: "pulumi:providers:pulumi-nodejs",
      id: "4",
      inputs: { "orgform:host": "https://dynamic.example", host: "wrong" },
    };
    const at = (urn: string, id: string) => entry({ provider: `${urn}::${id}` });
    const { objects } = exported(
      made("default_1_2_3", "1", "https://a.example"),
      made("eu", "2", "https://b.example"),
      made("us", "3", sealed),
      made("defaults", undefined, "https://c.example"),
      dynamic,
      at(provider("default_1_2_3"), "1"),
      at(provider("eu"), "2"),
      at(provider("eu"), "other"),
      at(provider("us"), "3"),
      at(provider("defaults"), ""),
      at(dynamic.urn, "4"),
      entry(),
    );
    expect(objects.map((one) => [one.provider, one.host])).toEqual([
      [undefined, "https://a.example"],
      ["eu", "https://b.example"],
      ["eu", undefined],
      ["us", undefined],
      ["defaults", "https://c.example"],
      [undefined, "https://dynamic.example"],
      [undefined, undefined],
    ]);
  });

  test("hides the encrypted secret alone where it has a place of its own, and else all of the property", () => {
    const oidc = { issuerUrl: "https://idp.example", clientId: "c" };
    const properties = (hidden: object, name: unknown = "x") => ({
      organizationId: "o",
      name,
      protocol: "oidc",
      oidc: { ...oidc, ...hidden },
    });
    const read = (given: object) =>
      exported(entry({ type: "orgform:index:IdentityProvider" }, given)).objects.map(({ inputs, unreadable }) => [
        inputs["oidc"],
        inputs["name"],
        unreadable,
      ]);
    expect(read(properties({ clientSecret: sealed }))).toEqual([[oidc, "x", ["oidc.clientSecret"]]]);
    expect(read(properties({ clientId: sealed }, sealed))).toEqual([[undefined, undefined, ["name", "oidc"]]]);
    const clear = seal({ plaintext: JSON.stringify("s|é") });
    expect(read(properties({ clientSecret: clear }, seal({ plaintext: JSON.stringify(clear) })))).toEqual([
      [{ ...oidc, clientSecret: "s|é" }, "s|é", []],
    ]);
  });
});
