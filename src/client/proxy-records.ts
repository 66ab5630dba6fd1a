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
  /** What the CNAME record of the domain must name; the same for the same organization and domain. */
  target_cname: nonEmptyText,
  /** `waiting`, `issuing`, `valid`, `warning`, `erroring`, `deleting` or `timed_out`; any other text is kept. */
  status: nonEmptyText,
  message: textOrNull,
  created_at: instantText,
  updated_at: instantText,
  /** Number of the user who made it. */
  created_by: wholeOrNull,
  /** Where requests of the root go; absent where the service has no such setting. */
  root_redirect_url: textOrNullIfAny,
});

/**
 * A proxy record as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source live-organizations 9, flows 9 (observed 2026-11-20); service 2026-09, proxy-records.md
 */
export type ProxyRecordWire = z.output<typeof recordSchema>;

const remediationSchema = z.looseObject({
  /** `dns`, `config`, `wait` or `retry`; any other text is kept. */
  type: textOrNull,
  summary: textOrNull,
  /** Records of the domain name system that are to be there. */
  records: z.array(z.looseObject({ name: z.string(), type: z.string(), value: z.string() })).nullish(),
});

const diagnosisSchema = z.looseObject({
  ran_at: instantText,
  summary: z.looseObject({
    /** `healthy`, `warn` or `fail`; any other text is kept. */
    status: nonEmptyText,
    /** Id of the check that matters most. */
    primary_issue: textOrNull,
    next_action: textOrNull,
  }),
  checks: z.array(
    z.looseObject({
      id: nonEmptyText,
      name: nonEmptyText,
      /** `passed`, `warned`, `failed` or `skipped`; any other text is kept. */
      status: nonEmptyText,
      detail: textOrNull,
      remediation: remediationSchema.nullish(),
    }),
  ),
});

/**
 * What the service finds when it looks at a proxy.
 *
 * @source service 2026-09, proxy-records.md, diagnose report
 */
export type ProxyDiagnosisWire = z.output<typeof diagnosisSchema>;

/** Body of a proxy record. */
export interface ProxyRecordBody {
  /** On creation only. At most 64 characters, unique across all organizations; `e.example.com.` is another record than `e.example.com`. */
  readonly domain: string;
  /** On changes only: HTTPS, at most 1,024 characters, below the same registrable domain as the proxy; `null` for none. */
  readonly root_redirect_url?: string | null | undefined;
}

/** Calls under `/api/organizations/{organization_id}/proxy_records/`. */
export interface ProxyRecordsApi {
  /** All proxy records, newest first. The service sends them in one answer, whatever the page size. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<ProxyRecordWire>;
  /** The most records that the plan allows, as the last list said it; undefined where no list did. */
  quota(organizationId: OrganizationId): number | undefined;
  /**
   * Adds a proxy record; `undefined` when the service said yes without sending it.
   *
   * It becomes `valid` minutes to days after the CNAME record is there.
   *
   * @throws unavailable (500) when the domain is taken, too long or missing: the service has no better answer
   */
  create(
    organizationId: OrganizationId,
    body: ProxyRecordBody,
    options?: CallOptions,
  ): Promise<ProxyRecordWire | undefined>;
  /**
   * Reads one proxy record. The running service answers 500 here: look into the list instead.
   *
   * @source departures 2025-08 "proxy_records"
   */
  get(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<ProxyRecordWire>;
  /**
   * Changes a proxy record; `undefined` when the service said yes without sending it.
   *
   * The service of September 2026 changes where the root goes and nothing else; older ones answer 500 or 405.
   */
  update(
    organizationId: OrganizationId,
    recordId: string,
    body: Partial<ProxyRecordBody>,
    options?: CallOptions,
  ): Promise<ProxyRecordWire | undefined>;
  /**
   * Asks for a proxy record to be removed.
   *
   * One that is `issuing`, `valid` or `warning` turns `deleting` and goes away minutes later; its domain is taken so long.
   *
   * @throws unavailable (500) when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<void>;
  /**
   * Lets the service try anew with a proxy that is `erroring` or `timed_out`; `undefined` when it said yes without
   * sending the record. Services before September 2026 have no such route.
   *
   * @throws invalid_request (400) in every other state
   */
  retry(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<ProxyRecordWire | undefined>;
  /**
   * Lets the service look at a proxy and tell what is wrong; changes nothing. Within 30 seconds of the last time it
   * answers 429, which is waited out. Services before September 2026 have no such route.
   */
  diagnose(organizationId: OrganizationId, recordId: string, options?: CallOptions): Promise<ProxyDiagnosisWire>;
}

/** Makes the proxy record calls. */
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
        ownLimit: { kind: "diagnoses", of: recordId, count: 1 },
        answer: diagnosisSchema,
        ...options,
      });
    },
  };
}
