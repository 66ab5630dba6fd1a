import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Removes what keeps Pulumi from reading a stack of a file backend after it was killed: an empty file of attributes
 * beside the state ("failed to load checkpoint: EOF"). The state itself is replaced whole; the attributes are made anew.
 *
 * @param url - address of the backend, as the engine says it
 * @source Pulumi 3.259.0, seen after a kill -9 of `pulumi up`
 */
export function removeEmptyAttributes(url: string | undefined, project: string, stack: string): void {
  if (url?.startsWith("file://") !== true) return;
  const folder = join(fileURLToPath(url), ".pulumi", "stacks", project);
  for (const name of [`${stack}.json`, `${stack}.json.bak`]) {
    const file = join(folder, `${name}.attrs`);
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
  }
}
