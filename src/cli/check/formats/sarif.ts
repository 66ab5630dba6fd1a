import type { Log, ReportingDescriptor, Result } from "sarif";
import { artifactAt, plainText, SARIF_SCHEMA, type SarifTool } from "../../drift/formats/sarif.ts";
import { visibleJson } from "../../drift/formats/escape.ts";
import type { CheckReport } from "../check-report.ts";
import { USUAL_POLICY } from "../checked.ts";
import { type CheckLine, linesOf } from "../lines.ts";

/** For tools that collect findings: SARIF 2.1.0. Rules that couldn't be checked are notifications of the run. */
export function sarifCheck(report: CheckReport, tool: SarifTool): string {
  const lines = linesOf(report).map((line) => ({ line }));
  return sarifOfLines(lines, { ...report, ...tool, name: "orgform check" });
}

/** A line, and the organization of a fleet that it is about. */
interface LineOf {
  readonly line: CheckLine;
  readonly organization?: string;
}

/** The tool, the policy, and the time of the check. */
type SarifCheck = SarifTool & Pick<CheckReport, "policy" | "checkedAt"> & { readonly name: string };

/** The findings as a log with one run. */
export function sarifOfLines(
  lines: readonly LineOf[],
  { name: tool, version, homepage, policy, checkedAt }: SarifCheck,
): string {
  const found = lines.filter(({ line }) => line.isFinding);
  const rules = [...new Map(found.map(({ line }) => [line.rule, descriptorOf(line, homepage)])).values()];
  const notifications = lines
    .filter(({ line }) => !line.isFinding)
    .map(({ line: { rule, resource, name, field, is }, organization }) => ({
      level: "warning" as const,
      message: {
        text: plainText(`${prefix(organization, ": ")}${rule}: ${resource} ${name}: ${field}: can't tell: ${is}`),
      },
    }));
  const log: Log = {
    $schema: SARIF_SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: tool, semanticVersion: version, informationUri: homepage, rules } },
        invocations: [{ executionSuccessful: true, endTimeUtc: checkedAt, toolExecutionNotifications: notifications }],
        results: found.map((one) => resultOf(one, policy, rules)),
      },
    ],
  };
  return `${visibleJson(log)}\n`;
}

const ruleId = (rule: string): string => `orgform/${rule}`;

function descriptorOf({ rule, title, why, remedy, severity, page }: CheckLine, homepage: string): ReportingDescriptor {
  return {
    id: ruleId(rule),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: remedy },
    helpUri: page === undefined ? homepage : new URL(`${page}/`, homepage).href,
    defaultConfiguration: { level: severity },
  };
}

const prefix = (organization: string | undefined, separator: string): string =>
  organization === undefined ? "" : `${organization}${separator}`;

function resultOf(
  { line, organization }: LineOf,
  policy: string | undefined,
  rules: readonly ReportingDescriptor[],
): Result {
  const { rule, severity, resource, name, id, title, field, is, shouldBe, remedy, change } = line;
  const text = `${prefix(organization, ": ")}${title}: ${resource} ${name}.\n${field}: ${is}; should be ${shouldBe}.\n${remedy}`;
  return {
    ruleId: ruleId(rule),
    ruleIndex: rules.findIndex((one) => one.id === ruleId(rule)),
    level: severity,
    ...(change === undefined ? {} : { baselineState: change === "stays" ? "unchanged" : "new" }),
    message: { text: plainText(text) },
    locations: [
      {
        // An object of the service has no file, and what calls it wrong is the policy.
        physicalLocation: { artifactLocation: artifactAt(policy ?? USUAL_POLICY), region: { startLine: 1 } },
        logicalLocations: [
          { name, fullyQualifiedName: `${prefix(organization, "/")}${resource}/${id}`, kind: "resource" },
        ],
      },
    ],
    // The same finding of two runs is one.
    partialFingerprints: { "orgform/v1": `${prefix(organization, "/")}${rule} ${resource} ${id} ${field}` },
  };
}
