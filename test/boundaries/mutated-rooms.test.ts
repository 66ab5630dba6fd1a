import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

import { PLAN } from "../../scripts/mutate/plan.ts";

const ROOT = join(__dirname, "../..");

/** Folders without code of ours to change: what is stored as text, and what is generated or only packs files. */
const WITHOUT_CODE = new Set(["src/dyn", "packages/cdktf/src", "packages/cdktn/src"]);

/** Every folder of code. */
function roomsOf(isThere: (folder: string) => boolean): string[] {
  const foldersIn = (path: string): string[] =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  const packages = foldersIn("packages").map((name) => `packages/${name}/src`);
  return [...foldersIn("src").map((name) => `src/${name}`), ...packages.filter(isThere)];
}

const missingIn = (folders: readonly string[]): string[] => {
  const mutated = new Set(Object.values(PLAN.layers).map(({ folder }) => folder));
  return folders.filter((folder) => !mutated.has(folder) && !WITHOUT_CODE.has(folder));
};

test("every folder of code is a room of the mutation tests", () => {
  expect(missingIn(roomsOf((folder) => existsSync(join(ROOT, folder))))).toEqual([]);
});

test("a room that the plan lacks is named", () => {
  expect(missingIn(["src/model", "src/attic"])).toEqual(["src/attic"]);
});
