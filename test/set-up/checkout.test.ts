import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { entriesOf, refuseLeftovers } from "../support/run/checkout.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "orgform-checkout-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.ts"), "");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a run that leaves a file or an empty folder in the checkout fails and names it", () => {
  const before = entriesOf(root);
  expect(before).toEqual(["src", join("src", "a.ts")]);
  refuseLeftovers(root, before);
  mkdirSync(join(root, ".orgform/intents"), { recursive: true });
  expect(() => refuseLeftovers(root, before)).toThrow(
    /left in the checkout: \.orgform, \.orgform.intents\. Let the test/u,
  );
});

test("what builds and tools make is nobody's leftover", () => {
  const before = entriesOf(root);
  for (const name of ["dist", "dist-sdks", "node_modules", "packages/sandbox/dist"]) {
    mkdirSync(join(root, name), { recursive: true });
  }
  expect(() => refuseLeftovers(root, [...before, "packages", join("packages", "sandbox")])).not.toThrow();
});

test("idempotency records of this run go into a temporary folder", () => {
  expect(process.env["ORGFORM_INTENTS_DIR"]).toContain(tmpdir());
});
