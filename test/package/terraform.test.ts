import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { startSandbox } from "../../packages/sandbox/src/index.ts";
import { runScript } from "../support/run-tool.ts";
import { ProviderRegistry, ThrowAwayKey } from "../support/terraform-registry.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";

const ROOT = join(__dirname, "../..");
const LIMIT_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), "orgform-tf-package-"));
const release = join(folder, "release");
const key = new ThrowAwayKey();

const packed = (...args: readonly string[]) => runScript("scripts/package-terraform.ts", args, ROOT, key.env);

beforeAll(async () => {
  if (ThrowAwayKey.isPossible) await key.make();
  const { status, output } = await packed(folder, ...(ThrowAwayKey.isPossible ? ["--sign", key.name] : []));
  if (status !== 0) throw new Error(output);
}, LIMIT_MS);

afterAll(async () => {
  await key.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test("the sums are those of every other file of the release", () => {
  const files = readdirSync(release).filter((file) => !file.endsWith(".sig"));
  const sums = files.find((file) => file.endsWith("_SHA256SUMS")) ?? "";
  const lines = readFileSync(join(release, sums), "utf8").trim().split("\n");
  const actual = files
    .filter((file) => file !== sums)
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(release, file)))
          .digest("hex")}  ${file}`,
    );
  expect(lines.sort()).toEqual(actual.sort());
  expect(lines).toHaveLength(5);
});

test(
  "installs from the mirror and works, also in a folder whose own package is of another module type",
  async () => {
    const sandbox = await startSandbox();
    const config =
      'resource "orgform_organization" "a" {\n  name                = "Packed"\n  deletion_protection = false\n}\n';
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey };
    const workspace = await TerraformWorkspace.create(config, env, { place: { mirror: join(folder, "mirror") } });
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

// Without gpg, which signing takes, there is nothing to look at.
(ThrowAwayKey.isPossible ? describe : describe.skip)("a signed release", () => {
  test.each([
    ["terraform", "self-signed, key ID"],
    ["opentofu", "signed, key ID"],
  ] as const)(
    "installs from a registry with %s, and not when the signature is damaged",
    async (engine, signed) => {
      const registry = await ProviderRegistry.start(release, key.publicKey);
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

  test(
    "is not begun with a key that gpg does not have",
    async () => {
      const target = join(folder, "unsigned");
      expect(await packed(target, "--sign", "nobody")).toMatchObject({
        status: 1,
        output: expect.stringContaining('package-terraform: gpg has no secret key "nobody"'),
      });
      expect(readdirSync(folder)).not.toContain("unsigned");
    },
    LIMIT_MS,
  );
});
