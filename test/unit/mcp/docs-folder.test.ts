import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

import { docsFolder } from "../../../packages/mcp/src/index.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

test("the pages are those of the package that is installed with the server", () => {
  // A build fills the folder.
  expect(docsFolder()).toBe(join(realpathSync(join(REPOSITORY, "packages/docs")), "dist"));
});
