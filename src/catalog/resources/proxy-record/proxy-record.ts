import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { ProxyRecordBody, ProxyRecordWire } from "../../../client/proxy-records.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { isOwnAccount } from "../member/own-account.ts";
import { organization } from "../organization/organization.ts";
import {
  isProxyRecordNamed,
  plainName,
  proxyRecordCollection,
  proxyRecordIdentity,
  proxyRecordDeletion,
} from "./proxy-record-wire.ts";
import { fieldRef, message } from "../../../model/messages.ts";

/** A host name: labels of letters, digits, hyphens and underscores, at least one dot, a final one allowed. */
const HOST_NAME = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])\.?$/u;

/**
 * A reverse proxy that the service runs for a domain of the organization.
 *
 * @source service contract, proxy records; live service 2025-08, flow 9; live notes 9.
 */
export const proxyRecord = defineResource({
  kind: "object",
  name: "ProxyRecord",
  doc: message`A managed reverse proxy: the service takes events in under a domain of yours, which a CNAME record points at ${fieldRef("targetCname")}.`,
  notes: [
    "Publish a CNAME record from `domain` to `targetCname`; the service looks for it for seven days. `ProxyRecordValidation` waits until the proxy is in use.",
    "A domain name has one proxy record in the whole service. Capitals and a final dot make no difference: Orgform sends the name without them. Where another organization has the name, the running service answers 500 without saying so.",
    "The service takes down a proxy that may be in use in its own time. A delete waits until the record is gone, up to ten minutes, and so does a create of the same name that meets the old record.",
    "How far the proxy is changes by itself and is no part of the state.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, domain: "e.acme.example" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    domain: field(z.string().max(64).regex(HOST_NAME, 'expected a domain name such as "e.acme.example"'), {
      doc: "The domain name under which events are taken in, at most 64 characters.",
      onChange: "replace",
      normalize: plainName,
    }),
  },
  outputs: {
    recordId: field(z.string(), { doc: "Id (UUID) of the proxy record.", stable: true }),
    targetCname: field(z.string(), { doc: "Name that the CNAME record of the domain must point at." }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", stable: true }),
  },
  identity: proxyRecordIdentity,
  naturalKey: {
    fields: ["organizationId", "domain"],
    isUnique: true,
    isTakenUnsaid: true,
    matches: (wire, inputs) => plainName(wire.domain) === plainName(inputs.domain),
    isNamed: isProxyRecordNamed,
    lookUpBy: ["recordId", "domain"],
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  toWire: (inputs): ProxyRecordBody => ({ domain: plainName(inputs.domain ?? "") }),
  fromWire: (wire: ProxyRecordWire, at) => ({
    organizationId: at.organizationId,
    domain: wire.domain,
    recordId: wire.id,
    targetCname: wire.target_cname,
    createdAt: wire.created_at,
  }),
  ops: {
    create: (api: Api, scope, body, call) => api.proxyRecords.create(scope.organizationId, body, call),
    // No read of one and no change: both are server failures in the running service.
    delete: (api, at, call) => api.proxyRecords.delete(at.organizationId, at.recordId, call),
  },
  collection: proxyRecordCollection,
  parent: organization,
  madeAt: (wire) => wire.created_at,
  isMadeByAccount: (api: Api, wire, call) => isOwnAccount(api, wire.created_by, call),
  pendingDeletion: proxyRecordDeletion,
});
