import { readFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { runProgram } from "../../scripts/set-up/pulumi/run-program.ts";
import { findOnPath } from "../../scripts/set-up/pulumi/tools.ts";
import { makeCertificate } from "../../src/engines/terraform-plugin/certificate.ts";
import { runScript } from "../support/run-tool.ts";
import { TerraformWorkspace } from "../support/terraform-workspace.ts";

const ROOT = join(__dirname, "../..");
const LIMIT_MS = 120_000;
const KEY = "Orgform Test <test@orgform.invalid>";
const PLATFORM = { os: process.platform, arch: process.arch === "x64" ? "amd64" : process.arch };

const folder = mkdtempSync(join(tmpdir(), "orgform-tf-registry-"));
const release = join(folder, "package/release");
/** A key ring of its own: nobody's keys are touched, and the agent that serves it is ended afterwards. */
const env = { ...process.env, GNUPGHOME: mkdtempSync(join(tmpdir(), "orgform-gpg-")) };

let registry: Server | undefined;
let publicKey = "";
let host = "";
let isDamaged = false;

async function gpg(...args: readonly string[]): Promise<string> {
  const { status, output } = await runProgram("gpg", ["--batch", "--quiet", ...args], { env });
  if (status !== 0) throw new Error(output);
  return output;
}

/** What a registry answers. @source developer.hashicorp.com/terraform/internals/provider-registry-protocol */
function answer(path: string): unknown {
  const own = "/v1/providers/orgform/orgform";
  if (path === "/.well-known/terraform.json") return { "providers.v1": "/v1/providers/" };
  const [sums = ""] = readdirSync(release).filter((file) => file.endsWith("_SHA256SUMS"));
  const version = /_(?<version>\d+\.\d+\.\d+)_/u.exec(sums)?.groups?.["version"] ?? "";
  const protocols = ["6.0"];
  if (path === `${own}/versions`) return { versions: [{ version, protocols, platforms: [PLATFORM] }] };
  if (path.startsWith(`${own}/${version}/download/`)) {
    const filename = `terraform-provider-orgform_${version}_${PLATFORM.os}_${PLATFORM.arch}.zip`;
    const line = readFileSync(join(release, sums), "utf8")
      .split("\n")
      .find((one) => one.endsWith(filename));
    return {
      ...PLATFORM,
      protocols,
      filename,
      download_url: `/files/${filename}`,
      shasum: line?.split(" ")[0],
      shasums_url: `/files/${sums}`,
      shasums_signature_url: `/files/${sums}.sig`,
      signing_keys: { gpg_public_keys: [{ key_id: "", ascii_armor: publicKey }] },
    };
  }
  return undefined;
}

function fileAt(path: string): Buffer {
  const content = readFileSync(join(release, path.replace("/files/", "")));
  if (isDamaged && path.endsWith(".sig")) content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
  return content;
}

async function serve(): Promise<void> {
  const { key, cert } = makeCertificate(Date.now());
  writeFileSync(join(folder, "ca.pem"), cert);
  registry = createServer({ key, cert }, ({ url = "" }, response) => {
    const found = url.startsWith("/files/") ? fileAt(url) : answer(url);
    if (found === undefined) response.writeHead(404);
    else if (!Buffer.isBuffer(found)) response.setHeader("content-type", "application/json");
    response.end(Buffer.isBuffer(found) ? found : JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => registry?.listen(0, "127.0.0.1", resolve));
  host = `localhost:${(registry.address() as AddressInfo).port}`;
}

(findOnPath("gpg", process.env) === undefined ? describe.skip : describe)("a signed release", () => {
  beforeAll(async () => {
    await gpg("--passphrase", "", "--quick-generate-key", KEY, "rsa2048", "sign", "never");
    publicKey = await gpg("--armor", "--export", KEY);
    const packed = await runScript("scripts/package-terraform.ts", [join(folder, "package"), "--sign", KEY], ROOT, env);
    if (packed.status !== 0) throw new Error(packed.output);
    await serve();
  }, LIMIT_MS);

  afterAll(async () => {
    registry?.close();
    registry?.closeAllConnections();
    await runProgram("gpgconf", ["--kill", "all"], { env });
    for (const own of [folder, env.GNUPGHOME]) rmSync(own, { recursive: true, force: true });
  });

  async function init(engine: "terraform" | "opentofu"): Promise<TerraformWorkspace> {
    const options = { engine, place: "registry" } as const;
    const workspace = await TerraformWorkspace.create("", { SSL_CERT_FILE: join(folder, "ca.pem") }, options);
    workspace.replaceMain(`terraform {
  required_providers {
    orgform = { source = "${host}/orgform/orgform" }
  }
}
`);
    return workspace;
  }

  test.each([
    ["terraform", "self-signed, key ID"],
    ["opentofu", "signed, key ID"],
  ] as const)(
    "installs from a registry with %s, and not when the signature is damaged",
    async (engine, signed) => {
      const workspace = await init(engine);
      try {
        isDamaged = true;
        expect(await workspace.mustFail("init")).toContain("openpgp: invalid signature");
        isDamaged = false;
        expect(await workspace.must("init")).toContain(signed);
        expect(workspace.read(".terraform.lock.hcl")).toMatch(/"h1:.*"zh:/su);
      } finally {
        workspace.dispose();
      }
    },
    LIMIT_MS,
  );
});

test("a key that gpg does not have is an error", async () => {
  const packed = await runScript("scripts/package-terraform.ts", [join(folder, "unsigned"), "--sign", "nobody"], ROOT, env);
  expect(packed.status).toBe(1);
  expect(packed.output).toMatch(/package-terraform: gpg (?:could not sign|is not at hand)/u);
}, LIMIT_MS);
