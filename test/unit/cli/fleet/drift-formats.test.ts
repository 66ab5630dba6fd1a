import { describe, expect, test } from "@jest/globals";

import { type FleetDrift, type Look, rollUp } from "../../../../src/cli/fleet/drift/fleet-drift.ts";
import {
  fleetHtml,
  fleetJson,
  fleetJunit,
  fleetMarkdown,
  fleetSarif,
  fleetText,
} from "../../../../src/cli/fleet/drift/formats.ts";
import { markedPaint, recordedAs, withoutStyle } from "../../../support/recorded-text.ts";
import { CLEAN, SAMPLE } from "../drift/sample-report.ts";

const NOW = "2026-11-23T03:00:00.000Z";
const TOOL = { version: "1.2.3", homepage: "https://orgform.example/" };

const looked = (name: string, report: Look["report"]): Look => ({
  name,
  template: "standard",
  outcome: report?.outcome ?? "unknown",
  report,
  ...(report === undefined ? { reason: `No key.\nSet <it>\u202E.` } : {}),
});

const MIXED = rollUp(
  [looked("globex", SAMPLE), looked("quiet", CLEAN), looked("initech", SAMPLE), looked("hooli", undefined)],
  NOW,
);
const ALL_CLEAN = rollUp([looked("quiet", CLEAN)], NOW);

const text = (drift: FleetDrift): string => fleetText(drift, (_color, one) => one);
const sarif = (drift: FleetDrift): string =>
  fleetSarif(drift, TOOL, ({ name }) => () => ({ file: `${name}.ts`, line: 3 }));

test("the worst of the looks decides, and kinds are counted over all organizations", () => {
  expect([MIXED.outcome, MIXED.looked, MIXED.clean]).toEqual(["drift", 4, 1]);
  expect([ALL_CLEAN.outcome, ALL_CLEAN.kinds, ALL_CLEAN.organizations]).toEqual(["clean", [], []]);
  expect(rollUp([looked("quiet", CLEAN), looked("hooli", undefined)], NOW).outcome).toBe("unknown");
  expect(MIXED.kinds).toContainEqual({
    kind: "missing",
    resource: "Role",
    properties: [],
    objects: 2,
    organizations: ["globex", "initech"],
  });
});

test.each([
  ["text", text],
  ["json", fleetJson],
  ["markdown", fleetMarkdown],
  ["junit", fleetJunit],
  ["sarif", sarif],
  ["html", fleetHtml],
] as const)(
  "%s names organizations that are not clean, says nothing of the others, and is shaped by nobody",
  (_name, show) => {
    const shown = show(MIXED);
    for (const name of ["globex", "initech", "hooli", "nightly"]) expect(shown).toContain(name);
    expect(shown).not.toContain("quiet");
    expect(shown).not.toContain("\u202E");
    expect(show(ALL_CLEAN)).not.toContain("quiet");
  },
);

test("each format counts the same", () => {
  expect(text(MIXED)).toMatch(/^4 changed, 2 missing, 4 unmanaged, 3 not checked in 3 of 4 organizations, 1 clean\n/u);
  expect(text(MIXED)).toContain("\n  - Role  2 in globex, initech\n");
  expect(fleetMarkdown(MIXED)).toContain("| Missing | `Role` | 2 | `globex` `initech` |");
  expect(fleetJunit(MIXED)).toContain('<testsuites name="orgform fleet drift" tests="14" failures="10" errors="3"');
  const { runs } = JSON.parse(sarif(MIXED)) as { runs: { results: { message: { text: string } }[] }[] };
  expect([runs.length, runs[0]?.results.length]).toEqual([1, 10]);
  expect(runs[0]?.results[0]?.message.text).toMatch(/^globex: Changed: /u);
  expect(fleetHtml(MIXED)).toContain("<h2>By kind of difference</h2>");
  expect(fleetHtml(MIXED)).toContain("Set &lt;it&gt;");
});

test("a comment holds what the forge takes, whatever the number of organizations", () => {
  const many = rollUp(
    Array.from({ length: 60 }, (_, index) => looked(`customer-${index}`, SAMPLE)),
    NOW,
  );
  expect(fleetMarkdown(many).length).toBeLessThan(65_536);
  expect(fleetMarkdown(many)).toContain("cut short:");
});

test("a name in the table of a page leads to what is said of it, and a long list of names is folded", () => {
  const many = rollUp(
    Array.from({ length: 12 }, (_, index) => looked(`customer-${index}`, SAMPLE)),
    NOW,
  );
  const page = fleetHtml(many);
  for (const { name } of many.organizations) {
    expect(page).toContain(`<section id="organization-${name}">`);
    expect(page).toContain(`<a href="#organization-${name}">${name}</a>`);
  }
  const [table = ""] = /<table class="kinds">.*?<\/table>/su.exec(page) ?? [];
  expect(table.match(/<summary>and 4 more<\/summary>/gu)).toHaveLength(many.kinds.length);
  expect(fleetHtml(MIXED)).not.toContain("<details>");
});

describe.each<[string, (drift: FleetDrift) => string]>([
  ["txt", (drift) => fleetText(drift, markedPaint)],
  ["md", fleetMarkdown],
  ["html", fleetHtml],
  ["xml", fleetJunit],
  ["sarif.json", sarif],
  ["json", fleetJson],
])("the drift of a fleet in the format %s", (ending, format) => {
  test.each([
    ["mixed", MIXED],
    ["clean", ALL_CLEAN],
  ])("%s is as recorded", (what, drift) => {
    const shown = withoutStyle(format(drift));
    expect(shown).toBe(recordedAs(`fleet-drift-${what}.${ending}.txt`, shown));
  });
});
