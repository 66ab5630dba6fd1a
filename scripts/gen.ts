/**
 * Writes everything that follows from the model: `npm run gen`; with `--check` it only says what is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";

import { API_ERROR_CODES } from "../src/api/error-codes.ts";
import { PROBLEM_CODES } from "../src/model/diagnostics.ts";
import { coverage } from "../src/sandbox/coverage.ts";
import { ROUTER } from "../src/sandbox/routes/all-routes.ts";
import { resources } from "../src/resources/index.ts";
import { CONSTRUCT_LIBRARIES, constructs } from "./gen/constructs.ts";
import { dynFile, dynModule } from "./gen/dyn-modules.ts";
import { errorsPage } from "./gen/errors-page.ts";
import { kebab } from "./gen/names.ts";
import { providerArgs } from "./gen/provider-args.ts";
import { pulumiClasses } from "./gen/pulumi-classes.ts";
import { type PackageFacts, pulumiSchema } from "./gen/pulumi-schema.ts";
import { referenceIndex, referencePage } from "./gen/reference.ts";
import { contractOperations, operationsPage } from "./gen/operations.ts";
import { settingsPage } from "./gen/settings-page.ts";
import { providersSchema, servedSchema } from "./gen/terraform-schema.ts";

const ROOT = join(import.meta.dirname, "..");

async function generated(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const schema = providersSchema(await servedSchema());
  for (const library of CONSTRUCT_LIBRARIES) {
    for (const [path, text] of await constructs(library, schema)) files.set(`src/engines/${library}/${path}`, text);
  }
  files.set("src/engines/pulumi-dynamic/resources.generated.ts", pulumiClasses(resources, { hasModules: true }));
  files.set("src/engines/pulumi-classes/resources.generated.ts", pulumiClasses(resources, { hasModules: false }));
  // Engines do not import one another, so each gets the file.
  for (const engine of ["pulumi-classes", "pulumi-dynamic"]) {
    files.set(`src/engines/${engine}/provider-args.generated.ts`, providerArgs());
  }
  files.set("src/engines/pulumi-plugin/schema.generated.json", pulumiSchema(resources, packageFacts()));
  files.set("docs/reference/index.md", referenceIndex(resources));
  files.set("docs/reference/settings.md", settingsPage());
  files.set(
    "docs/errors.md",
    errorsPage([
      { title: "From the provider", codes: PROBLEM_CODES },
      { title: "From the client", codes: API_ERROR_CODES },
    ]),
  );
  files.set("src/sandbox/wire/contract-operations.generated.ts", contractOperations());
  files.set("src/sandbox/coverage.json", coverageFile());
  files.set("docs/reference/operations.md", operationsPage());
  for (const definition of resources) {
    files.set(dynFile(definition.name), dynModule(definition.name));
    files.set(`docs/reference/${kebab(definition.name)}.md`, referencePage(definition));
  }
  return files;
}

function coverageFile(): string {
  const operations = coverage(ROUTER);
  const served = operations.filter(({ state }) => state === "served").length;
  return JSON.stringify({ total: operations.length, served, operations });
}

function packageFacts(): PackageFacts {
  const { version, description, license } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  ) as PackageFacts;
  return { version, description, license };
}

/** As in the configuration of the formatter. */
const NOT_FORMATTED = /^src\/engines\/cdkt[fn]\/.*index\.ts$/u;

/** Code goes through the formatter, so that a generated file never fails the format gate. */
function formatted(path: string, text: string): string {
  if (!/\.(?:ts|json)$/u.test(path) || NOT_FORMATTED.test(path)) return text;
  return execFileSync(process.execPath, [join(ROOT, "node_modules/oxfmt/bin/oxfmt"), `--stdin-filepath=${path}`], {
    cwd: ROOT,
    input: text,
    encoding: "utf8",
  });
}

function current(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes("--check");
  const stale: string[] = [];
  for (const [path, raw] of await generated()) {
    const target = join(ROOT, path);
    const text = formatted(path, raw);
    if (current(target) === text) continue;
    stale.push(path);
    if (isCheck) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  if (isCheck && stale.length > 0) {
    console.error(`Out of date: ${stale.join(", ")}. Run \`npm run gen\`.`);
    process.exitCode = 1;
  } else {
    console.log(stale.length === 0 ? "Everything generated is up to date." : `Written: ${stale.join(", ")}.`);
  }
}

await main();
