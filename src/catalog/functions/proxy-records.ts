import { aTypeName, message } from "../../model/messages.ts";
import * as z from "zod";

import type { ProxyDiagnosisWire } from "../../client/proxy-records.ts";
import { member } from "../../model/block.ts";
import { field } from "../../model/field.ts";
import type { Refusal } from "../../model/function.ts";
import { EXAMPLE_ORGANIZATION, EXAMPLE_PROXY_RECORD, organizationIdInput, uuid } from "../fields/field-types.ts";
import { declareFunction, declareRead } from "./declare.ts";

const one = {
  organizationId: organizationIdInput,
  recordId: field(uuid("proxy record"), { doc: "ID (UUID) of the proxy record." }),
};

/** Neither operation declares a scope, so the service refuses scoped keys. @source proxy-records.md */
const ACTION = {
  scopes: [],
  arguments: one,
  example: { organizationId: EXAMPLE_ORGANIZATION, recordId: EXAMPLE_PROXY_RECORD },
} as const;

const SINCE =
  "The service has had this call since September 2026. Services of August 2025 and the documented contract don't have it.";
const NO_RETRY = `${SINCE} There, delete and create the proxy record again.`;
const NO_DIAGNOSIS = message`${SINCE} There, ${aTypeName("ProxyRecordValidation")} reports what is missing.`;

/** A refusal of the route itself, with an explanation about service versions; not a refusal about a single record. */
const isOfRoute = (error?: Refusal): boolean => error === undefined || error.status === 404;

/** A proxy that accepts events or soon will: there is nothing to retry. */
const NOT_FAILED: readonly string[] = ["waiting", "issuing", "valid", "warning"];

export const retryProxyRecord = declareFunction({
  ...ACTION,
  name: "retryProxyRecord",
  doc: "Asks the service to retry a failed reverse proxy, and to look for the CNAME record for another seven days.",
  notes: [
    "Use it for a record that timed out or broke. It doesn't change a record that hasn't failed, and returns its status.",
    message`To wait until the proxy works, declare ${aTypeName("ProxyRecordValidation")} that depends on this call.`,
    NO_RETRY,
  ],
  effect: "write",
  repeat: "lookup",
  operations: ["proxyRecords.retry"],
  result: {
    status: field(z.string(), { doc: "Status of the proxy record, in the service's words; `waiting` after a retry." }),
  },
  alternative:
    "Otherwise, an admin of the organization can retry it in the organization's settings, under managed reverse proxies.",
  knownFailure: (_args, error) => (isOfRoute(error) ? NO_RETRY : undefined),
  plan: ({ recordId }) => `ask the service to retry proxy record ${recordId}`,
  // Read from the list, because the service of 2025-08 fails to show a single record.
  lookUp: async ({ organizationId, recordId }, { api, options }) => {
    const records = await api.proxyRecords.list(organizationId, options).all();
    const status = records.find(({ id }) => id === recordId)?.status;
    return status !== undefined && NOT_FAILED.includes(status) ? { status } : undefined;
  },
  run: async ({ organizationId, recordId }, { api, options }) => {
    const record = await api.proxyRecords.retry(organizationId, recordId, options);
    return { status: record?.status ?? "waiting" };
  },
});

const recordSchema = z.object({
  name: member(z.string(), { doc: "Full name of the record." }),
  type: member(z.string(), { doc: "Type of the record, such as CNAME." }),
  value: member(z.string(), { doc: "Value of the record." }),
});

const remediationSchema = z.object({
  type: member(z.string().optional(), { doc: "Kind of the remedy, in the service's words." }),
  summary: member(z.string().optional(), { doc: "What to do, in the service's words." }),
  records: member(z.array(recordSchema), { doc: "DNS records to publish; may be none." }),
});

const checkSchema = z.object({
  id: member(z.string(), { doc: "ID of the check." }),
  name: member(z.string(), { doc: "Subject of the check." }),
  status: member(z.string(), { doc: "Result, in the service's words." }),
  detail: member(z.string().optional(), { doc: "Finding of the check." }),
  remediation: member(remediationSchema.optional(), { doc: "Remedy, if the service knows one." }),
});

type Check = z.output<typeof checkSchema>;

export const diagnoseProxyRecord = declareRead({
  ...ACTION,
  name: "diagnoseProxyRecord",
  doc: "Asks the service to diagnose a reverse proxy, check by check.",
  notes: [
    "For each caller, the service diagnoses one record every 30 seconds. An earlier call waits.",
    message`If ${aTypeName("ProxyRecordValidation")} times out, its error lists the failed checks, if the key can ask for them.`,
    NO_DIAGNOSIS,
  ],
  operations: ["proxyRecords.diagnose"],
  result: {
    ranAt: field(z.string(), { doc: "Time of the diagnosis, UTC, RFC 3339." }),
    status: field(z.string(), { doc: "`healthy`, `warn` or `fail`." }),
    primaryIssue: field(z.string().optional(), {
      doc: "ID of the most important failed check; absent if none failed.",
    }),
    nextAction: field(z.string().optional(), { doc: "What to do next; absent if there is nothing to do." }),
    checks: field(z.array(checkSchema), {
      doc: "Checks, each with a `status` of passed, warned, failed, or skipped, and, if there is one, with the remedy and its DNS records.",
    }),
  },
  alternative:
    "Otherwise, an admin of the organization can see the status in the organization's settings, under managed reverse proxies.",
  knownFailure: (_args, error) => (isOfRoute(error) ? NO_DIAGNOSIS : undefined),
  run: async ({ organizationId, recordId }, { api, options }) => {
    const { ran_at: ranAt, summary, checks } = await api.proxyRecords.diagnose(organizationId, recordId, options);
    const { status, primary_issue: primaryIssue, next_action: nextAction } = summary;
    return {
      ranAt,
      status,
      ...(primaryIssue === null ? {} : { primaryIssue }),
      ...(nextAction === null ? {} : { nextAction }),
      checks: checks.map(checkOf),
    };
  },
});

function checkOf({ id, name, status, detail, remediation }: ProxyDiagnosisWire["checks"][number]): Check {
  return {
    id,
    name,
    status,
    ...(detail === null ? {} : { detail }),
    ...(remediation === null || remediation === undefined ? {} : { remediation: remedyOf(remediation) }),
  };
}

type Remediation = NonNullable<ProxyDiagnosisWire["checks"][number]["remediation"]>;

function remedyOf({ type, summary, records }: Remediation): Check["remediation"] {
  return {
    ...(type === null ? {} : { type }),
    ...(summary === null ? {} : { summary }),
    records: (records ?? []).map((record) => ({ name: record.name, type: record.type, value: record.value })),
  };
}
