import { packagedFile } from "../app/packaged-file.ts";
import type { PackageVersions } from "../engines/engine.ts";

/** The facts about this package that commands print. */
interface PackageManifest extends PackageVersions {
  readonly homepage: string;
}

/** The manifest of this package. */
export function packageManifest(): PackageManifest {
  const file = packagedFile("package.json", "../package.json");
  return JSON.parse(Buffer.from(file).toString("utf8")) as PackageManifest;
}

/** The URL of a page on the documentation site: that of `guides/drift.md` for `guides/drift`. */
export const pageAddress = (route: string): string => new URL(`${route}/`, packageManifest().homepage).href;
