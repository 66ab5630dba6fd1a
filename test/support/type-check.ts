import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { REPOSITORY } from "./doc-pages.ts";

/** What the guides use of packages that are not installed here. */
const FOREIGN = `declare module "@pulumi/aws" {
  import type { CustomResource, CustomResourceOptions, Input } from "@pulumi/pulumi";
  interface RecordArgs { zoneId: Input<string>; name: Input<string>; type: Input<string>; ttl: Input<number>; records: Input<Input<string>[]>; }
  namespace route53 {
    class Record extends CustomResource { constructor(name: string, args: RecordArgs, options?: CustomResourceOptions); }
  }
}
`;

/** What the compiler says about programs that use the package, with the settings of the examples; empty when nothing. */
export function typeErrors(files: Readonly<Record<string, string>>): string {
  // Below the repository, so that packages are found as in it.
  const cache = join(REPOSITORY, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "orgform-types-"));
  try {
    const all = { ...files, "foreign.d.ts": FOREIGN };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), name.endsWith(".d.ts") ? text : `${text}\nexport {};\n`);
    }
    const config = { extends: "../../../tsconfig.examples.json", files: Object.keys(all), include: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    return compilerOutput(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compilerOutput(folder: string): string {
  try {
    const tsc = join(REPOSITORY, "node_modules/.bin/tsc");
    return execFileSync(tsc, ["-p", ".", "--noEmit", "--pretty", "false"], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
