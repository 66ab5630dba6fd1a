import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A package in the lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** In the author's words, usually an SPDX expression. */
  readonly license?: string;
  /** `sha512-<base64>`; a package of ours has none. */
  readonly integrity?: string;
  /** Its dependencies in the same list, as `<name>@<version>`. */
  readonly needs: readonly string[];
}

/** An entry of `package-lock.json` at one path. */
interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of the lock file of `root` that the package in `folder` ("" for the root's own) installs, itself first. */
export function installedWith(root: string, folder: string): LockedPackage[] {
  const lock = new Lock(root);
  const paths = [folder];
  // The list grows during the loop.
  for (const path of paths) paths.push(...lock.needsOf(path).filter((needed) => !paths.includes(needed)));
  return eachOnce(paths.map((path) => lock.at(path)));
}

/** Lists a package that is in several folders once, with the dependencies of all of them. */
function eachOnce(packages: readonly LockedPackage[]): LockedPackage[] {
  const found = new Map<string, LockedPackage>();
  for (const one of packages) {
    const key = `${one.name}@${one.version}`;
    const needs = new Set([...(found.get(key)?.needs ?? []), ...one.needs]);
    found.set(key, { ...one, needs: [...needs] });
  }
  return [...found.values()];
}

/** Packages of the root's `node_modules`, without their dependencies. */
export function lockedPackages(root: string, names: readonly string[]): LockedPackage[] {
  const lock = new Lock(root);
  return names.map((name) => ({ ...lock.at(`node_modules/${name}`), needs: [] }));
}

class Lock {
  readonly #entries: Readonly<Record<string, Entry>>;

  constructor(root: string) {
    const text = readFileSync(join(root, "package-lock.json"), "utf8");
    this.#entries = (JSON.parse(text) as { packages: Record<string, Entry> }).packages;
  }

  at(path: string): LockedPackage {
    const { version = "", name = nameAt(path), license, integrity } = this.#entry(path);
    const needs = this.needsOf(path).map((needed) => `${nameAt(needed)}@${this.#entry(needed).version ?? ""}`);
    return {
      name,
      version,
      needs,
      ...(license === undefined ? {} : { license }),
      ...(integrity === undefined ? {} : { integrity }),
    };
  }

  /** Paths of the dependencies of the package at a path; peers are dependencies of its user. */
  needsOf(path: string): string[] {
    const { dependencies = {}, optionalDependencies = {} } = this.#entry(path);
    return Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => this.#resolve(path, name));
  }

  #entry(path: string): Entry {
    const entry = this.#entries[path];
    if (entry === undefined) throw new Error(`package-lock.json has nothing at ${path}`);
    return entry;
  }

  /** As Node resolves it: in the folder's own `node_modules`, else in one above. */
  #resolve(from: string, name: string): string {
    for (let folder = from; ; folder = posix.dirname(folder)) {
      const path = posix.join(folder, "node_modules", name);
      if (this.#entries[path] !== undefined) return path;
      if (folder === "" || folder === ".") throw new Error(`package-lock.json has no ${name} for ${from}`);
    }
  }
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
