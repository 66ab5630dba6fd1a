import { escaped } from "../../drift/formats/escape.ts";
import { htmlPage } from "../../drift/formats/html.ts";
import { checkCounts, type CheckOutcome, type CheckReport } from "../check-report.ts";
import { asidesOf, type CheckLine, groupsOf, ruleWords } from "../lines.ts";

/** What came of a check, as the first line of a page. */
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
    ...groups.map(({ title, lines }) => `<section>\n<h2>${title}</h2>\n${lines.map(cardOf).join("\n")}\n</section>`),
    ...asidesOf(report).map(
      ({ title, lines }) =>
        `<section>\n<h2>${title}</h2>\n<ul>${lines.map((one) => `<li>${escaped(one)}</li>`).join("")}</ul>\n</section>`,
    ),
  ]);
}

function countOf({ title, lines }: { readonly title: string; readonly lines: readonly CheckLine[] }): string {
  const [first] = lines;
  const name = first === undefined ? "" : classOf(first);
  return `<li class="${name}"><b>${lines.length}</b>${title.toLowerCase()}</li>`;
}

/** One thing to be said of an object, with the reason and the remedy. */
export function cardOf(line: CheckLine): string {
  const { resource, name, id, title, field, is, shouldBe, why, remedy, isFinding } = line;
  const told = isFinding
    ? `<table><thead><tr><th>field</th><th>is</th><th>should be</th></tr></thead><tbody><tr>` +
      `<td data-label="field"><code>${escaped(field)}</code></td>` +
      `<td data-label="is" class="found"><code>${escaped(is)}</code></td>` +
      `<td data-label="should be"><code>${escaped(shouldBe)}</code></td></tr></tbody></table>` +
      `<p>${escaped(title)}. ${escaped(why)}</p><p>${escaped(remedy)}</p>`
    : `<p><code>${escaped(field)}</code>: can't tell: ${escaped(is)}</p>`;
  return [
    `<article class="card ${classOf(line)}"><h3>${escaped(name)} <span class="kind">${escaped(resource)}, ${escaped(ruleWords(line))}</span></h3>`,
    id === name ? "" : `<code class="id">${escaped(id)}</code>`,
    told,
    "</article>",
  ].join("");
}
