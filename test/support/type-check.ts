import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { REPOSITORY } from "./doc-pages.ts";

/** What the guides use of packages that are not installed here. */
export const FOREIGN = `declare module "@pulumi/aws" {
  import type { CustomResource, CustomResourceOptions, Input } from "@pulumi/pulumi";
  interface RecordArgs { zoneId: Input<string>; name: Input<string>; type: Input<string>; ttl: Input<number>; records: Input<Input<string>[]>; }
  namespace route53 {
    class Record extends CustomResource { constructor(name: string, args: RecordArgs, options?: CustomResourceOptions); }
  }
}
`;

/** The names under which programs import the package; constructs as they are built, since others wrote them. */
const ENTRIES: Readonly<Record<string, string>> = {
  orgform: "src/index.ts",
  "orgform/pulumi": "src/pulumi.ts",
  "orgform/pulumi-plugin": "src/pulumi-plugin.ts",
  "@orgform/sandbox": "packages/sandbox/src/index.ts",
  "@orgform/cdktf": "packages/cdktf/dist/index.d.ts",
  "@orgform/cdktn": "packages/cdktn/dist/index.d.ts",
};

/**
 * What the compiler says about programs that use the package; empty when nothing.
 *
 * @param rules - the settings: those of our sources, those of the examples, or those of programs that see none of our sources, which are less strict
 */
export function typeErrors(
  files: Readonly<Record<string, string>>,
  rules: "tsconfig.json" | "tsconfig.examples.json" | "tsconfig.programs.json" = "tsconfig.json",
): string {
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
    const paths = Object.entries(ENTRIES).map(([name, file]) => [name, [join(REPOSITORY, file)]]);
    const config = {
      extends: `../../../${rules}`,
      compilerOptions: { paths: Object.fromEntries(paths), types: ["node"], typeRoots: ["../../@types"] },
      files: Object.keys(all),
      include: [],
      exclude: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    // The examples' own manifests name no type either.
    const type = rules === "tsconfig.json" ? "module" : "commonjs";
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type }));
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
