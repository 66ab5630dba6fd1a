import type { EngineName } from "../../../../src/engines/engine.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";

import { agoWords } from "../../../../src/cli/drift/entries.ts";
import { htmlReport } from "../../../../src/cli/drift/formats/html.ts";
import { jsonReport } from "../../../../src/cli/drift/formats/json.ts";
import { junitReport } from "../../../../src/cli/drift/formats/junit.ts";
import { markdownReport } from "../../../../src/cli/drift/formats/markdown.ts";
import { sarifReport } from "../../../../src/cli/drift/formats/sarif.ts";
import { textReport } from "../../../../src/cli/drift/formats/text.ts";
import { type DriftReport, outcomeOf } from "../../../../src/app/drift/drift-report.ts";
import { EXIT_CODES } from "../../../../src/cli/drift/report.ts";
import { REPOSITORY } from "../../../support/doc-pages.ts";
import { markedPaint, recordedAs, withoutStyle } from "../../../support/recorded-text.ts";
import { CLEAN, SAMPLE } from "./sample-report.ts";

const text = (report: DriftReport<EngineName>): string => textReport(report, (_color, one) => one);
const sarif = (report: DriftReport<EngineName>): string =>
  sarifReport(report, { version: "1.2.3", homepage: "https://orgform.example/" }, (name) =>
    name === "acme" ? { file: "infra/my org/main.ts", line: 7 } : { file: "Pulumi.yaml", line: 1 },
  );

test("drift goes before what could not be checked, and that before clean", () => {
  const { changed, missing, unmanaged, unchecked, notCompared, implied, retired } = SAMPLE;
  const nothing = {
    changed: [],
    missing: [],
    unmanaged: [],
    unchecked: [],
    notCompared: [],
    implied: [],
    elsewhere: [],
    retired: [],
    unlisted: [],
  };
  expect(EXIT_CODES).toEqual({ clean: 0, unknown: 1, drift: 2 });
  expect(outcomeOf(nothing)).toBe("clean");
  expect(outcomeOf({ ...nothing, notCompared, implied, retired })).toBe("clean");
  expect(outcomeOf({ ...nothing, unchecked })).toBe("unknown");
  for (const part of [{ changed }, { missing }, { unmanaged }])
    expect(outcomeOf({ ...nothing, unchecked, ...part })).toBe("drift");
});

test.each([
  ["text", text],
  ["markdown", markdownReport],
  ["junit", junitReport],
  ["sarif", sarif],
  ["html", htmlReport],
] as const)("%s names every object, and no character of theirs shapes it", (_name, show) => {
  const shown = show(SAMPLE);
  for (const name of ["acme", "nightly", "readers", "bob@acme.example", "0192a7c4-5c0e-7d1a-9c3b-3f6a2b1d0e4f"])
    expect(shown).toContain(name);
  expect(shown.replaceAll(/\\+(?=[[\]])/gu, "")).toContain("[secret]");
  expect(shown).toContain("ann@acme.example");
  expect(shown).toContain("Could not list Plugin. The service answered 403 permission_denied.");
  // oxlint-disable-next-line no-control-regex -- it looks for control characters
  expect(shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u202E]/u);
  expect(show(CLEAN)).not.toContain("acme.example");
});

test("text says in one line what was found, then object by object", () => {
  expect(text(CLEAN)).toBe("no drift among 42 declared objects at https://eu.posthog.com\n");
  const lines = text(SAMPLE).split("\n");
  expect(lines[0]).toBe(
    "2 changed, 1 missing, 2 unmanaged, 1 not checked among 42 declared objects at https://eu.posthog.com",
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      '      samlEntityId: "urn:acme" => "urn:theirs"',
      '      ssoEnforcement: "saml" => (not set)',
    ]),
  );
});

test("JSON is the report as documented", () => {
  const schema = JSON.parse(readFileSync(join(REPOSITORY, "docs/drift-report.schema.json"), "utf8")) as object;
  const isValid = new Ajv().compile(schema);
  const shown = JSON.parse(jsonReport(SAMPLE)) as object;
  expect(shown).toEqual(SAMPLE);
  expect([isValid(shown), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...shown, outcome: "fine" })).toBe(false);
  expect(isValid({ ...shown, more: 1 })).toBe(false);
});

test.each([
  ["json", jsonReport],
  ["sarif", sarif],
] as const)("%s turns the direction of no text", (_name, show) => {
  const shown = show(SAMPLE);
  expect(shown).not.toMatch(/\p{Cf}/u);
});

