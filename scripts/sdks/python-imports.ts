import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Lets the modules of a Python package import from its root. A generator built with Go 1.26 imports from their own
 * folder instead.
 *
 * @source pulumi/crd2pulumi issue 327, read 2026-11-26. Without the fault, nothing is changed
 */
export function mendImports(folder: string): void {
  const modules = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of modules) {
    const inside = join(folder, name);
    if (existsSync(join(inside, "_utilities.py"))) continue;
    for (const file of readdirSync(inside).filter((one) => one.endsWith(".py"))) {
      const text = readFileSync(join(inside, file), "utf8");
      writeFileSync(
        join(inside, file),
        text.replaceAll(/^( *)from \. import _utilities$/gmu, "$1from .. import _utilities"),
      );
    }
  }
}
