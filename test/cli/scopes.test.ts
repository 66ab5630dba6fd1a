import { expect, test } from "@jest/globals";
import { join } from "node:path";

import { REPOSITORY } from "../support/doc-pages.ts";
import { runHere } from "./run-here.ts";

const stateOf = (engine: string): string => join(REPOSITORY, "test/fixtures/states/0.1.0", engine, "state.json");

test("prints the least scopes of a state, in the words of its engine, without a key", async () => {
  const { code, stdout } = await runHere(["scopes", "--state", stateOf("terraform")], { ORGFORM_API_KEY: undefined });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}organization:write\n {6}reads and lists .*orgform_domain, /mu);
  expect(stdout).toMatch(/^To preview and to report drift, .*organization:read.* enough\.$/mu);
  expect(stdout).not.toMatch(/^ {2}organization:read$|DomainSso/mu);
});

test("prints JSON with the reasons", async () => {
  const { stdout } = await runHere(["scopes", "--state", stateOf("."), "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    engine: "pulumi",
    apply: [
      { scope: "organization:write", because: expect.arrayContaining([expect.objectContaining({ purpose: "write" })]) },
    ],
    preview: [{ scope: "organization:read" }],
    closed: [],
  });
});

test.each([
  [["--state", "nowhere.json"], /nowhere\.json cannot be read: ENOENT/u],
  [["--plan", "nowhere.json"], /nowhere\.json can't be read: ENOENT/u],
  [["--plan", stateOf("."), "--state", stateOf(".")], /Give one of them/u],
])("says what is wrong with %j", async (flags, message) => {
  const { code, stderr, stdout } = await runHere(["scopes", ...flags]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
});
