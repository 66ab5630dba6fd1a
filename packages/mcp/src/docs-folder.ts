import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The folder with the pages of `@orgform/docs`, which is installed with this package. */
export function docsFolder(): string {
  const manifest = createRequire(import.meta.url).resolve("@orgform/docs/package.json");
  return join(dirname(manifest), "dist");
}
