import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Whether the module with this `import.meta.url` is the program that was started, not one that was imported. */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1];
  return program !== undefined && pathToFileURL(realpathSync(program)).href === moduleUrl;
}
