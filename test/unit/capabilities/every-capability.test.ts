import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@jest/globals";

const MODULES = resolve("src/capabilities");
const TESTS = resolve("test/unit/capabilities");

/** Capabilities without a test that has their name and imports them. */
function untested(modules: readonly string[]): string[] {
  const tests = readdirSync(TESTS);
  return modules.filter((name) => {
    const file = `${name}.test.ts`;
    return !tests.includes(file) || !readFileSync(resolve(TESTS, file), "utf8").includes(`src/capabilities/${name}.ts`);
  });
}

const modules = readdirSync(MODULES).map((file) => file.replace(/\.ts$/u, ""));

test("every capability has a test of its own, against a made-up resource", () => {
  expect(modules.length).toBeGreaterThan(0);
  expect(untested(modules)).toEqual([]);
});

test("one without a test is noticed", () => {
  expect(untested([...modules, "planted"])).toEqual(["planted"]);
});
