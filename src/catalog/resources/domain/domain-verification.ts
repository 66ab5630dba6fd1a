import { fieldRef, message } from "../../../model/messages.ts";
import * as z from "zod";

import { wait, type Wait } from "../../../capabilities/wait.ts";
import type { Api } from "../../../client/client.ts";
import type { DomainWire } from "../../../client/domains.ts";
import { isApiError } from "../../../client/errors.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { domain } from "./domain.ts";
import {
  domainCollection,
  domainIdentity,
  domainOps,
  isDomainNamed,
  shown,
  verificationRecordOf,
} from "./domain-wire.ts";
import { EXAMPLE_DOMAIN, EXAMPLE_ORGANIZATION, organizationIdInput, uuid } from "../../fields/field-types.ts";
import { organization } from "../organization/organization.ts";
import { waitInputs } from "../../fields/wait-inputs.ts";

/** The event that a verification waits for. */
export const verificationWait: Wait<Api, DomainWire, "organizationId" | "domainId"> = {
  isDone: (wire: DomainWire) => wire.is_verified,
  describe: (wire: DomainWire) => {
    const record = verificationRecordOf(wire);
    return `the DNS record ${record.name} of type ${record.type} with exactly the value ${JSON.stringify(record.value)}`;
  },
  facts: (wire) => {
    const { type, name, value } = verificationRecordOf(wire);
    return [`Publish this DNS record of type ${type}, its name, then its value:`, name, value];
  },
  prompt: {
    ask: (api: Api, at, call) => api.domains.verify(at.organizationId, at.domainId, call),
    isNotAllowed: (error) => isApiError(error) && error.category === "permission",
    isAlreadyDone: (error) => isApiError(error) && error.code === "already_verified",
    whoCanAsk: "an admin presses `Verify` in settings, or an unscoped key",
  },
  timeoutField: "timeoutSeconds",
  intervalField: "pollIntervalSeconds",
};

/**
 * Waits until a domain is verified.
 *
 * @source live service 2025-08, flow 2:74-93 (statuses), 11 (keys that can't ask).
 */
export const domainVerification = defineResource({
  kind: "settings",
  name: "DomainVerification",
  doc: "Waits until a domain is verified. It asks the service to check the DNS record, and polls until the service finds it.",
  notes: [
    message`Make it depend on the DNS record. Create asks for a verification every ${fieldRef("pollIntervalSeconds")}, until the domain is verified or ${fieldRef("timeoutSeconds")} have passed. If it times out, the error names the expected record.`,
    "A key with scopes can't ask for a verification. With such a key, Orgform only polls. Press `Verify` in the organization's settings, or use an unscoped key.",
    "It changes nothing in the service. Deleting it does nothing, and for a verified domain, create succeeds immediately.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, domainId: EXAMPLE_DOMAIN, timeoutSeconds: 900 },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    domainId: field(uuid("domain"), {
      doc: "ID (UUID) of the domain.",
      wire: shown("id"),
      onChange: "replace",
      refersTo: { resource: () => domain },
    }),
    ...waitInputs(600),
  },
  outputs: {
    domain: field(z.string(), { doc: "The domain name.", wire: shown("domain"), stable: true }),
    verifiedAt: field(z.string().optional(), {
      doc: "Time of the verification, UTC, RFC 3339.",
      wire: shown("verified_at"),
      stable: true,
    }),
  },
  identity: domainIdentity,
  naturalKey: {
    fields: ["organizationId", "domainId"],
    isUnique: true,
    matches: (wire: DomainWire, inputs) => wire.id === inputs.domainId,
    isNamed: isDomainNamed,
  },
  // A key that isn't allowed to request a verification only waits.
  scopes: { read: ["organization:read"], write: ["organization:write"], surely: [] },
  ops: { read: domainOps.read },
  collection: domainCollection,
  parent: organization,
  capabilities: [wait(verificationWait)],
});
