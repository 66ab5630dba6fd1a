import type { EngineName } from "../../../engines/engine.ts";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import type { ArtifactLocation, Log, ReportingDescriptor, Result, Run } from "sarif";
import { type Entry, ENTRY_KINDS, entriesOf, type EntryKind, KIND_WORDS } from "../entries.ts";
import type { DriftReport } from "../../../app/drift/drift-report.ts";
import { visibleJson } from "./escape.ts";

/** @source docs.oasis-open.org/sarif/sarif/v2.1.0 */
export const SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** The name of a rule, the severity of its findings, and their remedy. */
const RULES = {
  changed: {
    name: "ObjectChanged",
    level: "warning",
    help: "Somebody changed it elsewhere. An apply restores the declared value. To keep the change, write it into the program first.",
  },
  missing: {
    name: "ObjectMissing",
    level: "error",
    help: "Somebody deleted it elsewhere. An apply creates it again. If it should stay deleted, remove it from the program first.",
  },
  unmanaged: {
    name: "ObjectUnmanaged",
    level: "note",
    help: "Import it with the command that the finding shows, delete it, or name it in .orgformignore.",
  },
} as const;

/** The tool that created the report. */
export interface SarifTool {
  readonly version: string;
  /** Its documentation. */
  readonly homepage: string;
}

/** The place that declares an object, by its name in the program; the main file for an unmanaged one. */
export type PlaceOf = (name: string) => { readonly file: string; readonly line: number };

type FoundKind = keyof typeof RULES;

/** An entry with its place, and its organization in a fleet. */
export interface Finding {
  readonly entry: Entry;
  readonly place: ReturnType<PlaceOf>;
  readonly organization?: string;
}

/** For tools that collect findings: SARIF 2.1.0. Objects that couldn't be checked are notifications of the run. */
export function sarifReport(report: DriftReport<EngineName>, tool: SarifTool, placeOf: PlaceOf): string {
  const findings = entriesOf(report).map((entry) => ({ entry, place: placeOf(entry.name) }));
  return sarifOf(findings, { name: "orgform drift", ...tool }, report.checkedAt);
}

/** The findings of one comparison as a log with one run. */
export function sarifOf(
  findings: readonly Finding[],
  { name, version, homepage }: SarifTool & { readonly name: string },
  checkedAt: string,
): string {
  const results = findings.flatMap((finding) =>
    isFound(finding.entry.kind) ? [resultFrom(finding, finding.entry.kind)] : [],
  );
  const notifications = findings
    .filter(({ entry }) => entry.kind === "unchecked")
    .map((finding) => ({ level: "error" as const, message: { text: messageOf(finding) } }));
  const rules = ENTRY_KINDS.filter(isFound).map((kind): ReportingDescriptor => ({
    id: ruleOf(kind),
    name: RULES[kind].name,
    shortDescription: { text: KIND_WORDS[kind].meaning },
    fullDescription: { text: `${KIND_WORDS[kind].meaning} ${RULES[kind].help}` },
    help: { text: RULES[kind].help },
    helpUri: homepage,
    defaultConfiguration: { level: RULES[kind].level },
  }));
  const run: Run = {
    tool: { driver: { name, semanticVersion: version, informationUri: homepage, rules } },
    invocations: [
      {
        executionSuccessful: notifications.length === 0,
        endTimeUtc: checkedAt,
        toolExecutionNotifications: notifications,
      },
    ],
    results,
  };
  const log: Log = { $schema: SARIF_SCHEMA, version: "2.1.0", runs: [run] };
  return `${visibleJson(log)}\n`;
}

function isFound(kind: EntryKind): kind is FoundKind {
  return kind !== "unchecked";
}

function resultFrom(finding: Finding, kind: FoundKind): Result {
  const { entry, organization } = finding;
  const { resource, name, id = "" } = entry;
  const { file, line } = finding.place;
  const of = organization === undefined ? "" : `${organization}/`;
  return {
    ruleId: ruleOf(kind),
    ruleIndex: Object.keys(RULES).indexOf(kind),
    level: RULES[kind].level,
    message: { text: messageOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifactAt(file),
          region: { startLine: line },
        },
        logicalLocations: [{ name, fullyQualifiedName: `${of}${resource}/${id}`, kind: "resource" }],
      },
    ],
    // The same finding of two runs is one.
    partialFingerprints: { "orgform/v1": `${of}${kind} ${resource} ${id}` },
  };
}

/** A path as a reference from the top of the repository, whatever system wrote it; absolute if it leads out of the repository. */
export function artifactAt(file: string): ArtifactLocation {
  const steps = file.split(/[\\/]/u);
  if (steps[0] === ".." || isAbsolute(file)) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: steps.map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}

/** In a message brackets make links, and a backslash takes their meaning away. @source SARIF 2.1.0, 3.11.6 */
export function plainText(text: string): string {
  return text.replaceAll(/[\\[\]]/gu, "\\$&");
}

function ruleOf(kind: FoundKind): string {
  return `orgform/${kind}`;
}

function messageOf({ entry: { kind, resource, name, properties, notes }, organization }: Finding): string {
  const of = organization === undefined ? "" : `${organization}: `;
  const title = `${of}${KIND_WORDS[kind].title}: ${resource} ${name}.`;
  const lines = properties.map(({ path, expected, found }) => `${path}: ${expected} => ${found}`);
  return plainText([title, ...lines, ...notes].join("\n"));
}
