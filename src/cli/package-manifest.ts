import { readFileSync } from "node:fs";

import type { PackageVersions } from "../engines/engine.ts";

/** The manifest of this package. */
export function packageManifest(): PackageVersions {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as PackageVersions;
}
