import * as z from "zod";
import { fieldRef, message, typeRef } from "../../../model/messages.ts";
import { asyncDeletion } from "../../../capabilities/async-deletion.ts";
import { wait, type Wait } from "../../../capabilities/wait.ts";
import type { Api } from "../../../client/client.ts";
import type { ProxyDiagnosisWire, ProxyRecordWire } from "../../../client/proxy-records.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { EXAMPLE_ORGANIZATION, EXAMPLE_PROXY_RECORD, organizationIdInput, uuid } from "../../fields/field-types.ts";
import { organization } from "../organization/organization.ts";
import { proxyRecord } from "./proxy-record.ts";
import {
  isProxyRecordNamed,
  proxyRecordCollection,
  proxyRecordDeletion,
  proxyRecordIdentity,
  shown,
} from "./proxy-record-wire.ts";
import { waitInputs } from "../../fields/wait-inputs.ts";

/** States in which the proxy accepts events; a warning reports a possible future problem. @source live notes 9.3 */
const WORKING: readonly string[] = ["valid", "warning"];

/**
 * The service checks the CNAME record within five minutes, and issues a certificate within fifteen. @source live notes
 * 9.3
 */
const DEFAULT_TIMEOUT_SECONDS = 1_800;

/** The event that a validation waits for. */
export const validationWait: Wait<Api, ProxyRecordWire, "organizationId" | "recordId"> = {
  isDone: (wire: ProxyRecordWire) => WORKING.includes(wire.status),
  whyNever: (wire) =>
    wire.status === "timed_out"
      ? `The service gave up looking for a CNAME record from ${wire.domain} to ${wire.target_cname}. ` +
        message`Publish it, then delete and create the proxy record again. On services since September 2026, you can also retry it with ${typeRef("retryProxyRecord")} or in their settings.`
      : undefined,
  describe: awaitedOf,
  facts: ({ status, domain, target_cname: target }) =>
    status === "waiting" ? ["Publish this CNAME record, its name, then its target:", domain, target] : [],
  // Scoped keys are refused; services before September 2026 have no such route.
  diagnose: async (api: Api, { organizationId, recordId }, call) =>
    diagnosisLines(await api.proxyRecords.diagnose(organizationId, recordId, call)),
  timeoutField: "timeoutSeconds",
  intervalField: "pollIntervalSeconds",
};

/**
 * Waits until a managed reverse proxy is in use.
 *
 * @source live notes 9.3 (states); live service 2025-08, flow 9.
 */
export const proxyRecordValidation = defineResource({
  kind: "settings",
  name: "ProxyRecordValidation",
  doc: "Waits until a proxy works, after the service has found its CNAME record and issued a certificate.",
  notes: [
    message`Make it depend on the CNAME record. The service checks that record automatically, at first every few seconds, later every five minutes. A certificate takes up to fifteen more minutes. Create checks the status every ${fieldRef("pollIntervalSeconds")}, until the record is valid or ${fieldRef("timeoutSeconds")} have passed. If it times out, the error says what is missing. Services since September 2026 add their own diagnosis if the key has no scopes.`,
    "A record with a warning counts as valid. If the service didn't find the CNAME record within seven days, the proxy record stays timed out. The wait then ends immediately and says what to do.",
    "The service checks every proxy once a day. If a proxy has failed since, a refresh removes this resource from the state, and the next update waits for the proxy again.",
    "It changes nothing in the service. Deleting it does nothing, and for a valid record, create succeeds immediately.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, recordId: EXAMPLE_PROXY_RECORD, timeoutSeconds: 3_600 },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    recordId: field(uuid("proxy record"), {
      doc: "ID (UUID) of the proxy record.",
      wire: shown("id"),
      onChange: "replace",
      refersTo: { resource: () => proxyRecord },
    }),
    ...waitInputs(DEFAULT_TIMEOUT_SECONDS),
  },
  outputs: {
    domain: field(z.string(), {
      doc: "Domain name under which the service receives events.",
      wire: shown("domain"),
      stable: true,
    }),
  },
  identity: proxyRecordIdentity,
  naturalKey: {
    fields: ["organizationId", "recordId"],
    isUnique: true,
    matches: (wire, inputs) => wire.id === inputs.recordId,
    isNamed: isProxyRecordNamed,
  },
  scopes: { read: ["organization:read"], write: [] },
  ops: {},
  collection: proxyRecordCollection,
  parent: organization,
  capabilities: [asyncDeletion(proxyRecordDeletion), wait(validationWait)],
});

/** What a record still needs to become valid. */
function awaitedOf({ status, domain, target_cname: target, message }: ProxyRecordWire): string {
  const said = message === null || message === "" ? "" : ` (the service says ${JSON.stringify(message)})`;
  if (status === "waiting") return `a CNAME record from ${domain} to ${target}${said}`;
  if (status === "issuing") return `the certificate of ${domain}${said}`;
  return `the proxy of ${domain} to become valid, which is ${JSON.stringify(status)}${said}`;
}

type Check = ProxyDiagnosisWire["checks"][number];

/** The service's diagnosis of a proxy: its state, the next step, and each failed check. */
function diagnosisLines({ summary, checks }: ProxyDiagnosisWire): string[] {
  const next = summary.next_action ?? "";
  const failed = checks.filter(({ status }) => status === "failed");
  return [
    sentenceOf([`The service's own diagnosis is ${JSON.stringify(summary.status)}${next === "" ? "." : ":"}`, next]),
    ...failed.map((check) => `- ${lineOf(check, next)}`),
  ];
}

/** Omits the remedy if it equals the next step, which was printed before. */
function lineOf({ name, detail, remediation }: Check, told: string): string {
  const remedy = remediation?.summary ?? "";
  const records = (remediation?.records ?? []).map((record) => `${record.name} ${record.type} ${record.value}`);
  const wanted = records.length === 0 ? "" : `Record: ${records.join(", ")}`;
  return sentenceOf([`${name} failed:`, detail ?? "", remedy === told ? "" : remedy, wanted]);
}

const sentenceOf = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");
