import type { TransportOptions } from "./transport/index.ts";
import { isThrottleOfService } from "./service-error.ts";
import { createTransport } from "./transport/index.ts";
import { createAccountApi } from "./account.ts";
import type { AccountApi } from "./account.ts";
import { createBatchExportsApi } from "./batch-exports/batch-exports.ts";
import type { BatchExportsApi } from "./batch-exports/batch-exports.ts";
import { createCaller } from "./caller.ts";
import { createDomainsApi } from "./domains.ts";
import type { DomainsApi } from "./domains.ts";
import { createEventsApi } from "./events.ts";
import type { EventsApi } from "./events.ts";
import { createInvitesApi } from "./invites.ts";
import type { InvitesApi } from "./invites.ts";
import { createMembersApi } from "./members.ts";
import type { MembersApi } from "./members.ts";
import { createOrganizationsApi } from "./organizations.ts";
import type { OrganizationsApi } from "./organizations.ts";
import { createPersonsApi } from "./persons/persons.ts";
import type { PersonsApi } from "./persons/persons.ts";
import { createPipelineItemsApi } from "./pipeline-items.ts";
import type { PipelineItemsApis } from "./pipeline-items.ts";
import { createProjectsApi } from "./projects/projects.ts";
import type { ProjectsApi } from "./projects/projects.ts";
import { createProxyRecordsApi } from "./proxy-records.ts";
import type { ProxyRecordsApi } from "./proxy-records.ts";
import { createRoleMembershipsApi } from "./role-memberships.ts";
import type { RoleMembershipsApi } from "./role-memberships.ts";
import { createRolesApi } from "./roles.ts";
import type { RolesApi } from "./roles.ts";
import { createScopedCaller } from "./scopes.ts";

export type { AccountApi, AccountWire, CurrentKeyWire } from "./account.ts";
export type { ActivityWire } from "./activity.ts";
export type {
  BackfillBody,
  BackfillWire,
  BatchExportBody,
  BatchExportCreateBody,
  BatchExportDestination,
  BatchExportRunWire,
  BatchExportWire,
  LogLineWire,
  LogQuery,
  PausedWire,
} from "./batch-exports/batch-export-wire.ts";
export type { BatchExportPlace, BatchExportsApi } from "./batch-exports/batch-exports.ts";
export type { CallOptions } from "./caller.ts";
export type { DomainBody, DomainCreateBody, DomainsApi, DomainWire } from "./domains.ts";
export type { EventQuery, EventsApi, EventValueQuery, EventWire } from "./events.ts";
export { HostError } from "./errors.ts";
export type { InviteBody, InvitesApi, InviteWire } from "./invites.ts";
export type { MemberBody, MembersApi, MemberWire } from "./members.ts";
export type { OrganizationBody, OrganizationCreateBody, OrganizationsApi, OrganizationWire } from "./organizations.ts";
export type { Listing, ListOptions, PageProgress } from "./pagination.ts";
export type {
  ActorQuery,
  EntityQuery,
  FunnelCorrelationQuery,
  FunnelQuery,
  InsightEntity,
  LifecycleQuery,
  PathQuery,
  RetentionQuery,
  StickinessQuery,
} from "./persons/actor-queries.ts";
export type { PersonInsightsApi } from "./persons/insights.ts";
export type {
  ActorWire,
  BulkDeletionBody,
  BulkDeletionWire,
  CohortWire,
  PersonId,
  PersonQuery,
  PersonWire,
  RetainedWire,
  SuccessWire,
  TimelineWire,
} from "./persons/person-wire.ts";
export type { PersonsApi } from "./persons/persons.ts";
export type {
  PipelineFamily,
  PipelineItemBody,
  PipelineItemCreateBody,
  PipelineItemsApi,
  PipelineItemsApis,
  PipelineItemWire,
  PipelineSourceWire,
  PipelineUpdatesWire,
} from "./pipeline-items.ts";
export type {
  DemoDataWire,
  EnvironmentWire,
  ProductIntentBody,
  ProjectBody,
  ProjectRowWire,
  ProjectWire,
} from "./projects/project-wire.ts";
export type { ProjectsApi } from "./projects/projects.ts";
export type { PropertyFilter } from "./property-filter.ts";
export type { PropertyValueWire } from "./property-values.ts";
export type { ProxyRecordBody, ProxyRecordsApi, ProxyRecordWire } from "./proxy-records.ts";
export type { RoleMembershipBody, RoleMembershipsApi, RoleMembershipWire } from "./role-memberships.ts";
export type { RoleBody, RoleCreateBody, RolesApi, RoleWire } from "./roles.ts";
export type { OrganizationId, ProjectId } from "./scopes.ts";
export type { Stream } from "./stream.ts";
export type { TransportEvent } from "./transport/index.ts";
export type { UserWire } from "./user.ts";

