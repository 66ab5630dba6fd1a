/** Builds an engine from Go modules. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goEnvironment } from "../go-environment.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { findOnPath } from "../pulumi/tools.ts";
import type { EngineFacts } from "./engines.ts";

/** Builds the program at `target`; returns undefined on success, or else the reason of the failure. */
export type BuildEngine = (
  engine: EngineFacts,
  version: string,
  target: string,
  env: NodeJS.ProcessEnv,
) => Promise<string | undefined>;

const MODULES = fileURLToPath(new URL("../../terraform-cli", import.meta.url));

/** A Go on this machine, with its environment. */
interface Go {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
}

async function run({ program, env }: Go, cwd: string, args: readonly string[]): Promise<string> {
  const { status, output } = await runProgram(program, args, { env, cwd });
  if (status === 0) return output;
  throw new Error(`go ${args[0] ?? ""} failed: ${output.trim().split("\n").slice(-3).join(" | ")}`);
}

/** Builds the pinned version from its checked-in module, any other from a module that is made for the purpose. */
export const buildWithGo: BuildEngine = async (engine, version, target, env) => {
  const program = findOnPath("go", env);
  if (program === undefined) return "there is no Go on PATH";
  const go = { program, env: goEnvironment(env) };
  try {
    if (version === engine.version) await compile(go, join(MODULES, engine.name), engine, target);
    else await buildFurther(go, engine, version, target);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

async function compile(go: Go, module: string, engine: EngineFacts, target: string): Promise<void> {
  const isRelease = `-X ${engine.module}/version.dev=no`;
  await run(go, module, ["build", "-trimpath", `-ldflags=-s -w ${isRelease}`, "-o", target, engine.package]);
}

/** A version for one look: its modules, a gigabyte, lie in caches that go with it. */
async function buildFurther(go: Go, engine: EngineFacts, version: string, target: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `orgform-${engine.name}-`));
  const env = {
    ...go.env,
    GOMODCACHE: join(folder, "modules"),
    GOCACHE: join(folder, "cache"),
    // Checksums of all modules are asked of the checksum database, as nothing pins them here.
    GOFLAGS: "-mod=mod -modcacherw",
  };
  try {
    const module = join(folder, "module");
    mkdirSync(module);
    await writeModule({ program: go.program, env }, module, engine, version);
    await compile({ program: go.program, env }, module, engine, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The parts of a go.mod in JSON. */
interface GoMod {
  readonly Go: string;
  readonly Replace?: readonly {
    readonly Old: { readonly Path: string; readonly Version?: string };
    readonly New: { readonly Path: string; readonly Version?: string };
  }[];
}

/**
 * Writes a module that depends on the engine.
 *
 * Go ignores the replacements of a dependency, so they are repeated. Those that point into the engine's own repository
 * point at nothing in the proxy's archive: separate modules for state stores, which a stub replaces.
 */
async function writeModule(go: Go, folder: string, engine: EngineFacts, version: string): Promise<void> {
  const wanted = `${engine.module}@v${version}`;
  const found = JSON.parse(await run(go, folder, ["mod", "download", "-json", wanted])) as { GoMod: string };
  const mod = JSON.parse(await run(go, folder, ["mod", "edit", "-json", found.GoMod])) as GoMod;
  const replaced = (mod.Replace ?? []).map(({ Old, New }) => {
    const old = [Old.Path, Old.Version].join(" ").trim();
    if (!New.Path.startsWith(".")) return `replace ${old} => ${[New.Path, New.Version].join(" ").trim()}`;
    return `replace ${old} => ${writeStub(join(folder, "stubs"), engine, Old.Path)}`;
  });
  const lines = ["module orgform.invalid/engine", `go ${mod.Go}`, `require ${engine.module} v${version}`, ...replaced];
  writeFileSync(join(folder, "go.mod"), `${lines.join("\n")}\n`);
}

function writeStub(stubs: string, engine: EngineFacts, path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const source = path.includes("/remote-state/")
    ? readFileSync(join(MODULES, "stubs/azure/stub.go"), "utf8")
        .replaceAll("azure", name)
        .replace(ENGINE_OF_STUBS, engine.module)
    : `package ${name}\n`;
  const folder = join(stubs, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "go.mod"), `module ${path}\n\ngo 1.22\n`);
  writeFileSync(join(folder, "stub.go"), source);
  return `./stubs/${name}`;
}

const ENGINE_OF_STUBS = "github.com/hashicorp/terraform";
