import { asyncDeletion } from "../../../capabilities/async-deletion.ts";
import * as z from "zod";

import { wait, type Wait } from "../../../capabilities/wait.ts";
import type { Api } from "../../../client/client.ts";
import type { ProxyRecordWire } from "../../../client/proxy-records.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { EXAMPLE_ORGANIZATION, EXAMPLE_PROXY_RECORD, organizationIdInput, uuid } from "../../fields/field-types.ts";
import { organization } from "../organization/organization.ts";
import { diagnosisLines } from "./proxy-diagnosis.ts";
import { proxyRecord } from "./proxy-record.ts";
import {
  isProxyRecordNamed,
  proxyRecordCollection,
  proxyRecordIdentity,
  proxyRecordDeletion,
} from "./proxy-record-wire.ts";
import { waitInputs } from "../../fields/wait-inputs.ts";

/** States in which the proxy takes events in; a warning tells of what may become a trouble. @source live notes 9.3 */
const WORKING: readonly string[] = ["valid", "warning"];

/** Up to five minutes until the service looks for the CNAME record, fifteen for the certificate. @source live notes 9.3 */
const DEFAULT_TIMEOUT_SECONDS = 1_800;

/** What a validation waits for. */
export const validationWait: Wait<Api, ProxyRecordWire, "organizationId" | "recordId"> = {
  isDone: (wire: ProxyRecordWire) => WORKING.includes(wire.status),
  whyNever: (wire) =>
    wire.status === "timed_out"
      ? `The service gave up looking for a CNAME record from ${wire.domain} to ${wire.target_cname}. ` +
        "Publish it, then delete the proxy record and make it anew; services since September 2026 can also try again, by `retryProxyRecord` or in their settings."
      : undefined,
  describe: awaitedOf,
  facts: ({ status, domain, target_cname: target }) =>
    status === "waiting" ? ["Publish this CNAME record, its name, then its target:", domain, target] : [],
  // Refused to keys with scopes; services before September 2026 have no such route.
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
  doc: "Waits until the proxy of a proxy record takes events in: until the service has found its CNAME record and has a certificate.",
  notes: [
    "Make it depend on the CNAME record. The service looks for that by itself, at first every few seconds, later every five minutes; a certificate takes it up to fifteen minutes more. Creating this resource looks every `pollIntervalSeconds` how far it is, until the record is valid or `timeoutSeconds` are over; the time-out names what was awaited, on services since September 2026 with their own diagnosis where the key has no scopes.",
    "A record with a warning counts as valid. A record for which the service has looked in vain for seven days stays timed out: the wait ends at once and says what to do.",
    "The service looks at every proxy once a day. One that has failed since is dropped from the state by a refresh, and the next update waits for it again.",
    "It changes nothing at the service: deleting it does nothing, a valid record is a success at once.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, recordId: EXAMPLE_PROXY_RECORD, timeoutSeconds: 3_600 },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    recordId: field(uuid("proxy record"), {
      doc: "Id (UUID) of the proxy record.",
      onChange: "replace",
      refersTo: () => proxyRecord,
    }),
    ...waitInputs(DEFAULT_TIMEOUT_SECONDS),
  },
  outputs: {
    domain: field(z.string(), { doc: "The domain name under which events are taken in.", stable: true }),
  },
  identity: proxyRecordIdentity,
  naturalKey: {
    fields: ["organizationId", "recordId"],
    isUnique: true,
    matches: (wire, inputs) => wire.id === inputs.recordId,
    isNamed: isProxyRecordNamed,
  },
  scopes: { read: ["organization:read"], write: [] },
  toWire: () => ({}),
  fromWire: (wire: ProxyRecordWire, at) => ({
    organizationId: at.organizationId,
    recordId: wire.id,
    domain: wire.domain,
  }),
  ops: {},
  collection: proxyRecordCollection,
  parent: organization,
  capabilities: [asyncDeletion(proxyRecordDeletion), wait(validationWait)],
});

/** What a record that is not valid yet still needs. */
function awaitedOf({ status, domain, target_cname: target, message }: ProxyRecordWire): string {
  const said = message === null || message === "" ? "" : ` (the service says ${JSON.stringify(message)})`;
  if (status === "waiting") return `a CNAME record from ${domain} to ${target}${said}`;
  if (status === "issuing") return `the certificate of ${domain}${said}`;
  return `the proxy of ${domain} to become valid, which is ${JSON.stringify(status)}${said}`;
}
