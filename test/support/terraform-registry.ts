import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { findOnPath } from "../../tools/set-up/pulumi/tools.ts";
import { makeCertificate } from "../../src/engines/terraform/provider/certificate.ts";

const PLATFORM = { os: process.platform, arch: process.arch === "x64" ? "amd64" : process.arch };

/** Whether this machine can sign and look at signatures. */
export const canSign = findOnPath("gpg", process.env) !== undefined;

/**
 * A registry for the one release that lies in a folder, as the engines ask for it.
 *
 * @source developer.hashicorp.com/terraform/internals/provider-registry-protocol
 */
export class ProviderRegistry {
  /** Serves a signature with one bit changed. */
  isDamaged = false;
  /** What an engine has to trust, PEM. */
  readonly certificate: string;
  readonly #server: Server;
  readonly #release: string;
  readonly #publicKey: string;

  private constructor(release: string, publicKey: string) {
    const { key, cert } = makeCertificate(Date.now());
    this.certificate = cert;
    this.#release = release;
    this.#publicKey = publicKey;
    this.#server = createServer({ key, cert }, ({ url = "" }, response) => {
      if (url.startsWith("/files/")) return void response.end(this.#file(url.slice("/files/".length)));
      const found = this.#answer(url);
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(found ?? {}));
    });
  }

  static async start(release: string, publicKey: string): Promise<ProviderRegistry> {
    const registry = new ProviderRegistry(release, publicKey);
    await new Promise<void>((resolve) => registry.#server.listen(0, "127.0.0.1", resolve));
    return registry;
  }

  /** The host of a source address. */
  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(path: string): unknown {
    const own = "/v1/providers/orgform/orgform";
    const [sums = ""] = readdirSync(this.#release).filter((file) => file.endsWith("_SHA256SUMS"));
    const version = /_(?<version>\d+\.\d+\.\d+)_/u.exec(sums)?.groups?.["version"] ?? "";
    const protocols = ["6.0"];
    if (path === "/.well-known/terraform.json") return { "providers.v1": "/v1/providers/" };
    if (path === `${own}/versions`) return { versions: [{ version, protocols, platforms: [PLATFORM] }] };
    if (path !== `${own}/${version}/download/${PLATFORM.os}/${PLATFORM.arch}`) return undefined;
    const filename = `terraform-provider-orgform_${version}_${PLATFORM.os}_${PLATFORM.arch}.zip`;
    const lines = this.#file(sums).toString("utf8").split("\n");
    return {
      ...PLATFORM,
      protocols,
      filename,
      download_url: `/files/${filename}`,
      shasum: lines.find((line) => line.endsWith(filename))?.split(" ")[0],
      shasums_url: `/files/${sums}`,
      shasums_signature_url: `/files/${sums}.sig`,
      signing_keys: { gpg_public_keys: [{ key_id: "", ascii_armor: this.#publicKey }] },
    };
  }

  #file(name: string): Buffer {
    const content = readFileSync(join(this.#release, name));
    const last = content.length - 1;
    if (this.isDamaged && name.endsWith(".sig")) content.writeUInt8(content.readUInt8(last) ^ 1, last);
    return content;
  }
}