test("Markdown keeps cells, code and mentions apart, and fits into a comment", () => {
  const shown = markdownReport(SAMPLE);
  expect(shown).toMatch(/^<!-- orgform-drift -->\n### Drift: 2 changed, /u);
  expect(shown).toContain('|  | `destination.config.prefix` | `"events/"` | `"old\\|events/"` |');
  expect(shown).toContain("- Project ``<script>alert(1)</script> `@team` | ]]> ");
  const rows = shown.split("\n").filter((line) => line.startsWith("|"));
  for (const row of rows) expect(row.replaceAll("\\|", "").split("|")).toHaveLength(6);
  const unmanaged = Array.from({ length: 5_000 }, (_, index) => ({
    resource: "Role",
    id: `o/${index}`,
    name: "x",
    importLine: "i",
  }));
  const long = markdownReport({ ...SAMPLE, unmanaged });
  expect(long.length).toBeLessThan(65_536);
  expect(long).toMatch(/This report is cut short: \d{4} more lines didn't fit\.\n$/u);
});

test("who changed an object is told with how long ago and with what, or that the log doesn't show it", () => {
  const [first, ...others] = SAMPLE.changed;
  const withLast = (lastChange: (typeof SAMPLE.changed)[number]["lastChange"]): string =>
    text({ ...SAMPLE, changed: first === undefined ? [] : [{ ...first, lastChange: lastChange ?? null }, ...others] });
  const at = "2026-11-21T06:00:00Z";
  expect(text(SAMPLE)).toContain("Last changed by ann@acme.example 14 hours ago, at 2026-11-20T17:31:00Z.");
  expect(withLast({ by: "bob", at, client: "mcp" })).toContain(
    `Last changed by bob 2 hours ago, at ${at}, with the client mcp.`,
  );
  expect(withLast(null)).toContain("The newest entries of the service's activity log don't show who changed it.");
});

test.each([
  ["2026-11-20T07:59:59Z", "1 day ago"],
  ["2026-11-21T07:01:00Z", "59 minutes ago"],
  ["2026-11-21T07:59:30Z", "less than a minute ago"],
  ["2026-11-21T08:00:01Z", undefined],
  ["no time", undefined],
])("of %s is said, seen from eight o'clock, %p", (at, words) => {
  expect(agoWords(at, "2026-11-21T08:00:00Z")).toBe(words);
});

test("JUnit counts drift as failures and what could not be checked as errors", () => {
  const shown = junitReport(SAMPLE);
  expect(shown).toContain('tests="7" failures="5" errors="1" skipped="0"');
  expect(shown.match(/<testcase /gu)).toHaveLength(7);
  expect(shown.match(/<failure /gu)).toHaveLength(5);
  expect(shown.match(/<error /gu)).toHaveLength(1);
  expect(shown).toContain("39 further declared objects match the state");
  expect(shown).not.toMatch(/<script|\]\]>/u);
  expect(junitReport(CLEAN)).toContain('tests="1" failures="0" errors="0"');
});

test("SARIF has a rule for each result and says whether the look was complete", () => {
  const [run] = (JSON.parse(sarif(SAMPLE)) as { runs: SarifRun[] }).runs as [SarifRun];
  const { rules, semanticVersion } = run.tool.driver;
  expect(semanticVersion).toBe("1.2.3");
  expect(run.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ["orgform/changed", "warning"],
    ["orgform/changed", "warning"],
    ["orgform/missing", "error"],
    ["orgform/unmanaged", "note"],
    ["orgform/unmanaged", "note"],
  ]);
  for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  expect(run.results.map(({ locations: [place] }) => place?.physicalLocation)).toEqual([
    { artifactLocation: { uri: "infra/my%20org/main.ts", uriBaseId: "%SRCROOT%" }, region: { startLine: 7 } },
    ...Array.from({ length: 4 }, () => ({
      artifactLocation: { uri: "Pulumi.yaml", uriBaseId: "%SRCROOT%" },
      region: { startLine: 1 },
    })),
  ]);
  // Brackets would make links of what others wrote.
  for (const { message } of run.results) expect(message.text.replaceAll(/\\[\\[\]]/gu, "")).not.toMatch(/[\\[\]]/u);
  expect(run.invocations[0]?.executionSuccessful).toBe(false);
  expect(run.invocations[0]?.toolExecutionNotifications).toHaveLength(1);
  const clean = (JSON.parse(sarif(CLEAN)) as { runs: SarifRun[] }).runs[0];
  expect([clean?.results, clean?.invocations[0]?.executionSuccessful]).toEqual([[], true]);
});

