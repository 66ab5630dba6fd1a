import type { ProxyDiagnosisWire } from "../../../client/proxy-records.ts";

type Check = ProxyDiagnosisWire["checks"][number];

/** What the service finds wrong with a proxy: how it stands, what to do next, and each check that failed. */
export function diagnosisLines({ summary, checks }: ProxyDiagnosisWire): string[] {
  const next = summary.next_action ?? "";
  const failed = checks.filter(({ status }) => status === "failed");
  return [
    sentenceOf([`The service's own diagnosis is ${JSON.stringify(summary.status)}${next === "" ? "." : ":"}`, next]),
    ...failed.map((check) => `- ${lineOf(check, next)}`),
  ];
}

/** The remedy is left out where it is the next action, which was told already. */
function lineOf({ name, detail, remediation }: Check, told: string): string {
  const remedy = remediation?.summary ?? "";
  const records = (remediation?.records ?? []).map((record) => `${record.name} ${record.type} ${record.value}`);
  const wanted = records.length === 0 ? "" : `Record: ${records.join(", ")}`;
  return sentenceOf([`${name} failed:`, detail ?? "", remedy === told ? "" : remedy, wanted]);
}

const sentenceOf = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");
