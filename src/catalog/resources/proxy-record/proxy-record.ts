import { unsupportedInputs } from "../../../capabilities/unsupported-inputs.ts";
import { setAfterwards } from "../../../capabilities/set-afterwards.ts";
import { asyncDeletion } from "../../../capabilities/async-deletion.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { Api, OrganizationWire } from "../../../client/client.ts";
import type { ProxyRecordWire } from "../../../client/proxy-records.ts";
import { defineResource } from "../../../model/definition.ts";
import type { ResourceOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { isOwnAccount } from "../member/own-account.ts";
import { organization } from "../organization/organization.ts";
import { isApiError } from "../../../client/errors.ts";
import { isServiceOf2026 } from "../../../client/service-age.ts";
import {
  custom,
  isProxyRecordNamed,
  plainName,
  proxyRecordCollection,
  proxyRecordIdentity,
  proxyRecordDeletion,
  same,
  shown,
} from "./proxy-record-wire.ts";
import type { GuardContext, ServiceContext } from "../../../model/guard.ts";
import { fieldRef, message, type Text, typeRef } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { organizationLog } from "../organization/organization-log.ts";

/** A host name: labels of letters, digits, hyphens, and underscores, with at least one dot, and an optional final dot. */
const HOST_NAME = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])\.?$/u;

/** The service refuses every other scheme. @source service 2026-09, proxy-records.md, PATCH */
const HTTPS = /^https:\/\/[^\s/]/u;

/**
 * A reverse proxy that the service runs for a domain of the organization.
 *
 * @source service contract, proxy records; live service 2025-08, flow 9; live notes 9.
 */
export const proxyRecord = defineResource({
  kind: "object",
  name: "ProxyRecord",
  doc: message`Manages a reverse proxy: the service receives events under a domain of yours, whose CNAME record points to ${fieldRef("targetCname")}.`,
  notes: [
    message`Publish a CNAME record from \`domain\` to ${fieldRef("targetCname")}. The service looks for it for seven days. ${typeRef("ProxyRecordValidation")} waits until the proxy works.`,
    "A domain name can have one proxy record in the whole service. Case and a final dot make no difference: Orgform sends the name in lowercase and without the dot. If another organization uses the name, the service answers with a 500 and no reason.",
    "The service deletes a working proxy asynchronously. Delete waits until the record is gone, up to ten minutes. So does a create that finds the old record of the same name.",
    "If the service reports the plan's limit, the preview fails for records over the limit.",
    "The status of the proxy changes over time, so it isn't part of the state.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, domain: "e.acme.example" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    domain: field(z.string().max(64).regex(HOST_NAME, 'expected a domain name such as "e.acme.example"'), {
      doc: "Domain name under which the service receives events, at most 64 characters.",
      wire: custom(
        (wire) => wire.domain,
        (domain: string) => ({ domain: plainName(domain) }),
      ),
      onChange: "replace",
      normalize: plainName,
    }),
    rootRedirectUrl: field(
      z.string().max(1_024).regex(HTTPS, 'expected an address such as "https://acme.example"').optional(),
      {
        doc: "Redirect target for the root of the proxy: an HTTPS URL on the same registrable domain, at most 1,024 characters. Services before August 2026 don't have this setting.",
        wire: same("root_redirect_url"),
        serviceDefault: null,
      },
    ),
  },
  outputs: {
    recordId: field(z.string(), { doc: "ID (UUID) of the proxy record.", wire: shown("id"), stable: true }),
    targetCname: field(z.string(), {
      doc: "Name that the domain's CNAME record must point to.",
      wire: shown("target_cname"),
    }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", wire: shown("created_at"), stable: true }),
  },
  identity: proxyRecordIdentity,
  naturalKey: {
    fields: ["organizationId", "domain"],
    isUnique: true,
    matches: (wire, inputs) => plainName(wire.domain) === plainName(inputs.domain),
    isNamed: isProxyRecordNamed,
    lookUpBy: ["recordId", "domain"],
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  ops: {
    create: (api: Api, scope, { domain = "" }, call) => api.proxyRecords.create(scope.organizationId, { domain }, call),
    // No separate read, because the service of 2025-08 fails on it.
    update: (api, at, body, call) => api.proxyRecords.update(at.organizationId, at.recordId, body, call),
    delete: (api, at, call) => api.proxyRecords.delete(at.organizationId, at.recordId, call),
  },
  collection: proxyRecordCollection,
  parent: organization,
  capabilities: [
    organizationLog,
    unsupportedInputs({
      inputs: ["rootRedirectUrl"],
      isUnsupported: (wire: ProxyRecordWire) => wire.root_redirect_url === undefined,
      isUnsupportedBelow: (home: OrganizationWire) => !isServiceOf2026(home),
      advice: "Services have had this setting since August 2026. Leave it out until the service is upgraded.",
    }),
    setAfterwards("rootRedirectUrl"),
    asyncDeletion(proxyRecordDeletion),
    adoption<Api, ProxyRecordWire>({
      madeAt: (wire) => wire.created_at,
      isMadeByAccount: (api: Api, wire, call) => isOwnAccount(api, wire.created_by, call),
      whyPerhapsTaken,
    }),
  ],
  guards: [
    {
      on: ["create"],
      inPreview: true,
      needsObject: false,
      refuse: whyNoMore,
    },
  ],
});

/**
 * The service returns 500 if another organization has the domain. This key can't see that organization's records.
 * @source live notes 9
 */
function whyPerhapsTaken(failure: unknown): Text | undefined {
  return isApiError(failure) && failure.status === 500
    ? "The service responds like this if another organization has it, and also if something is wrong with the service. Run again later. If the error persists, choose another one, or remove it there."
    : undefined;
}

/** The resource as its list is read, with a type that doesn't depend on the code that uses it. */
function listed(): ResourceOf<ProxyRecordWire, "organizationId" | "recordId"> {
  return proxyRecord;
}

/**
 * Why the plan doesn't allow one more record. Existing records count, and so do other records that this run creates.
 */
async function whyNoMore(
  { inputs }: GuardContext,
  _wire: ProxyRecordWire | undefined,
  ask: () => ServiceContext<Api>,
): Promise<string | undefined> {
  if (containsUnknown(inputs) || inputs["adopt"] !== undefined) return undefined;
  const organizationId = String(inputs["organizationId"]);
  const { api, call } = ask();
  const records = await call.all(listed(), { organizationId });
  const quota = api.proxyRecords.quota(organizationId);
  const own = plainName(String(inputs["domain"]));
  const there = new Set(records.map((one) => plainName(one.domain)));
  // Create adopts an existing record with the name, or refuses it for another reason.
  if (quota === undefined || there.has(own)) return undefined;
  const made = await call.once(`new proxy records of ${organizationId}`, () => Promise.resolve(new Set<string>()));
  const others = [...made].filter((name) => name !== own && !there.has(name));
  if (records.length + others.length < quota) {
    made.add(own);
    return undefined;
  }
  const names = records.map((one) => one.domain).join(", ");
  const besides = others.length === 0 ? "" : ` This program also creates ${others.join(", ")}.`;
  return `The plan of the organization allows ${quota} proxy records, and there are ${records.length}: ${names}.${besides}\nDelete one of them, or choose a plan with more.`;
}