/** Settings of a client; durations are milliseconds. */
export type ClientOptions = Omit<TransportOptions, "proxyLoopback" | "isOwnThrottle">;

/** The typed client of one host and one key. */
export interface Api extends PipelineItemsApis {
  readonly organizations: OrganizationsApi;
  readonly batchExports: BatchExportsApi;
  readonly domains: DomainsApi;
  readonly invites: InvitesApi;
  readonly members: MembersApi;
  readonly projects: ProjectsApi;
  readonly proxyRecords: ProxyRecordsApi;
  readonly roles: RolesApi;
  readonly roleMemberships: RoleMembershipsApi;
  readonly persons: PersonsApi;
  readonly events: EventsApi;
  readonly account: AccountApi;
  /** Address of the service with its path prefix, without a final slash. */
  readonly host: string;
  /** The service's time, from its newest `Date` header and the clock; `undefined` before the first answer. */
  readonly serverNow: () => Date | undefined;
  /** Makes a value secret: it is replaced by `[redacted]` in every later event and error. */
  readonly registerSecret: (value: string) => void;
  /** The text with every secret replaced by `[redacted]`: the key, and what was registered. */
  readonly redact: (text: string) => string;
  /** Lets running calls end, then closes all sockets; later calls throw `client_closed`. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a client. Nothing is sent before the first call; the key shows in no inspection of the result.
 *
 * All clients of the same host and key in one process share one rate limiter; the strictest settings hold.
 *
 * @throws host_invalid when the host is no usable address
 * @throws api_key_invalid when the key is empty or has white space or control characters
 * @throws proxy_invalid when a proxy variable of the environment is no address
 * @throws option_invalid when a number is out of its range
 */
export function createClient(options: ClientOptions): Api {
  const transport = createTransport({ ...options, isOwnThrottle: isThrottleOfService });
  const caller = createScopedCaller(createCaller(transport));
  return Object.freeze({
    organizations: createOrganizationsApi(caller),
    batchExports: createBatchExportsApi(caller),
    domains: createDomainsApi(caller),
    invites: createInvitesApi(caller),
    members: createMembersApi(caller),
    pipelineDestinations: createPipelineItemsApi(caller, "pipelineDestinations"),
    pipelineFrontendApps: createPipelineItemsApi(caller, "pipelineFrontendApps"),
    pipelineImportApps: createPipelineItemsApi(caller, "pipelineImportApps"),
    pipelineTransformations: createPipelineItemsApi(caller, "pipelineTransformations"),
    plugins: createPipelineItemsApi(caller, "plugins"),
    projects: createProjectsApi(caller),
    proxyRecords: createProxyRecordsApi(caller),
    roles: createRolesApi(caller),
    roleMemberships: createRoleMembershipsApi(caller),
    persons: createPersonsApi(caller),
    events: createEventsApi(caller),
    account: createAccountApi(caller),
    host: transport.host,
    serverNow: transport.serverNow,
    registerSecret: (value: string) => transport.redactor.add(value),
    redact: (text: string) => transport.redactor.text(text),
    close: transport.close,
  });
}
