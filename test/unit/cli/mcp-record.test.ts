import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import * as z from "zod";

import { INSTRUCTIONS, toolsIn } from "../../../src/cli/mcp/tools.ts";
import type { Pages } from "../../../src/cli/mcp/pages.ts";
import type { Workspace } from "../../../src/cli/mcp/workspace.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { RECORDS } from "../../support/recorded-requests.ts";

/**
 * What an agent reads of the tools before it calls one. `ORGFORM_RECORD_REQUESTS=1 npx jest test/unit/cli/mcp-record`
 * writes it again.
 */
const FILE = join(REPOSITORY, "test/fixtures/command-line/tools.txt");

/** Every tool; none is run. */
const TOOLS = toolsIn({} as unknown as Workspace, {} as unknown as Pages); // -- as said above

test("an agent reads of each tool what is recorded", () => {
  const shown = TOOLS.map(({ name, title, description, inputs, effect, isRepeatable, asksService }) =>
    [
      `${name}: ${title}`,
      `  ${effect}${isRepeatable ? ", repeatable" : ""}${asksService ? ", asks the service" : ""}`,
      `  ${description}`,
      `  ${JSON.stringify(z.toJSONSchema(inputs, { io: "input" }))}`,
    ].join("\n"),
  );
  const text = `${[INSTRUCTIONS, ...shown].join("\n\n")}\n`;
  if (RECORDS) writeFileSync(FILE, text);
  expect(text).toBe(readFileSync(FILE, "utf8"));
});
