import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { systemClock } from "../../src/app/clock.ts";
import { pathOf } from "../../src/engines/terraform/provider/protocol.ts";
import { Provider } from "../../src/engines/terraform/provider/provider.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The no-op providers, compiled like ours. */
export interface NoOps {
  readonly pulumiPlugin: string;
  readonly terraform: string;
  /** A package `orgform` with our classes and a no-op dynamic provider. */
  readonly dynamicPackage: string;
}

/** Compiles the no-op providers into a folder, with the modules of ours that they use. */
export async function buildNoOps(folder: string): Promise<NoOps> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  compile(folder);
  const made = join(folder, "bench/engines/no-op");
  copyFileSync(join(ROOT, "bench/engines/no-op/dynamic.cjs"), join(made, "dynamic.cjs"));
  await writeSchemas(made);
  return {
    pulumiPlugin: join(made, "pulumi-plugin.js"),
    terraform: join(made, "terraform.js"),
    dynamicPackage: writePackage(join(folder, "orgform"), join(made, "dynamic.cjs")),
  };
}

function compile(folder: string): void {
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    rootDir: ROOT,
    outDir: folder,
    declaration: false,
    declarationMap: false,
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  const files = ["pulumi-plugin.ts", "terraform.ts"].map((name) => join(ROOT, "bench/engines/no-op", name));
  const text = { extends: join(ROOT, "tsconfig.build.json"), compilerOptions, files, include: [] };
  writeFileSync(config, JSON.stringify(text));
  const compiler = join(createRequire(import.meta.url).resolve("@typescript/native/package.json"), "../bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", config], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The compiler refused the no-op providers:\n${stdout}`);
}

/** Writes our schemas as bytes, so both providers answer the engine's request for them equally. */
async function writeSchemas(folder: string): Promise<void> {
  const calls = new Provider({ environment: {}, clock: systemClock }).calls();
  const call = { signal: new AbortController().signal, send: () => undefined };
  for (const name of ["GetProviderSchema", "GetResourceIdentitySchemas"] as const) {
    const bytes = await calls[pathOf(name)]?.(new Uint8Array(), call);
    writeFileSync(join(folder, `${name}.bin`), bytes ?? new Uint8Array());
  }
}

function writePackage(folder: string, provider: string): string {
  mkdirSync(folder);
  const exports = { "./pulumi": "./pulumi.js", "./dyn/*.cjs": "./dynamic.cjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "orgform", type: "module", exports }));
  const classes = pathToFileURL(join(ROOT, "dist/pulumi.js")).href;
  writeFileSync(join(folder, "pulumi.js"), `export * from ${JSON.stringify(classes)};\n`);
  writeFileSync(join(folder, "dynamic.cjs"), `module.exports = require(${JSON.stringify(provider)});\n`);
  return folder;
}
