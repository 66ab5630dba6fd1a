import type { Finding, Gap } from "@orgform/watch";
import type { CheckReport } from "../check/check-report.ts";

/** Findings of the rules, each for its object and field. */
export function policyFindings({ findings }: Pick<CheckReport, "findings">): Finding[] {
  return findings.map(({ rule, severity, object, field, is, shouldBe }) => ({
    type: "finding",
    kind: "policy",
    severity,
    resource: object.resourceName,
    id: object.id,
    name: object.name,
    field,
    rule,
    expected: shouldBe,
    found: is,
  }));
}

/** The parts that rules couldn't check. A gap about the organization can be about any object of the rule. */
export function policyGaps({ unjudged }: Pick<CheckReport, "unjudged">): Gap[] {
  return unjudged.map(({ rule, severity, object, field, why }) => ({
    type: "gap",
    source: "policy",
    severity,
    resource: object.resourceName,
    id: object.resourceName === "Organization" ? undefined : object.id,
    name: object.name,
    field,
    rule,
    reason: why,
    isSilent: false,
  }));
}
