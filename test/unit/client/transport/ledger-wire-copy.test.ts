import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

test("the copy of the package of fleets is the module itself", () => {
  const [own, theirs] = ["src/client/transport/ledger-wire.ts", "packages/fleet/src/budget/ledger-wire.generated.ts"];
  const textOf = (path: string): string => readFileSync(join(__dirname, "../../../..", path), "utf8");
  expect(textOf(theirs)).toBe(textOf(own));
});
