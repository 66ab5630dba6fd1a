import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { contractOperations, newerOperations } from "./operation-lists.ts";
import type { PackageFacts } from "../../src/engines/generator.ts";
import type { AnyFunction } from "../../src/model/function.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import { generator } from "../../src/engines/pulumi/generator/generator.ts";
import { isBuilt } from "../set-up/generated.cjs";
import { skillModule, templatesModule } from "./templates.ts";

/** The only module with this protocol. A separate package can't import from this one. */
const LEDGER_WIRE = "src/client/transport/ledger-wire.ts";

/** How a URL is read; the packages of rules and of watchers have copies. */
const PARSED_URL = "src/client/transport/parsed-url.ts";

/** A YAML file with lines to its values; the packages whose files are read likewise have copies. */
const LOCATED_DOCUMENT = "packages/fleet/src/file/located-document.ts";

/** Tables in PostgreSQL; the package of fleets has its own copy, too. */
const POSTGRES_DATABASE = "packages/watch/src/postgres/postgres-database.ts";

/** The definition of a picture, and who can do what by it, by file; the package of rules has its own copy, too. */
const PICTURE = ["known", "picture", "access-levels", "access"];

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Files that are derived from the declarations, the tables of `spec`, and the templates, and that each checkout builds:
 * texts by path, not yet formatted. It imports nothing that it writes, nor the sandbox, because a fresh clone has to
 * write these files first. The registries, which the declarations import, were already written from the texts of files.
 */
export function builtFiles(
  served: readonly AnyResource[],
  functions: readonly AnyFunction[],
  facts: PackageFacts,
): Map<string, string> {
  return new Map([
    ...[...generator.files(served, functions, facts)].filter(([path]) => isBuilt(path)),
    ["packages/sandbox/src/wire/contract-operations.generated.ts", contractOperations()],
    ["packages/sandbox/src/wire/newer-operations.generated.ts", newerOperations()],
    ["src/cli/init/templates.generated.ts", templatesModule(ROOT)],
    ["src/cli/init/skill.generated.ts", skillModule(ROOT)],
    ["packages/fleet/src/budget/ledger-wire.generated.ts", readFileSync(join(ROOT, LEDGER_WIRE), "utf8")],
    ...["policy", "watch"].flatMap((name): [string, string][] => [
      [`packages/${name}/src/parsed-url.generated.ts`, readFileSync(join(ROOT, PARSED_URL), "utf8")],
      [`packages/${name}/src/file/located-document.generated.ts`, readFileSync(join(ROOT, LOCATED_DOCUMENT), "utf8")],
    ]),
    ["packages/fleet/src/postgres/postgres-database.generated.ts", readFileSync(join(ROOT, POSTGRES_DATABASE), "utf8")],
    ...PICTURE.map((name): [string, string] => [
      `packages/policy/src/picture/${name}.generated.ts`,
      pictureModule(name),
    ]),
  ]);
}

/** A module of the picture, with the imports of a copy. */
function pictureModule(name: string): string {
  const text = readFileSync(join(ROOT, `src/model/picture/${name}.ts`), "utf8");
  return text.replaceAll(/from "\.\/([\w-]+)\.ts"/gu, 'from "./$1.generated.ts"');
}
