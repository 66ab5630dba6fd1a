import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Finds the script of a development tool's command, so no shell and no `.cmd` file is needed to start it. `name` is the
 * package, or `package:command` if the two differ.
 */
export function programOf(name: string): string {
  const [packageName = name, command = packageName] = name.split(":");
  const folder = packageFolder(packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  const target = typeof bin === "string" ? bin : bin[command];
  if (target === undefined) throw new Error(`The package ${packageName} has no command ${command}.`);
  return join(folder, target);
}

/** Not every package lets its package.json be resolved, so node_modules is walked as Node does. */
function packageFolder(name: string): string {
  for (const place of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      readFileSync(join(place, name, "package.json"));
      return join(place, name);
    } catch {
      // Not here; one folder up.
    }
  }
  throw new Error(`The package ${name} is not installed in any node_modules above ${dirname(import.meta.url)}.`);
}
