import { test } from "@jest/globals";

/**
 * Whether this run leaves nothing out: each engine in each dialect for each resource, as `npm run test:all` asks for.
 * Every other run leaves out what runs the same code again.
 */
export function isInFull(): boolean {
  return process.env["ORGFORM_TEST_ALL"] === "1";
}

/** A test that repeats a neighbor's proof with another object or engine: only a run in full runs it. */
export const testInFull = isInFull() ? test : test.skip;
