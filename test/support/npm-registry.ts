import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { create } from "tar";

/** The used part of a package's manifest. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bundleDependencies?: readonly string[];
  readonly bundledDependencies?: readonly string[];
}

/** A lock file, with the systems that a package is for. */
interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly os?: readonly string[]; readonly cpu?: readonly string[] }>
  >;
}

/** A package that npm would publish. */
export interface ReleasedPackage {
  readonly manifest: Manifest;
  readonly tarball: Buffer;
}

/** An npm registry that serves the packages that this repository's lock file installed here: it needs no network. */
export class NpmRegistry {
  readonly #root: string;
  readonly #lock: Lock;
  readonly #server: Server;
  readonly #tarballs = new Map<string, Buffer>();
  readonly #released = new Map<string, ReleasedPackage>();
  /** Folders of a package of that name, one for each version. */
  readonly #folders = new Map<string, string[]>();

  private constructor(root: string) {
    this.#root = root;
    this.#lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
    for (const path of Object.keys(this.#lock.packages)) {
      const name = /(?:^|\/)node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)$/u.exec(path)?.groups?.["name"];
      if (name !== undefined) this.#folders.set(name, [...(this.#folders.get(name) ?? []), path]);
    }
    this.#server = createServer(({ url = "" }, response) => {
      const path = decodeURIComponent(url);
      const tarball = this.#tarballs.get(path);
      const answer = tarball ?? this.#packument(path.slice(1));
      response.writeHead(answer === undefined ? 404 : 200);
      response.end(answer ?? "{}");
    });
  }

  /** @param released - our packages in their published form, instead of their folders here */
  static async start(root: string, released: readonly ReleasedPackage[] = []): Promise<NpmRegistry> {
    const registry = new NpmRegistry(root);
    for (const { manifest, tarball } of released) registry.#released.set(manifest.name, { manifest, tarball });
    registry.#server.listen(0, "127.0.0.1");
    await once(registry.#server, "listening");
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #packument(name: string): string | undefined {
    const versions: Record<string, unknown> = {};
    const released = this.#released.get(name);
    if (released !== undefined) versions[released.manifest.version] = this.#version(released);
    for (const path of released === undefined ? (this.#folders.get(name) ?? []) : []) {
      const manifest = this.#manifestIn(path);
      const { version, os, cpu } = this.#lock.packages[path] ?? { version: "" };
      if (versions[manifest?.version ?? version] !== undefined) continue;
      // What is for another system is named in lock files, and not fetched.
      const elsewhere = { manifest: { name, version, os, cpu }, tarball: Buffer.from(path) };
      const here = manifest === undefined ? elsewhere : { manifest, tarball: this.#packed(path, manifest) };
      versions[here.manifest.version] = this.#version(here);
    }
    const [latest] = Object.keys(versions);
    return latest === undefined ? undefined : JSON.stringify({ name, "dist-tags": { latest }, versions });
  }

  /** A registry's description of one version; from now on, its tarball is served. */
  #version({ manifest, tarball }: ReleasedPackage): unknown {
    const place = `/${manifest.name}/-/${manifest.version}.tgz`;
    this.#tarballs.set(place, tarball);
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    return { ...manifest, dist: { tarball: `${this.url}${place}`, integrity } };
  }

  /** Undefined for a package of another platform: the lock file names it, but it isn't installed. */
  #manifestIn(path: string): Manifest | undefined {
    try {
      return JSON.parse(readFileSync(join(this.#root, path, "package.json"), "utf8")) as Manifest;
    } catch {
      return undefined;
    }
  }

  #packed(path: string, manifest: Manifest): Buffer {
    const bundles = manifest.bundleDependencies ?? manifest.bundledDependencies ?? [];
    const isOwn = (file: string): boolean => bundles.length > 0 || !file.startsWith("./node_modules");
    const how = { cwd: join(this.#root, path), gzip: true, portable: true, prefix: "package", filter: isOwn } as const;
    const chunks = create({ ...how, sync: true }, ["."]).read() as Buffer;
    return Buffer.from(chunks);
  }
}
