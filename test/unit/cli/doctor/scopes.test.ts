import { expect, test } from "@jest/globals";

import { functions } from "../../../../src/catalog/functions/index.ts";
import { resources } from "../../../../src/catalog/resources/index.ts";
import { closedFindings, scopeFinding } from "../../../../src/cli/doctor/scopes.ts";

const EVERY = [...new Set(resources.flatMap(({ scopes }) => [...scopes.read, ...scopes.write]))].toSorted();

test.each([[null], [[]], [["*"]], [["role:read", "*"]]])("a key with %j has every scope", (held) => {
  expect(scopeFinding(held, resources)).toEqual({
    check: "scopes",
    severity: "ok",
    summary: "The key has every scope.",
  });
});

test("a key with all that resources need lacks nothing", () => {
  expect(scopeFinding(EVERY, resources)).toMatchObject({
    severity: "ok",
    summary: "The key has the scopes of every resource.",
  });
});

/** The resources that need a scope, which the write scope also covers. */
const needing = (scope: string): string[] =>
  resources.filter(({ scopes }) => [...scopes.read, ...scopes.write].includes(scope)).map(({ name }) => name);

test.each(EVERY)("of a key without %s alone, the resources that need it are named", (scope) => {
  const covering = scope.replace(/:read$/u, ":write");
  const held = EVERY.filter((one) => one !== scope && one !== covering);
  const lacked = EVERY.filter((one) => !held.includes(one));
  const { severity, summary, details, remedy } = scopeFinding(held, resources);
  expect(severity).toBe("warn");
  expect(summary).toBe(`The key lacks ${lacked.length === 1 ? "a scope" : `${lacked.length} scopes`}.`);
  expect(details?.toSorted()).toEqual(lacked.map((one) => `${one} for ${needing(one).join(", ")}`).toSorted());
  expect(remedy).toBe("Give the key the scopes of the resources that your programs use.");
});

test("what no scope opens is named for every key that has scopes, and for no other", () => {
  for (const held of [null, []]) expect(closedFindings(held, functions)).toEqual([]);
  const closed = functions.filter(({ scopes }) => scopes.length === 0).map(({ name }) => name);
  for (const held of [["*"], EVERY]) {
    const [finding, ...more] = closedFindings(held, functions);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ check: "closed", severity: "ok", summary: "These need an unscoped key:" });
    expect(finding?.details?.at(-1)).toBe(`functions: ${closed.join(", ")}`);
  }
});
