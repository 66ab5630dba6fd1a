import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import * as levels from "../../../packages/sandbox/src/access/levels.ts";
import * as resources from "../../../packages/sandbox/src/access/resources.ts";
import { QUIRKS } from "../../../packages/sandbox/src/dialects.ts";
import * as faults from "../../../packages/sandbox/src/faults/fault-spec.ts";
import * as limits from "../../../packages/sandbox/src/pipeline/rate-limiter.ts";
import { FAMILIES, FAMILY_TABLES, JOBS } from "../../../packages/sandbox/src/routes/all-routes.ts";
import * as linkedTypes from "../../../packages/sandbox/src/routes/batch-exports/linked-types.ts";
import * as newSettings from "../../../packages/sandbox/src/routes/batch-exports/rows.ts";
import { TEMPLATES } from "../../../packages/sandbox/src/routes/hog-functions/template-catalogue.ts";
import * as hosts from "../../../packages/sandbox/src/routes/integrations/hosts.ts";
import * as features from "../../../packages/sandbox/src/routes/organizations/shape.ts";
import { PLUGIN_VIEWS } from "../../../packages/sandbox/src/routes/plugins/views.ts";
import * as defaults from "../../../packages/sandbox/src/routes/projects/defaults.ts";
import { CORE_TABLES, NEW_ORGANIZATION } from "../../../packages/sandbox/src/store/rows.ts";
import { RECORDS } from "../../support/recorded-requests.ts";

/**
 * The facts that the sandbox declares, a line for each, so that a changed one shows in review: kinds of resources,
 * quirks, limits, tables, and what a route says of itself. `ORGFORM_RECORD_REQUESTS=1 npx jest
 * test/unit/sandbox/declared-facts` writes them again.
 */
const RECORDED = join(__dirname, "declared-facts.txt");

const DECLARED: Readonly<Record<string, object>> = {
  levels,
  resources,
  quirks: QUIRKS,
  faults: { ...faults, faultSpecSchema: undefined },
  limits,
  linkedTypes,
  newSettings,
  templates: TEMPLATES,
  hosts,
  features,
  views: PLUGIN_VIEWS,
  defaults,
  newOrganization: NEW_ORGANIZATION,
  tables: { ...CORE_TABLES, ...FAMILY_TABLES },
  jobs: JOBS,
  control: FAMILIES.flatMap(({ control = [] }) => control),
  routes: FAMILIES.flatMap(({ routes }) => routes),
};

/** A fact as a text; what an operation answers is in other records. */
function told(fact: unknown): string {
  return JSON.stringify(fact, (name, value: unknown) => {
    if (name === "answers") return undefined;
    if (typeof value === "function") return "(a function)";
    if (value instanceof RegExp) return String(value);
    return value instanceof Set || value instanceof Map ? [...value] : value;
  });
}

function linesOf(area: string, facts: object): string[] {
  return Object.entries(facts).flatMap(([name, fact]) => {
    if (typeof fact === "function" || fact === undefined) return [];
    const isTable = typeof fact === "object" && fact !== null && !Array.isArray(fact);
    if (!isTable) return [`${area} ${name} ${told(fact)}`];
    return Object.entries(fact).map(([key, one]) => `${area} ${name}.${key} ${told(one) ?? "undefined"}`);
  });
}

test("every fact is declared as it was when the declaration was reviewed", () => {
  const lines = Object.entries(DECLARED).flatMap(([area, facts]) => linesOf(area, facts));
  const text = `${lines.join("\n")}\n`;
  if (RECORDS) writeFileSync(RECORDED, text);
  expect(text.split("\n")).toEqual(readFileSync(RECORDED, "utf8").split("\n"));
});
