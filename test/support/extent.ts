import { test } from "@jest/globals";

/**
 * Whether this run leaves nothing out: each engine in each dialect for each resource, as `npm run test:all` asks for.
 * Every other run leaves out what runs the same code again.
 */
export function isInFull(): boolean {
  return process.env["ORGFORM_TEST_ALL"] === "1";
}

/** A test that runs again, with another object or engine, what a neighbour shows: only a run in full takes it. */
export const testInFull = isInFull() ? test : test.skip;
