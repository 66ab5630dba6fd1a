import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { GATES } from "../../scripts/gates/gate-list.ts";
import { reachComplaints } from "../../scripts/operations/reach.ts";
import { operationRows } from "../../scripts/operations/rows.ts";
import { lackingParts } from "../../scripts/operations/state.ts";
import { functions } from "../../src/catalog/functions/index.ts";
import { resources } from "../../src/catalog/resources/index.ts";

// `in-full/gates.test.ts` starts each gate with planted violations.

const ROOT = join(__dirname, "../..");

test("knip is told to overlook only packages that our scripts start or load by name", () => {
  const { ignoreDependencies } = JSON.parse(readFileSync(join(ROOT, "knip.json"), "utf8")) as {
    ignoreDependencies: string[];
  };
  const started = [
    "scripts/gates/gate-list.ts",
    "scripts/gates/package-shape.ts",
    "scripts/run-jest.ts",
    "scripts/build.ts",
    "scripts/executables/make.ts",
    "src/engines/terraform/generator/constructs.ts",
  ]
    .map((file) => readFileSync(join(ROOT, file), "utf8"))
    .join("\n");
  // The linter's engine for types is found by the linter itself.
  const byName = ignoreDependencies.filter((name) => name !== "oxlint-tsgolint");
  expect(byName.filter((name) => !started.includes(`"${name}`))).toEqual([]);
});

test("the operations gate reports ways that lead nowhere and functions that disagree, and nothing in the real table", () => {
  const offered = { resources, functions };
  const real = operationRows();
  expect(reachComplaints(real, offered)).toEqual([]);
  const planted: Readonly<Record<string, string>> = {
    "persons.split": "coming",
    "persons.get": "getPersn",
    "events.list": "listEvents, listPersons",
    "proxyRecords.get": "ProxyRecord via proxyRecords.lst",
  };
  const rows = real.map((row) => ({ ...row, reach: planted[row.client] ?? row.reach }));
  expect(reachComplaints(rows, offered).toSorted()).toEqual([
    "events.list: listPersons is named, whose operations lack it",
    "persons.get: getPerson is not named, whose operations have it",
    'persons.get: there is no resource or function "getPersn"',
    "persons.split: splitPerson is not named, whose operations have it",
    'persons.split: there is no resource or function "coming"',
    "proxyRecords.get: there is no client call proxyRecords.lst",
  ]);
  const [any] = functions;
  if (any === undefined) throw new Error("there are no functions");
  const stray = { ...any, name: "strayFunction", operations: ["persons.nothing"] };
  expect(reachComplaints(real, { resources, functions: [...functions, stray] })).toEqual([
    "strayFunction: there is no operation persons.nothing",
  ]);
});

test("the operations gate reports an operation of which a dialect is not told, and one that is gone and still served", () => {
  const planted: Readonly<Record<string, string>> = {
    "domains.list": "",
    "persons.get": "gone: 404",
    "persons.trends": "same",
  };
  const rows = operationRows().map((row) => ({ ...row, "2026-09": planted[row.client] ?? row["2026-09"] }));
  const lacking = [...lackingParts(rows)].filter(([, parts]) => parts.length > 0);
  expect(lacking.map(([{ client }, parts]) => [client, parts])).toEqual([
    ["domains.list", ["sandbox 2026-09"]],
    ["persons.get", ["sandbox 2026-09"]],
    ["persons.trends", ["sandbox 2026-09"]],
  ]);
});

test("the check runner knows a sentence for every gate and no name twice", () => {
  expect(new Set(GATES.map((gate) => gate.name)).size).toBe(GATES.length);
  expect(GATES.filter((gate) => gate.catches.length < 15)).toEqual([]);
});
