import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@jest/globals";

const MODULES = resolve("src/capabilities");
const TESTS = resolve("test/unit/capabilities");

/** Where the made-up resources of the crash table are declared. */
const MADE_UP = readFileSync(resolve("test/support/boxes/resources.ts"), "utf8");

/** Capabilities that no request of a create, update or delete depends on, or that a table of their own breaks. */
const APART: Readonly<Record<string, string>> = {
  "activity-log": "drift alone asks for it",
  "asked-secrets": "written programs alone ask for it",
  availability: "it refuses before anything is sent",
  "confirmed-absence": "faults/never-drop",
  "default-created": "drift alone asks for it",
  "derived-list": "faults/never-drop",
  "hidden-rows": "faults/hidden-members",
  "incomplete-list": "faults/never-drop",
  "managed-objects": "claims are made without a request",
  "partitioned-list": "the client reads the parts as one list",
  "pending-update": "faults/integration-rotation",
  "placeholder-row": "faults/never-drop",
  "referenced-object": "the engine alone orders a replacement",
  "separate-lists": "it chooses a list before anything is sent",
  wait: "faults/waiting",
  warnings: "it says something and sends nothing",
};

/** Capabilities without a test that has their name and imports them. */
function untested(modules: readonly string[]): string[] {
  const tests = readdirSync(TESTS);
  return modules.filter((name) => {
    const file = `${name}.test.ts`;
    return !tests.includes(file) || !readFileSync(resolve(TESTS, file), "utf8").includes(`src/capabilities/${name}.ts`);
  });
}

/** Capabilities that no made-up resource carries through the crash table, and no reason keeps apart. */
function uncrashed(modules: readonly string[]): string[] {
  return modules.filter((name) => !MADE_UP.includes(`src/capabilities/${name}.ts`) && APART[name] === undefined);
}

const modules = readdirSync(MODULES).map((file) => file.replace(/\.ts$/u, ""));

test("every capability has a test of its own, against a made-up resource", () => {
  expect(modules.length).toBeGreaterThan(0);
  expect(untested(modules)).toEqual([]);
});

test("every capability is in the crash table, or it is known why not", () => {
  expect(uncrashed(modules)).toEqual([]);
  expect(Object.keys(APART).filter((name) => MADE_UP.includes(`src/capabilities/${name}.ts`))).toEqual([]);
  expect(Object.keys(APART).filter((name) => !modules.includes(name))).toEqual([]);
});

test("one without a test, and one without a crash, is noticed", () => {
  expect(untested([...modules, "planted"])).toEqual(["planted"]);
  expect(uncrashed([...modules, "planted"])).toEqual(["planted"]);
});
