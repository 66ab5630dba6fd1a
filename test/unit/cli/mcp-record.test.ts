import { expect, test } from "@jest/globals";
import * as z from "zod";

import { INSTRUCTIONS, toolsIn } from "../../../src/cli/mcp/tools.ts";
import type { Pages } from "../../../src/cli/mcp/pages.ts";
import type { Workspace } from "../../../src/cli/mcp/workspace.ts";
import { recordedAs } from "../../support/recorded-text.ts";

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
  expect(text).toBe(recordedAs("tools.txt", text));
});
