import { escaped } from "../../drift/formats/escape.ts";
import type { CheckReport } from "../check-report.ts";
import { type CheckLine, linesOf, ruleWords } from "../lines.ts";

/** For the test report of a CI system: a test for each finding and each rule that passed. */
export function junitCheck(report: CheckReport): string {
  const lines = linesOf(report);
  const errors = lines.filter(({ isFinding }) => !isFinding).length;
  const tests = lines.length + report.passed.length;
  const counts = `tests="${tests}" failures="${lines.length - errors}" errors="${errors}" skipped="0" time="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="orgform check" ${counts}>`,
    `  <testsuite name="orgform check" ${counts} timestamp="${report.checkedAt}">`,
    ...lines.map((line) => testCase(line)),
    ...report.passed.map((rule) => `    <testcase classname="orgform.${rule}" name="${rule}" time="0"/>`),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** A test that fails, or couldn't run. @param group - the prefix of its class */
export function testCase(line: CheckLine, group = "orgform"): string {
  const { rule, title, severity, isFinding, resource, name, field, is, shouldBe, remedy } = line;
  const tag = isFinding ? "failure" : "error";
  const text = isFinding
    ? `${ruleWords(line)}\n${field}: ${is}; should be ${shouldBe}\n${remedy}`
    : `${field}: can't tell: ${is}`;
  return [
    `    <testcase classname="${escaped(`${group}.${rule}`)}" name="${escaped(`${resource} ${name}`)}" time="0">`,
    `      <${tag} type="${severity}" message="${escaped(title)}">${escaped(text)}</${tag}>`,
    "    </testcase>",
  ].join("\n");
}
