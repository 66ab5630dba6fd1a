import { emptyList } from "../../../capabilities/empty-list.ts";
import type { Api } from "../../../client/client.ts";
import type { ProxyRecordBody, ProxyRecordWire } from "../../../client/proxy-records.ts";
import { ifFound, isApiError } from "../../../client/errors.ts";
import type { Collection } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { Asked } from "../../../capabilities/empty-list.ts";
import type { AsyncDeletion } from "../../../capabilities/async-deletion.ts";
import type { Identity, IdentityParts } from "../../../model/identity.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** The wire form of a proxy record's fields. */
export const { same, custom, shown } = codecsOf<ProxyRecordWire, Partial<ProxyRecordBody>>();

/** The list of proxy records, from which every record is read: the running service returns 500 for a single record. */
export const proxyRecordCollection: Collection<Api, ProxyRecordWire, "organizationId"> = {
  name: "proxyRecords",
  scope: ["organizationId"],
  words: "the proxy records of the organization",
  list: (api, scope, call) => api.proxyRecords.list(scope.organizationId, call).all(),
  servesReads: true,
  capabilities: [emptyList({ ask: askForRecord })],
};

/** A single record. If the service fails here, as that of 2025-08 does, the failure proves nothing. */
async function askForRecord(
  api: Api,
  { organizationId = "", recordId = "" }: IdentityParts,
  call: CallContext,
): Promise<Asked<ProxyRecordWire> | undefined> {
  try {
    return { wire: await ifFound(() => api.proxyRecords.get(organizationId, recordId, call)) };
  } catch (error) {
    if (isApiError(error) && error.category === "unavailable") return undefined;
    throw error;
  }
}

/** Identity of a proxy record, and of the wait for it. */
export const proxyRecordIdentity = {
  parts: ["organizationId", "recordId"],
  of: (wire: ProxyRecordWire, scope: Identity<"organizationId">): Identity<"organizationId" | "recordId"> => ({
    organizationId: scope.organizationId,
    recordId: wire.id,
  }),
} as const;

/** Removing a proxy that might be in use takes about five minutes. @source live notes 9.3 */
export const proxyRecordDeletion: AsyncDeletion<ProxyRecordWire> = {
  isPending: (wire) => wire.status === "deleting",
  timeoutSeconds: 600,
  intervalSeconds: 5,
};

/** The service stores a name exactly as sent: `E.example.` and `e.example` would be two records. @source flow 9:6-17 */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/u, "");

/** Whether a string is the proxy record's ID or domain name. */
export function isProxyRecordNamed(wire: ProxyRecordWire, text: string): boolean {
  return wire.id === text || plainName(wire.domain) === plainName(text);
}
