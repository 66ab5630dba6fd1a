import { cardsOf, HEADLINES, severityClass } from "../../check/formats/html.ts";
import { testCase } from "../../check/formats/junit.ts";
import { groupBlock } from "../../check/formats/markdown.ts";
import { sarifOfLines } from "../../check/formats/sarif.ts";
import { textLines } from "../../check/formats/text.ts";
import { type CheckLine, grouped } from "../../check/lines.ts";
import { escaped, visibleJson } from "../../drift/formats/escape.ts";
import { htmlPage } from "../../drift/formats/html.ts";
import { cell, code, comment } from "../../drift/formats/markdown.ts";
import type { SarifTool } from "../../drift/formats/sarif.ts";
import type { Paint } from "../../paint.ts";
import { idOf, linksTo } from "../drift/formats.ts";
import { counted } from "../reporter.ts";
import { type CheckLook, extentOfRule, type FleetCheck, fleetCounts, linesOfLook } from "./fleet-check.ts";

/** By which a script finds the comment or issue that it wrote before. */
const MARK = "<!-- orgform-fleet-check -->";

/** For a terminal. */
export function fleetCheckText(check: FleetCheck, paint: Paint): string {
  const lines = [`${paint("bold", fleetCounts(check))}, ${check.clean} without findings`];
  if (check.rules.length > 0) lines.push("", paint("bold", "By rule"));
  for (const one of check.rules) lines.push(`  ${one.severity} ${one.rule}  ${extentOfRule(one)}`);
  for (const look of check.organizations) {
    lines.push("", `${paint("bold", look.name)}  ${look.template}`);
    lines.push(...linesOfLook(look).flatMap((line) => textLines(line, paint)));
  }
  return `${lines.join("\n")}\n`;
}

/** For programs: the combined report unchanged. */
export const fleetCheckJson = (check: FleetCheck): string => `${visibleJson(check)}\n`;

/** For a comment on a pull request, or an issue. */
export function fleetCheckMarkdown(check: FleetCheck): string {
  const head = [
    MARK,
    `### Check: ${fleetCounts(check)}`,
    "",
    `${check.clean} are without findings, at ${check.checkedAt}.`,
  ].join("\n");
  const rules = check.rules.map(({ severity, rule, findings, organizations }) => {
    const names = organizations.map(code).join(" ");
    return `| ${severity} | ${cell(code(rule))} | ${findings} | ${cell(names)} |`;
  });
  const table = ["", "| severity | rule | findings | organizations |", "|---|---|---|---|", ...rules];
  const blocks = check.organizations.flatMap((look) => [
    "",
    `### ${code(look.name)}`,
    ...grouped(linesOfLook(look)).flatMap(groupBlock),
  ]);
  return comment(head, [...(rules.length === 0 ? [] : table), ...blocks]);
}

/** For the test report of a CI system: a suite for each organization with findings, and the others as one test. */
export function fleetCheckJunit(check: FleetCheck): string {
  const suites = check.organizations.map((look) => ({ name: look.name, lines: linesOfLook(look) }));
  const all = suites.flatMap(({ lines }) => lines);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="orgform fleet check" ${countsIn(all, 1)}>`,
    ...suites.flatMap(({ name, lines }) => [
      `  <testsuite name="${escaped(name)}" ${countsIn(lines, 0)} timestamp="${check.checkedAt}">`,
      ...lines.map((line) => testCase(line, name)),
      "  </testsuite>",
    ]),
    `  <testsuite name="orgform fleet check" ${countsIn([], 1)} timestamp="${check.checkedAt}">`,
    `    <testcase classname="orgform" name="${check.clean} further organizations are without findings" time="0"/>`,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function countsIn(lines: readonly CheckLine[], passed: number): string {
  const errors = lines.filter(({ isFinding }) => !isFinding).length;
  return `tests="${lines.length + passed}" failures="${lines.length - errors}" errors="${errors}" skipped="0" time="0"`;
}

/** For tools that collect findings: one run, whose findings name their organizations. */
export function fleetCheckSarif(check: FleetCheck, tool: SarifTool): string {
  const lines = check.organizations.flatMap((look) =>
    linesOfLook(look).map((line) => ({ line, organization: look.name })),
  );
  return sarifOfLines(lines, { ...check, ...tool, name: "orgform fleet check" });
}

/** For people: one page without scripts, fonts or pictures from elsewhere. */
export function fleetCheckHtml(check: FleetCheck): string {
  const head = "<thead><tr><th></th><th>rule</th><th>findings</th><th>organizations</th></tr></thead>";
  const rows = check.rules.map(
    ({ severity, rule, findings, organizations }) =>
      `<tr><td class="word ${severityClass(severity)}">${severity}</td><td><code>${escaped(rule)}</code></td>` +
      `<td data-label="findings">${findings}</td><td>${linksTo(organizations)}</td></tr>`,
  );
  return htmlPage(`Check: ${fleetCounts(check)}`, [
    `<h1${check.outcome === "passed" ? ' class="well"' : ""}>${HEADLINES[check.outcome]}</h1>`,
    `<p>${counted(check.looked, "organization")}, ${check.clean} without findings, checked at ${escaped(check.checkedAt)}.</p>`,
    rows.length === 0 ? "" : `<h2>By rule</h2><table class="kinds">${head}<tbody>${rows.join("")}</tbody></table>`,
    ...check.organizations.map(sectionOf),
  ]);
}

function sectionOf(look: CheckLook): string {
  const cards = cardsOf(linesOfLook(look));
  return (
    `<section id="${idOf(look.name)}">\n<h2>${escaped(look.name)}</h2>\n<p>Template ${escaped(look.template)}</p>\n` +
    `${cards}\n</section>`
  );
}
