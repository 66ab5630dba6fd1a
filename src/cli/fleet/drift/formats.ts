import { ENTRY_KINDS, type EntryKind, KIND_WORDS } from "../../drift/entries.ts";
import { escaped, visibleJson } from "../../drift/formats/escape.ts";
import { card, countItem, headline, htmlPage } from "../../drift/formats/html.ts";
import { testCase } from "../../drift/formats/junit.ts";
import { blocksOf, cell, code, comment } from "../../drift/formats/markdown.ts";
import { type PlaceOf, sarifOf, type SarifTool } from "../../drift/formats/sarif.ts";
import { entryLines, sign } from "../../drift/formats/text.ts";
import type { Paint } from "../../paint.ts";
import { counted } from "../reporter.ts";
import { entriesOfLook, extentOfKind, type FleetDrift, type Look, summaryOf, titleOfKind } from "./fleet-drift.ts";

/** By which a script finds the comment or issue that it wrote before. */
const MARK = "<!-- orgform-fleet-drift -->";

/** For a terminal. */
export function fleetText(drift: FleetDrift, paint: Paint): string {
  const lines = [`${paint("bold", summaryOf(drift))}, ${drift.clean} clean`];
  if (drift.kinds.length > 0) lines.push("", paint("bold", "By kind of difference"));
  for (const one of drift.kinds) lines.push(`  ${sign(one.kind, paint)} ${titleOfKind(one)}  ${extentOfKind(one)}`);
  for (const look of drift.organizations) {
    lines.push("", `${paint("bold", look.name)}  ${look.template}`);
    lines.push(...entriesOfLook(look).flatMap((entry) => entryLines(entry, paint)));
  }
  return `${lines.join("\n")}\n`;
}

/** For programs: the combined report unchanged. */
export const fleetJson = (drift: FleetDrift): string => `${visibleJson(drift)}\n`;

/** For a comment on a pull request, or an issue. */
export function fleetMarkdown(drift: FleetDrift): string {
  const head = [MARK, `### Drift: ${summaryOf(drift)}`, "", `${drift.clean} are clean, at ${drift.checkedAt}.`].join(
    "\n",
  );
  const kinds = drift.kinds.map((one) => {
    const names = one.organizations.map(code).join(" ");
    return `| ${KIND_WORDS[one.kind].title} | ${cell(code(titleOfKind(one)))} | ${one.objects} | ${cell(names)} |`;
  });
  const table = ["", "| | kind of difference | objects | organizations |", "|---|---|---|---|", ...kinds];
  const blocks = drift.organizations.flatMap((look) => {
    const entries = entriesOfLook(look);
    const own = ENTRY_KINDS.flatMap((kind) =>
      blocksOf(
        kind,
        entries.filter((entry) => entry.kind === kind),
      ),
    );
    return ["", `### ${code(look.name)}`, ...own];
  });
  return comment(head, kinds.length === 0 ? [] : [...table, ...blocks]);
}

/** For the test report of a CI system: a suite for each organization with findings, and the others as one test. */
export function fleetJunit(drift: FleetDrift): string {
  const suites = drift.organizations.map((look) => ({ name: look.name, entries: entriesOfLook(look) }));
  const all = suites.flatMap(({ entries }) => entries);
  const clean = `${drift.clean} further organizations match their states`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="orgform fleet drift" ${countsIn(all, 1)}>`,
    ...suites.flatMap(({ name, entries }) => [
      `  <testsuite name="${escaped(name)}" ${countsIn(entries, 0)} timestamp="${drift.checkedAt}">`,
      ...entries.map((entry) => testCase(entry, name)),
      "  </testsuite>",
    ]),
    `  <testsuite name="orgform fleet drift" ${countsIn([], 1)} timestamp="${drift.checkedAt}">`,
    `    <testcase classname="orgform" name="${clean}" time="0"/>`,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function countsIn(entries: readonly { readonly kind: EntryKind }[], passed: number): string {
  const errors = entries.filter(({ kind }) => kind === "unchecked").length;
  return `tests="${entries.length + passed}" failures="${entries.length - errors}" errors="${errors}" skipped="0" time="0"`;
}

/** For tools that collect findings: one run, whose findings name their organizations. */
export function fleetSarif(drift: FleetDrift, tool: SarifTool, placesOf: (look: Look) => PlaceOf): string {
  const findings = drift.organizations.flatMap((look) => {
    const placeOf = placesOf(look);
    return entriesOfLook(look).map((entry) => ({ entry, place: placeOf(entry.name), organization: look.name }));
  });
  return sarifOf(findings, { name: "orgform fleet drift", ...tool }, drift.checkedAt);
}

/** Number of names that are shown immediately; the others open with a click. */
const SHOWN_NAMES = 8;

/** For people: one page without scripts, fonts or pictures from elsewhere. */
export function fleetHtml(drift: FleetDrift): string {
  const all = drift.organizations.flatMap(entriesOfLook);
  const head = "<thead><tr><th></th><th>difference</th><th>objects</th><th>organizations</th></tr></thead>";
  const rows = drift.kinds.map(
    (one) =>
      `<tr><td class="word ${one.kind}">${KIND_WORDS[one.kind].title}</td><td><code>${escaped(titleOfKind(one))}</code></td>` +
      `<td data-label="objects">${one.objects}</td><td>${linksTo(one.organizations)}</td></tr>`,
  );
  const table = `<table class="kinds">${head}<tbody>${rows.join("")}</tbody></table>`;
  const sections = drift.organizations.map(
    (look) =>
      `<section id="${idOf(look.name)}">\n<h2>${escaped(look.name)}</h2>\n<p>Template ${escaped(look.template)}</p>\n` +
      `${entriesOfLook(look).map(card).join("\n")}\n</section>`,
  );
  return htmlPage(`Drift: ${summaryOf(drift)}`, [
    headline(drift.outcome),
    `<p>${counted(drift.looked, "organization")}, ${drift.clean} clean, checked at ${escaped(drift.checkedAt)}.</p>`,
    `<ul class="counts">${ENTRY_KINDS.map((kind) => countItem(kind, all)).join("")}</ul>`,
    rows.length === 0 ? "" : `<h2>By kind of difference</h2>${table}`,
    ...sections,
  ]);
}

/** The anchor of an organization on a page. */
export const idOf = (name: string): string => `organization-${escaped(name)}`;

/** Names with links to the section of each; a long list is folded. */
export function linksTo(names: readonly string[]): string {
  const links = names.map((name) => `<a href="#${idOf(name)}">${escaped(name)}</a>`);
  const shown = links.slice(0, SHOWN_NAMES).join(" ");
  const further = links.slice(SHOWN_NAMES);
  if (further.length === 0) return shown;
  return `${shown}<details><summary>and ${further.length} more</summary>${further.join(" ")}</details>`;
}
