import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { commandsPage } from "../../../scripts/gen/commands-page.ts";
import { program } from "../../../src/cli/program.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

/** The page is the record of every command, flag, default, and choice: a change of one shows in the page, and in review. */
test("the page of the commands says what their help says", async () => {
  const page = readFileSync(join(REPOSITORY, "docs/reference/commands.md"), "utf8");
  expect(page).toBe(commandsPage(await program("all")));
});
