import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions, PageProgress } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { instantText, nonEmptyText, textOrNull, textOrNullIfAny, wholeOrNull } from "./wire.ts";

const ROUTE = "/api/organizations/{organization_id}/proxy_records/";
const ROUTE_ONE = "/api/organizations/{organization_id}/proxy_records/{record_id}/";
const ROUTE_RETRY = "/api/organizations/{organization_id}/proxy_records/{record_id}/retry/";
const ROUTE_DIAGNOSE = "/api/organizations/{organization_id}/proxy_records/{record_id}/diagnose/";

const recordSchema = z.looseObject({
  id: nonEmptyText,
  /** As it was sent: the service neither checks nor changes it. */
  domain: z.string(),
  /** The required target of the domain's CNAME record; the same for the same organization and domain. */
  target_cname: nonEmptyText,
  /** `waiting`, `issuing`, `valid`, `warning`, `erroring`, `deleting` or `timed_out`; any other string is kept. */
  status: nonEmptyText,
  message: textOrNull,
  created_at: instantText,
  updated_at: instantText,
  /** Number of the user who created it. */
  created_by: wholeOrNull,
  /** Target of requests to the root; absent if the service has no such setting. */
  root_redirect_url: textOrNullIfAny,
});

/**
 * A proxy record as the service sends it; undeclared fields are kept unchanged.
 *
 * @source live-organizations 9, flows 9 (observed 2026-11-20); service 2026-09, proxy-records.md
 */
export type ProxyRecordWire = z.output<typeof recordSchema>;

const remediationSchema = z.looseObject({
  /** `dns`, `config`, `wait` or `retry`; any other string is kept. */
  type: textOrNull,
  summary: textOrNull,
  /** DNS records that must exist. */
  records: z.array(z.looseObject({ name: z.string(), type: z.string(), value: z.string() })).nullish(),
});

const diagnosisSchema = z.looseObject({
  ran_at: instantText,
  summary: z.looseObject({
    /** `healthy`, `warn` or `fail`; any other string is kept. */
    status: nonEmptyText,
    /** ID of the most important check. */
    primary_issue: textOrNull,
    next_action: textOrNull,
  }),
  checks: z.array(
    z.looseObject({
      id: nonEmptyText,
      name: nonEmptyText,
      /** `passed`, `warned`, `failed` or `skipped`; any other string is kept. */
      status: nonEmptyText,
      detail: textOrNull,
      remediation: remediationSchema.nullish(),
    }),
  ),
});

/**
 * The result of a diagnosis of a proxy.
 *
 * @source service 2026-09, proxy-records.md, diagnose report
 */
export type ProxyDiagnosisWire = z.output<typeof diagnosisSchema>;

/** Body of a proxy record. */
export interface ProxyRecordBody {
  /**
   * Only on creation. At most 64 characters, unique across all organizations. `e.example.com.` and `e.example.com` are
   * different records.
   */
  readonly domain: string;
  /** Only in changes: HTTPS, at most 1,024 characters, below the same registrable domain as the proxy; `null` for none. */
  readonly root_redirect_url?: string | null | undefined;
}

/** Requests under `/api/organizations/{organization_id}/proxy_records/`. */
export interface ProxyRecordsApi {
  /** All proxy records, newest first. The service sends them in one response, regardless of the page size. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<ProxyRecordWire>;
  /** The maximum number of records that the plan allows, from the latest list; undefined if no list showed it. */
  quota(organizationId: OrganizationId): number | undefined;
  /**
   * Adds a proxy record; `undefined` if the service succeeded without returning it.
   *
   * It becomes `valid` minutes to days after the CNAME record exists.
   *
   * @throws unavailable (500) if the domain is taken, too long, or missing: the service has no better response
   */
  create(
    organizationId: OrganizationId,
    body: ProxyRecordBody,
    options?: CallOptions,
  ): Promise<ProxyRecordWire | undefined>;
  /**
   * Reads one proxy record. The running service returns 500 here: use the list instead.
   *
   * @source departures 2025-08 "proxy_records"
   */
  get(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<ProxyRecordWire>;
  /**
   * Changes a proxy record; `undefined` if the service succeeded without returning it.
   *
   * Services since September 2026 change only the target of the root; older ones return 500 or 405.
   */
  update(
    organizationId: OrganizationId,
    recordId: string,
    body: Partial<ProxyRecordBody>,
    options?: CallOptions,
  ): Promise<ProxyRecordWire | undefined>;
  /**
   * Requests the removal of a proxy record.
   *
   * A record that is `issuing`, `valid`, or `warning` becomes `deleting` and disappears minutes later. Until then, its
   * domain stays taken.
   *
   * @throws unavailable (500) if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<void>;
  /**
   * Makes the service retry a proxy that is `erroring` or `timed_out`; `undefined` if the service succeeded without
   * returning the record. Services before September 2026 have no such route.
   *
   * @throws invalid_request (400) for any other status
   */
  retry(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<ProxyRecordWire | undefined>;
  /**
   * Makes the service diagnose a proxy; changes nothing. Within 30 seconds of the previous diagnosis, the service
   * returns 429, and the client waits. Services before September 2026 have no such route.
   */
  diagnose(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<ProxyDiagnosisWire>;
}

/** Creates the proxy record requests. */
export function createProxyRecordsApi(caller: Caller): ProxyRecordsApi {
  const all = (organizationId: OrganizationId) => ({ route: ROUTE, params: { organization_id: organizationId } });
  const one = (organizationId: OrganizationId, recordId: string, route = ROUTE_ONE) => ({
    route,
    params: { organization_id: organizationId, record_id: recordId },
  });
  const quotas = new Map<OrganizationId, number>();
  return {
    quota: (organizationId) => quotas.get(organizationId),
    list: (organizationId, options) => {
      const source = { ...all(organizationId), item: recordSchema, idOf: ({ id }: ProxyRecordWire) => id };
      const onPage = (progress: PageProgress): void => {
        if (progress.limit !== undefined) quotas.set(organizationId, progress.limit);
        options?.onPage?.(progress);
      };
      return createListing(caller, source, { ...options, onPage });
    },
    create: (organizationId, body, options) =>
      caller.write({ method: "POST", ...all(organizationId), body, answer: recordSchema, ...options }),
    get: (organizationId, recordId, options) =>
      caller.read({ ...one(organizationId, recordId), answer: recordSchema, ...options }),
    update: (organizationId, recordId, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, recordId), body, answer: recordSchema, ...options }),
    delete: (organizationId, recordId, options) => caller.remove({ ...one(organizationId, recordId), ...options }),
    retry: (organizationId, recordId, options) => {
      const target = one(organizationId, recordId, ROUTE_RETRY);
      return caller.write({ method: "POST", ...target, body: {}, answer: recordSchema, ...options });
    },
    diagnose: (organizationId, recordId, options) => {
      const target = one(organizationId, recordId, ROUTE_DIAGNOSE);
      return caller.read({
        ...target,
        body: {},
        separateLimit: { kind: "diagnoses", of: recordId, count: 1 },
        answer: diagnosisSchema,
        ...options,
      });
    },
  };
}