test("SARIF names a program outside of the folder by its whole address", () => {
  const outside = sarifReport(SAMPLE, { version: "1.2.3", homepage: "https://orgform.example/" }, () => ({
    file: "../my org/main.tf",
    line: 2,
  }));
  const [run] = (JSON.parse(outside) as { runs: SarifRun[] }).runs as [SarifRun];
  const address = pathToFileURL(join(process.cwd(), "../my org/main.tf")).href;
  expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation).toEqual({ uri: address });
});

/** The requirements of the SARIF Multitool (5.7.0, rules of SARIF and of GitHub) besides the schema. */
test.each([
  ["with findings", SAMPLE],
  ["without", CLEAN],
])("SARIF %s holds what validators look for", (_what, report) => {
  const [run] = (JSON.parse(sarif(report)) as { runs: SarifRun[] }).runs as [SarifRun];
  const { rules, informationUri } = run.tool.driver;
  expect(informationUri).toBe("https://orgform.example/");
  expect(new Set(rules.map(({ id }) => id)).size).toBe(3);
  for (const rule of rules) {
    expect(rule.name).toMatch(/^(?:[A-Z][a-z]+){2,}$/u);
    expect(rule.helpUri).toMatch(/^https:/u);
    for (const { text: words } of [rule.shortDescription, rule.fullDescription, rule.help])
      expect(words).toMatch(/^[A-Z].*\.$/u);
    expect(rule.fullDescription.text).not.toBe(rule.shortDescription.text);
  }
  const fingerprints = run.results.map(({ partialFingerprints }) => partialFingerprints["orgform/v1"]);
  expect(new Set(fingerprints).size).toBe(run.results.length);
  for (const { ruleId, ruleIndex, level, message, locations } of run.results) {
    expect(rules[ruleIndex]?.id).toBe(ruleId);
    expect(["error", "warning", "note"]).toContain(level);
    expect(message.text.split("\n")[0]).toMatch(/\S.*\.$/u);
    expect(locations).toHaveLength(1);
    for (const { physicalLocation } of locations) {
      const { artifactLocation, region } = physicalLocation;
      // Relative to the root of the repository, so the upload finds the file.
      expect(artifactLocation.uri).toMatch(/^(?![a-z]+:|\/|\.\.)[\w%./-]+$/u);
      expect(region.startLine).toBeGreaterThanOrEqual(1);
    }
  }
  for (const { message } of run.invocations[0]?.toolExecutionNotifications ?? []) expect(message.text).not.toBe("");
});

test("HTML is one page that loads nothing and runs nothing", () => {
  const shown = htmlReport(SAMPLE);
  expect(shown).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(shown).not.toMatch(/<script|<link|<img|<iframe|src=|href=|url\(/u);
  expect(shown.match(/<article /gu)).toHaveLength(6);
  expect(htmlReport(CLEAN)).toContain("No drift");
});

interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly helpUri: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string };
}

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly semanticVersion: string;
      readonly informationUri: string;
      readonly rules: readonly SarifRule[];
    };
  };
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
  }[];
  readonly results: readonly {
    readonly ruleId: string;
    readonly ruleIndex: number;
    readonly level: string;
    readonly message: { readonly text: string };
    readonly locations: readonly {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number };
      };
    }[];
    readonly partialFingerprints: Readonly<Record<string, string>>;
  }[];
}

test.each([
  ["text", text],
  ["markdown", markdownReport],
  ["junit", junitReport],
  ["sarif", sarif],
  ["html", htmlReport],
] as const)("%s names types and properties as a configuration of Terraform does", (_name, show) => {
  const shown = show({ ...SAMPLE, engine: "terraform" });
  expect(shown).toContain("saml_entity_id");
  expect(shown).toMatch(/orgform_domain\b/u);
  expect(shown).not.toMatch(/samlEntityId|ssoEnforcement|\bDomain\b/u);
});

describe.each<[string, (report: DriftReport<EngineName>) => string]>([
  ["txt", (report) => textReport(report, markedPaint)],
  ["md", markdownReport],
  ["html", htmlReport],
  ["xml", junitReport],
  ["sarif.json", sarif],
  ["json", jsonReport],
])("drift in the format %s", (ending, format) => {
  test.each([
    ["sample", SAMPLE],
    ["clean", CLEAN],
  ])("%s is as recorded", (what, report) => {
    const shown = withoutStyle(format(report));
    expect(shown).toBe(recordedAs(`drift-${what}.${ending}.txt`, shown));
  });
});
