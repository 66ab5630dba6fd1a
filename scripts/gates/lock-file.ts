/**
 * Keeps package-lock.json usable for `npm ci` on every platform.
 *
 * npm omits a platform's package from the lock file if its registry doesn't have it at that moment, and then `npm ci`
 * refuses the file everywhere ("Missing ... from lock file"). `--write` adds missing packages, from the exact version
 * that the parent names and the platform in the package's name, and copies package.json's own list.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

interface Missing {
  readonly parent: string;
  readonly name: string;
  readonly version: string;
}

/** Where Node would search for a package from `path`: its own node_modules first, then each one above. */
function placesFrom(path: string, name: string): string[] {
  const above = path.includes("/node_modules/") ? path.slice(0, path.lastIndexOf("/node_modules/")) : "";
  const here = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  return path === "" ? [here] : [here, ...placesFrom(above, name)];
}

function missingPackages({ packages }: Lock): Missing[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesFrom(parent, name).some((place) => place in packages))
      .map(([name, version]) => ({ parent, name, version })),
  );
}

/** The platform in names such as `binding-linux-arm-gnueabihf`, in npm's words. */
function platformOf(name: string): Record<string, string[]> {
  const found =
    /(darwin|linux|win32|android|freebsd|openharmony)-(x64|arm64|arm|ia32|ppc64|riscv64|s390x|loong64)(?:-(gnu|musl))?/.exec(
      name,
    );
  if (found === null) return name.includes("wasm32") ? { cpu: ["wasm32"] } : {};
  const [, os = "", cpu = "", libc] = found;
  if (os !== "linux" || libc === undefined) return { cpu: [cpu], os: [os] };
  return { cpu: [cpu], libc: [libc === "gnu" ? "glibc" : "musl"], os: [os] };
}

function complete(lock: Lock, manifest: Record<string, unknown>): void {
  for (const { parent, name, version } of missingPackages(lock)) {
    const { dev } = lock.packages[parent] ?? {};
    const entry = { version, ...platformOf(name), ...(dev === true ? { dev } : {}), optional: true };
    lock.packages[`node_modules/${name}`] = entry;
  }
  const lists = ["dependencies", "devDependencies", "peerDependencies", "peerDependenciesMeta"];
  const own = Object.fromEntries(lists.filter((list) => list in manifest).map((list) => [list, manifest[list]]));
  lock.packages = Object.fromEntries(
    Object.entries({ ...lock.packages, "": { ...lock.packages[""], ...own } }).toSorted(([left], [right]) =>
      left < right ? -1 : 1,
    ),
  );
}

function complaints(lock: Lock, manifest: Record<string, unknown>): string[] {
  const missing = missingPackages(lock).map(
    ({ parent, name, version }) => `${name}@${version} of ${parent} is missing`,
  );
  const resolved = Object.entries(lock.packages).filter(
    // A package of this repository leads to its folder.
    ([, { resolved: url }]) => url !== undefined && !url.startsWith("packages/"),
  );
  const own = lock.packages[""] as Record<string, unknown> | undefined;
  const stale = ["dependencies", "devDependencies"].filter(
    (list) => JSON.stringify(own?.[list] ?? {}) !== JSON.stringify(manifest[list] ?? {}),
  );
  return [
    ...missing,
    ...resolved.map(([path]) => `${path} names the registry it came from`),
    ...stale.map((list) => `${list} differ from those of package.json`),
  ];
}

function main(args: readonly string[]): void {
  const folder = args.find((arg) => !arg.startsWith("--"));
  const root = folder === undefined ? fileURLToPath(new URL("../..", import.meta.url)) : resolve(folder);
  const path = join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8")) as Lock;
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
  if (args.includes("--write")) {
    complete(lock, manifest);
    writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  }
  const found = complaints(lock, manifest);
  for (const line of found) console.error(line);
  if (found.length === 0) return;
  console.error("Run: npx tsx scripts/gates/lock-file.ts --write");
  process.exitCode = 1;
}

main(process.argv.slice(2));
