import type { EngineName } from "../../../engines/engine.ts";
import { type Entry, entriesOf, KIND_WORDS } from "../entries.ts";
import type { DriftReport } from "../../../app/drift/drift-report.ts";
import { escaped } from "./escape.ts";

/**
 * For the test report of a CI system: drift fails, an object that couldn't be checked is an error, and everything else
 * passes as one test.
 */
export function junitReport(report: DriftReport<EngineName>): string {
  const entries = entriesOf(report);
  const errors = entries.filter(({ kind }) => kind === "unchecked").length;
  const counts = `tests="${entries.length + 1}" failures="${entries.length - errors}" errors="${errors}" skipped="0" time="0"`;
  const declared = entries.filter(({ kind, id }) => kind !== "unmanaged" && id !== undefined);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="orgform drift" ${counts}>`,
    `  <testsuite name="orgform drift" ${counts} timestamp="${report.checkedAt}">`,
    ...entries.map((entry) => testCase(entry)),
    `    <testcase classname="orgform" name="${report.declared - declared.length} further declared objects match the state" time="0"/>`,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** A test that fails, or couldn't run. @param group - the prefix of its class */
export function testCase({ kind, resource, name, id, properties, notes }: Entry, group = "orgform"): string {
  const tag = kind === "unchecked" ? "error" : "failure";
  const { title, meaning } = KIND_WORDS[kind];
  const lines = [...properties.map(({ path, expected, found }) => `${path}: ${expected} => ${found}`), ...notes];
  const text = [meaning, ...(id === undefined ? [] : [id]), ...lines].join("\n");
  return [
    `    <testcase classname="${escaped(`${group}.${resource}`)}" name="${escaped(`${resource} ${name}`)}" time="0">`,
    `      <${tag} type="${kind}" message="${escaped(`${title}: ${resource} ${name}`)}">${escaped(text)}</${tag}>`,
    "    </testcase>",
  ].join("\n");
}
