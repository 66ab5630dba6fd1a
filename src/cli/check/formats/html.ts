import { escaped } from "../../drift/formats/escape.ts";
import { htmlPage } from "../../drift/formats/html.ts";
import { checkCounts, type CheckOutcome, type CheckReport } from "../check-report.ts";
import { notesOf, type CheckLine, groupsOf, ruleWords } from "../lines.ts";

/** The outcome of a check, as the first line of a page. */
export const HEADLINES: Readonly<Record<CheckOutcome, string>> = {
  passed: "The check passed",
  failed: "The check failed",
  unknown: "Not everything could be checked",
};

/** The colors of drift: its page and this one look alike. */
const CLASSES: Readonly<Record<CheckLine["severity"], string>> = {
  error: "missing",
  warning: "changed",
  note: "unmanaged",
};

/** The class of a severity, which has its color. */
export const severityClass = (severity: CheckLine["severity"]): string => CLASSES[severity];

const classOf = ({ isFinding, severity }: CheckLine): string => (isFinding ? severityClass(severity) : "unchecked");

/** For people: one page without scripts, fonts or pictures from elsewhere. */
export function htmlCheck(report: CheckReport): string {
  const groups = groupsOf(report);
  return htmlPage(`Check: ${checkCounts(report)}`, [
    `<h1${report.outcome === "passed" ? ' class="well"' : ""}>${HEADLINES[report.outcome]}</h1>`,
    `<p>${escaped(report.organization)} at ${escaped(report.host)}, checked at ${escaped(report.checkedAt)}. ` +
      `${report.passed.length} rules passed.</p>`,
    `<ul class="counts">${groups.map(countOf).join("")}</ul>`,
    ...groups.map(({ title, lines }) => `<section>\n<h2>${title}</h2>\n${cardsOf(lines)}\n</section>`),
    ...notesOf(report).map(
      ({ title, lines }) =>
        `<section>\n<h2>${title}</h2>\n<ul>${lines.map((one) => `<li>${escaped(one)}</li>`).join("")}</ul>\n</section>`,
    ),
  ]);
}

function countOf({ title, lines }: { readonly title: string; readonly lines: readonly CheckLine[] }): string {
  const [first] = lines;
  const name = first === undefined ? "" : classOf(first);
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  return `<li class="${name}"><b>${count}</b>${title.toLowerCase()}</li>`;
}

/** The cards of lines: objects that break one rule share a card, which shows the reason and the remedy once. */
export function cardsOf(lines: readonly CheckLine[]): string {
  const byRule = new Map<string, CheckLine[]>();
  for (const line of lines) {
    const key = JSON.stringify([line.isFinding, line.rule, line.change, line.severity, line.why, line.remedy]);
    byRule.set(key, [...(byRule.get(key) ?? []), line]);
  }
  return [...byRule.values()]
    .map((same) => (same.length === 1 ? same.map(cardOf).join("") : cardOfRule(same)))
    .join("\n");
}

/** One thing to be said of an object, with the reason and the remedy. */
function cardOf(line: CheckLine): string {
  const { resource, name, id, field, is, isFinding } = line;
  const told = isFinding
    ? `<table>${headOf(["field", "is", "should be"])}<tbody><tr>${valuesOf(line)}</tr></tbody></table>${adviceOf(line)}`
    : `<p><code>${escaped(field)}</code>: can't tell: ${escaped(is)}</p>`;
  return [
    `<article class="card ${classOf(line)}"><h3>${escaped(name)} <span class="kind">${escaped(resource)}, ${escaped(ruleWords(line))}</span></h3>`,
    id === name ? "" : `<code class="id">${escaped(id)}</code>`,
    told,
    "</article>",
  ].join("");
}

/** The common parts of several objects, and a row for each of them. */
function cardOfRule(lines: readonly CheckLine[]): string {
  const [first] = lines;
  if (first === undefined) return "";
  const rows = lines.map(
    (line) => `<tr><td data-label="${escaped(line.resource)}">${escaped(line.name)}</td>${valuesOf(line)}</tr>`,
  );
  return [
    `<article class="card ${classOf(first)}"><h3>${escaped(first.title)} <span class="kind">${escaped(ruleWords(first))}, ${lines.length} objects</span></h3>`,
    `<table>${headOf([first.resource, "field", "is", "should be"])}<tbody>${rows.join("")}</tbody></table>`,
    first.isFinding ? adviceOf(first) : "",
    "</article>",
  ].join("");
}

const headOf = (names: readonly string[]): string =>
  `<thead><tr>${names.map((name) => `<th>${escaped(name)}</th>`).join("")}</tr></thead>`;

const valuesOf = ({ field, is, shouldBe }: CheckLine): string =>
  `<td data-label="field"><code>${escaped(field)}</code></td>` +
  `<td data-label="is" class="found"><code>${escaped(is)}</code></td>` +
  `<td data-label="should be"><code>${escaped(shouldBe)}</code></td>`;

const adviceOf = ({ title, why, remedy }: CheckLine): string =>
  `<p>${withCode(`${title}. ${why}`)}</p><p>${withCode(remedy)}</p>`;

/** Text with the names that it has in backquotes as code. */
const withCode = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/gu, "<code>$1</code>");
