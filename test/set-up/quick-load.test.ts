import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

import { REPOSITORY } from "../support/doc-pages.ts";

const HOOK = join(__dirname, "../support/quick-load.cjs");

/** What a program prints that loads Pulumi's SDK with the hook, as JSON. */
function printed(program: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ["--require", HOOK, "-e", program], {
    cwd: REPOSITORY,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test("a program has the whole SDK, and what it loads for nothing comes when it is asked for", () => {
  const program = `
    const { Output, dynamic } = require("@pulumi/pulumi");
    const late = () => Object.keys(require.cache).some((name) => name.includes("arborist"));
    const before = late();
    const { Arborist } = require("@npmcli/arborist");
    console.log(JSON.stringify([typeof Output, typeof dynamic.Resource, before, Arborist.name, late()]));`;
  const expected = ["function", "function", false, "Arborist", true];
  expect(printed(program)).toEqual(expected);
  // With what the first one has compiled.
  expect(printed(program)).toEqual(expected);
});
