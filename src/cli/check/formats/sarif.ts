import type { Log, ReportingDescriptor, Result } from "sarif";
import { artifactAt, plainText, SARIF_SCHEMA, type SarifTool } from "../../drift/formats/sarif.ts";
import { visibleJson } from "../../drift/formats/escape.ts";
import type { CheckReport } from "../check-report.ts";
import { USUAL_POLICY } from "../checked.ts";
import { type CheckLine, linesOf } from "../lines.ts";

/** For tools that collect findings: SARIF 2.1.0. What nobody can tell is a notification of the run. */
export function sarifCheck(report: CheckReport, { version, homepage }: SarifTool): string {
  const lines = linesOf(report);
  const found = lines.filter(({ isFinding }) => isFinding);
  const rules = [...new Map(found.map((line) => [line.rule, descriptorOf(line, homepage)])).values()];
  const notifications = lines
    .filter(({ isFinding }) => !isFinding)
    .map(({ rule, resource, name, field, is }) => ({
      level: "warning" as const,
      message: { text: plainText(`${rule}: ${resource} ${name}: ${field}: can't tell: ${is}`) },
    }));
  const log: Log = {
    $schema: SARIF_SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "orgform check", semanticVersion: version, informationUri: homepage, rules } },
        invocations: [
          { executionSuccessful: true, endTimeUtc: report.checkedAt, toolExecutionNotifications: notifications },
        ],
        results: found.map((line) => resultOf(line, report, rules)),
      },
    ],
  };
  return `${visibleJson(log)}\n`;
}

const ruleId = (rule: string): string => `orgform/${rule}`;

function descriptorOf({ rule, title, why, remedy, severity }: CheckLine, homepage: string): ReportingDescriptor {
  return {
    id: ruleId(rule),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: remedy },
    helpUri: homepage,
    defaultConfiguration: { level: severity },
  };
}

function resultOf(line: CheckLine, { policy }: CheckReport, rules: readonly ReportingDescriptor[]): Result {
  const { rule, severity, resource, name, id, title, field, is, shouldBe, remedy, change } = line;
  const text = `${title}: ${resource} ${name}.\n${field}: ${is}; should be ${shouldBe}.\n${remedy}`;
  return {
    ruleId: ruleId(rule),
    ruleIndex: rules.findIndex((one) => one.id === ruleId(rule)),
    level: severity,
    ...(change === undefined ? {} : { baselineState: change === "new" ? "new" : "unchanged" }),
    message: { text: plainText(text) },
    locations: [
      {
        // An object of the service has no file, and what calls it wrong is the policy.
        physicalLocation: { artifactLocation: artifactAt(policy ?? USUAL_POLICY), region: { startLine: 1 } },
        logicalLocations: [{ name, fullyQualifiedName: `${resource}/${id}`, kind: "resource" }],
      },
    ],
    // The same finding of two runs is one.
    partialFingerprints: { "orgform/v1": `${rule} ${resource} ${id} ${field}` },
  };
}
