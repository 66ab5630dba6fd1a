import { readFileSync } from "node:fs";

/** What commands need to know of this package's `package.json`. */
export interface PackageManifest {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The manifest of this package. */
export function packageManifest(): PackageManifest {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as PackageManifest;
}
