import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod";

import { architecturePicture } from "./architecture-picture.ts";
import { withSection } from "./page-section.ts";
import { isAction } from "../../src/model/action.ts";
import { API_ERROR_CODES } from "../../src/client/error-codes.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import { PROBLEM_CODES } from "../../src/model/diagnostics.ts";
import { coverage } from "../../packages/sandbox/src/coverage.ts";
import { ROUTER } from "../../packages/sandbox/src/routes/all-routes.ts";
import { functions } from "../../src/catalog/functions/index.ts";
import { fleetEngines } from "../../src/engines/index.ts";
import { fleetFileSchema } from "../../packages/fleet/src/index.ts";
import { pictureSchema } from "../../src/model/picture/picture.ts";
import { policyFileSchema, RULES } from "../../packages/policy/src/index.ts";
import { RULES_BY_SUBJECT } from "../../packages/policy/src/rules/index.ts";
import { watchFileSchema } from "../../packages/watch/src/index.ts";
import { dialectsPage } from "./dialects.ts";
import { errorsPage } from "./errors-page.ts";
import { functionIndex, functionPage } from "./function-reference.ts";
import { isBuilt } from "../set-up/generated.cjs";
import { kebabName } from "../../src/model/names.ts";
import { operationsPage } from "./operations.ts";
import type { PackageFacts } from "../../src/engines/generator.ts";
import { generators } from "../../src/engines/generators.ts";
import { referenceIndex, referencePage, resourceLinks } from "./reference.ts";
import { ruleIndex, rulePage } from "./rule-reference.ts";
import { settingsPage } from "./settings-page.ts";
import { deprecations, stateVersions } from "./upgrading-page.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Files that are derived from the declarations and kept in git, where reviewers see them: texts by path, not yet formatted. */
export function generatedFiles(served: readonly AnyResource[], facts: PackageFacts): Map<string, string> {
  const files = new Map<string, string>();
  const objects = served.filter((definition) => !isAction(definition));
  for (const engine of Object.values(generators)) {
    for (const [path, text] of engine.files(served, functions, facts)) {
      if (!isBuilt(path)) files.set(path, text);
    }
  }
  files.set("docs/reference/index.md", referenceIndex(objects));
  files.set("docs/reference/settings.md", settingsPage());
  files.set(
    "docs/errors.md",
    errorsPage([
      { title: "From the provider", codes: PROBLEM_CODES },
      { title: "From the client", codes: API_ERROR_CODES },
    ]),
  );
  files.set("packages/sandbox/src/coverage.json", coverageFile());
  files.set("packages/fleet/fleet.schema.json", JSON.stringify(fleetFileSchema(fleetEngines)));
  files.set("packages/policy/policy.schema.json", JSON.stringify(policyFileSchema()));
  files.set("packages/watch/watch.schema.json", JSON.stringify(watchFileSchema()));
  files.set("docs/picture.schema.json", JSON.stringify(pictureFileSchema()));
  files.set("docs/reference/rules/index.md", ruleIndex(RULES_BY_SUBJECT));
  for (const one of RULES) files.set(`docs/reference/rules/${one.id}.md`, rulePage(one));
  files.set("docs/reference/dialects.md", dialectsPage());
  files.set("docs/reference/operations.md", operationsPage());
  files.set("docs/reference/functions/index.md", functionIndex(functions));
  for (const one of functions) files.set(`docs/reference/functions/${kebabName(one.name)}.md`, functionPage(one));
  const handWritten = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  files.set("ARCHITECTURE.md", withSection(handWritten("ARCHITECTURE.md"), "layers", architecturePicture()));
  const upgrading = withSection(handWritten("docs/upgrading.md"), "states", stateVersions(objects));
  files.set("docs/upgrading.md", withSection(upgrading, "deprecations", deprecations(objects)));
  files.set("README.md", withSection(handWritten("README.md"), "resources", resourceLinks(objects)));
  for (const definition of objects) {
    files.set(`docs/reference/${kebabName(definition.name)}.md`, referencePage(definition));
  }
  return files;
}

/** The JSON Schema of a picture, for tools that read one. */
function pictureFileSchema(): object {
  return { title: "Orgform picture", ...z.toJSONSchema(pictureSchema, { target: "draft-7", reused: "ref" }) };
}

function coverageFile(): string {
  const operations = coverage(ROUTER);
  const served = operations.filter(({ state }) => state === "served").length;
  return JSON.stringify({ total: operations.length, served, operations });
}
