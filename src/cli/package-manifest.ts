import { readFileSync } from "node:fs";

import type { PackageVersions } from "../engines/engine.ts";

/** What commands say of this package. */
interface PackageManifest extends PackageVersions {
  readonly homepage: string;
}

/** The manifest of this package. */
export function packageManifest(): PackageManifest {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as PackageManifest;
}
