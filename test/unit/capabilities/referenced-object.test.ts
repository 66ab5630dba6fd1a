import { expect, test } from "@jest/globals";

import { referencedObject } from "../../../src/capabilities/referenced-object.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

test.each([
  ["that others refer to is made before the old one is deleted", [referencedObject()], false],
  ["of any other object is made after it", [], true],
] as const)("a replacement %s", async (_what, capabilities, deletesFirst) => {
  const { start } = madeUp(capabilities);
  const stored = await start().ensure();
  const replaced = await start().preview({ ...DECLARED, organizationId: "o2" }, stored);
  expect(replaced).toMatchObject({ replaces: ["organizationId"], deletesFirst });
});
