import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { NEVER_IN_EXECUTABLE, packagesIn } from "../../../scripts/bundle.ts";
import { PROGRAM } from "../../../scripts/release/executables.ts";
import { releaseNotes } from "../../../scripts/release/release-notes.ts";
import { ThrowAwayKey } from "../../../scripts/release/throw-away-key.ts";
import { findOnPath } from "../../../tools/set-up/pulumi/tools.ts";
import { runScript } from "../../support/run-tool.ts";
import { canSign, ProviderRegistry } from "../../support/terraform-registry.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

const ROOT = join(__dirname, "../../..");
// Enough to build the whole release on a busy machine.
const LIMIT_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), "orgform-release-test-"));
const made = join(folder, "made");
const release = join(made, "terraform");
let key: ThrowAwayKey | undefined;
let said = "";

const released = (...args: readonly string[]) => runScript("scripts/release.ts", args, ROOT, key?.env);

beforeAll(async () => {
  if (canSign) key = new ThrowAwayKey("Orgform Test <test@orgform.invalid>");
  const { status, output } = await released("--scripts", made, ...(key === undefined ? [] : ["--sign", key.name]));
  if (status !== 0) throw new Error(output);
  said = output;
}, LIMIT_MS);

afterAll(() => {
  key?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const read = (path: string): string => readFileSync(join(made, path), "utf8");

/** Every file below a folder of the release, sorted. */
function filesOf(path = "."): string[] {
  const entries = readdirSync(join(made, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(join(made, path).length + 1).replaceAll("\\", "/")).sort();
}

/** Lines as `sha256sum` writes them. */
function sumsOf(path: string, files: readonly string[]): string[] {
  const digest = (file: string): string =>
    createHash("sha256")
      .update(readFileSync(join(made, path, file)))
      .digest("hex");
  return files.map((file) => `${digest(file)}  ${file}`);
}

test("the checksums cover every other file, those of the provider and those of the whole release", () => {
  const provider = filesOf("terraform").filter((file) => !/^docs\/|\.sig$|SHA256SUMS$/u.test(file));
  const [sums = ""] = filesOf("terraform").filter((file) => file.endsWith("_SHA256SUMS"));
  expect(read(`terraform/${sums}`).trim().split("\n").sort()).toEqual(sumsOf("terraform", provider).sort());
  expect(provider).toHaveLength(5);
  const all = filesOf().filter((file) => !/^SHA256SUMS$|\.sig$/u.test(file));
  expect(read("SHA256SUMS").trim().split("\n").sort()).toEqual(sumsOf(".", all).sort());
});

test("every package of this repository is packed, in one version", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const names = ["orgform", ...readdirSync(join(ROOT, "packages")).map((name) => `orgform-${name}`)];
  expect(filesOf("npm")).toEqual(names.map((name) => `${name}-${version}.tgz`).sort());
});

test("the bills of materials are valid CycloneDX, and list what is installed or bundled with each package", async () => {
  const parts: Record<string, string[]> = {};
  for (const file of filesOf("sbom")) {
    const text = read(`sbom/${file}`);
    expect([file, await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)]).toEqual([file, null]);
    const { components = [] } = JSON.parse(text) as {
      components?: { name: string; purl: string; "bom-ref": string }[];
    };
    // A package that is listed twice would get a random reference, different in each run.
    expect(components.filter((one) => one["bom-ref"] !== one.purl)).toEqual([]);
    parts[file.replace(/[-_]v?\d.*/u, "")] = components.map(({ name }) => name).sort();
  }
  expect(parts).toMatchObject({
    "npm-orgform": ["commander", "msgpack", "undici", "zod"],
    "npm-orgform-cdktf": [],
    "npm-orgform-mcp": expect.arrayContaining(["sdk", "zod"]),
    "npm-orgform-sandbox": expect.arrayContaining(["commander", "libsql", "linux-x64-gnu"]),
    "terraform-provider-orgform": ["msgpack", "undici", "zod"],
    "pulumi-resource-orgform": ["undici", "zod"],
  });
});

test("the executable contains the sandbox and the rules, and no native code", () => {
  const { parts } = PROGRAM;
  const packages = (part: keyof typeof parts) => packagesIn(ROOT, parts[part], NEVER_IN_EXECUTABLE);
  expect({ command: packages("command"), provider: packages("provider"), plugin: packages("plugin") }).toEqual({
    command: ["@marcbachmann/cel-js", "@msgpack/msgpack", "commander", "diff", "minisearch", "undici", "yaml", "zod"],
    provider: ["@msgpack/msgpack", "undici", "zod"],
    plugin: ["undici", "zod"],
  });
});

test("the notes are this version's part of the changelog; a version without one is no release", () => {
  const changelog = "# Changelog\n\n## 0.2.0 (2027-01-02)\n\n- New.\n\n## 0.1.0\n\n- Old.\n";
  expect(releaseNotes(changelog, "0.2.0")).toBe("# Orgform 0.2.0\n\n- New.\n");
  expect(releaseNotes(changelog, "0.1.0")).toBe("# Orgform 0.1.0\n\n- Old.\n");
  expect(() => releaseNotes(changelog, "0.2")).toThrow("CHANGELOG.md has nothing on 0.2");
  expect(read("release-notes.md")).toMatch(/^# Orgform 0\.1\.0\n\n\S/u);
});

test("the pages for Pulumi's registry have its front matter, the settings, and a program in each language", () => {
  expect(filesOf("pulumi/docs")).toEqual(["_index.md", "installation-configuration.md"]);
  for (const page of filesOf("pulumi/docs"))
    expect(read(`pulumi/docs/${page}`)).toMatch(/^---\ntitle: .+\nmeta_desc: .+\nlayout: package\n---\n/u);
  const index = read("pulumi/docs/_index.md");
  expect(index.match(/^```\w+$/gmu)).toEqual(["```ts", "```python", "```go", "```csharp", "```java", "```yaml"]);
  expect(index).not.toContain("node_modules");
  expect(read("pulumi/docs/installation-configuration.md")).toContain("| `orgform:apiKey` | `ORGFORM_API_KEY`");
  expect(JSON.parse(read("pulumi/schema.json"))).toMatchObject({
    name: "orgform",
    version: "0.1.0",
    pluginDownloadURL: expect.stringContaining("/v${VERSION}"),
    resources: { "orgform:index:Domain": { description: expect.stringContaining("\n{{% examples %}}\n") } },
  });
});

// The pages are written by a program in Go. Without Go, the release says that they are left out.
(findOnPath("go", process.env) === undefined ? describe.skip : describe)("the provider's documentation", () => {
  test("has a page for each resource, data source, list, function and action, spelt in HCL", () => {
    const pages = filesOf("terraform/docs");
    const schema = JSON.parse(read("pulumi/schema.json")) as { resources: Record<string, unknown> };
    expect([...new Set(pages.map((page) => page.split("/")[0]))]).toEqual([
      "actions",
      "data-sources",
      "ephemeral-resources",
      "functions",
      "guides",
      "index.md",
      "list-resources",
      "resources",
    ]);
    expect(pages.filter((page) => page.startsWith("resources/"))).toHaveLength(Object.keys(schema.resources).length);
    expect(pages).toEqual(expect.arrayContaining(["functions/format_id.md", "functions/parse_id.md"]));
    const page = read("terraform/docs/resources/domain.md");
    expect(page).toContain("The service refuses `jit_provisioning_enabled` and `sso_enforcement`");
    expect(page).toContain('resource "orgform_domain" "example" {');
    expect(page).toMatch(/^terraform import orgform_domain\.example '[\w-]+\/[\w-]+'$/mu);
    expect(page).toMatch(/^ {2}identity = \{$/mu);
    const ofSchema = pages.filter((one) => !one.startsWith("guides/"));
    expect(ofSchema.filter((one) => !read(`terraform/docs/${one}`).includes("## Example Usage"))).toEqual([]);
    expect(read("terraform/docs/actions/verify_domain.md")).toContain("# orgform_verify_domain (Action)");
  });
});

test(
  "installs from a mirror of the archives and works, even in a folder with a package of another module type",
  async () => {
    const mirror = join(folder, "mirror");
    for (const file of filesOf("terraform").filter((name) => name.endsWith(".zip")))
      cpSync(join(release, file), join(mirror, "registry.terraform.io/orgform/orgform", file));
    const sandbox = await startSandbox();
    const config =
      'resource "orgform_organization" "a" {\n  name                = "Packed"\n  deletion_protection = false\n}\n';
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey };
    const workspace = await TerraformWorkspace.create(config, env, { place: { mirror } });
    try {
      workspace.write('{"type":"commonjs"}', "package.json");
      expect(await workspace.must("init")).toContain("Terraform has been successfully initialized!");
      expect(workspace.read(".terraform.lock.hcl")).toContain("orgform/orgform");
      expect(await workspace.apply()).toContain("Resources: 1 added");
    } finally {
      workspace.dispose();
      await sandbox.close();
    }
  },
  LIMIT_MS,
);

// Signing requires gpg. Without it, there is no signature to test.
(canSign ? describe : describe.skip)("a signed release", () => {
  test.each([
    ["terraform", "self-signed, key ID"],
    ["opentofu", "signed, key ID"],
  ] as const)(
    "installs from a registry with %s, but not with a damaged signature",
    async (engine, signed) => {
      const registry = await ProviderRegistry.start(release, key?.publicKey ?? "");
      const trusted = join(folder, `${engine}.pem`);
      writeFileSync(trusted, registry.certificate);
      const workspace = await TerraformWorkspace.create("", { SSL_CERT_FILE: trusted }, { engine, place: "registry" });
      const source = JSON.stringify(`${registry.host}/orgform/orgform`);
      workspace.replaceMain(`terraform {\n  required_providers {\n    orgform = { source = ${source} }\n  }\n}\n`);
      try {
        registry.isDamaged = true;
        expect(await workspace.mustFail("init")).toContain("openpgp: invalid signature");
        registry.isDamaged = false;
        expect(await workspace.must("init")).toContain(signed);
        expect(workspace.read(".terraform.lock.hcl")).toMatch(/"h1:.*"zh:/su);
      } finally {
        workspace.dispose();
        registry.close();
      }
    },
    LIMIT_MS,
  );

  test("only names a key of this run as the signer if that's true", () => {
    expect(said).not.toContain("this run alone");
    expect(filesOf()).not.toContain("throw-away-key.asc");
  });

  test("doesn't start with a key that gpg doesn't have", async () => {
    const target = join(folder, "unsigned");
    expect(await released(target, "--sign", "nobody")).toMatchObject({
      status: 1,
      output: expect.stringContaining('release: gpg has no secret key "nobody"'),
    });
    expect(readdirSync(folder)).not.toContain("unsigned");
  });
});
