import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { errorsPage } from "../../../scripts/gen/errors-page.ts";
import { functionIndex, functionPage } from "../../../scripts/gen/function-reference.ts";
import { referenceIndex, referencePage } from "../../../scripts/gen/reference.ts";
import { settingsPage } from "../../../scripts/gen/settings-page.ts";
import { served } from "../../../src/app/served.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { API_ERROR_CODES } from "../../../src/client/error-codes.ts";
import { isAction } from "../../../src/model/action.ts";
import { PROBLEM_CODES } from "../../../src/model/diagnostics.ts";
import { kebabName } from "../../../src/model/names.ts";

const REPOSITORY = join(__dirname, "../../..");

/**
 * The pages are the record of what users can declare, and what each field means: a change of a declaration shows in the
 * page, and so in review.
 */
const objects = served.filter((definition) => !isAction(definition));
const CODES = [
  { title: "From the provider", codes: PROBLEM_CODES },
  { title: "From the client", codes: API_ERROR_CODES },
];

const PAGES: readonly (readonly [string, () => string])[] = [
  ["docs/reference/index.md", () => referenceIndex(objects)],
  ["docs/reference/settings.md", settingsPage],
  ["docs/reference/functions/index.md", () => functionIndex(functions)],
  ["docs/errors.md", () => errorsPage(CODES)],
  ...objects.map((one) => [`docs/reference/${kebabName(one.name)}.md`, () => referencePage(one)] as const),
  ...functions.map((one) => [`docs/reference/functions/${kebabName(one.name)}.md`, () => functionPage(one)] as const),
];

describe("the reference says what is declared", () => {
  test.each(PAGES)("%s", (path, page) => {
    expect(readFileSync(join(REPOSITORY, path), "utf8")).toBe(page());
  });
});
