import { createTransport, type TransportOptions, type TurnLease } from "./transport/index.ts";
import { isThrottleOfService } from "./service-error.ts";
import { createCaller } from "./caller.ts";
import { createPipelineItemsApi, type PipelineItemsApis } from "./pipeline-items.ts";
import { createNounApis, type NounApis } from "./nouns.generated.ts";
import { createScopedCaller } from "./scopes.ts";
import { parseHost } from "./transport/host.ts";
import { type Environment, proxyFor } from "./transport/proxy.ts";

export type { ActivityWire } from "./activity.ts";
export type {
  BackfillBody,
  BackfillWire,
  BatchExportBody,
  BatchExportCreateBody,
  BatchExportDestination,
  BatchExportRunWire,
  BatchExportWire,
  PausedWire,
} from "./batch-exports/batch-export-wire.ts";
export type { CallOptions } from "./caller.ts";
export { HostError } from "./errors.ts";
export { createRedactor } from "./transport/redact.ts";
export type { HogFunctionWire } from "./hog-functions/hog-function-wire.ts";
export type { LogLineWire, LogQuery } from "./log-lines.ts";
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
export type { PropertyFilter } from "./property-values.ts";
export type { PropertyValueWire } from "./property-values.ts";
export type * from "./noun-types.generated.ts";
export type { OrganizationId, ProjectId } from "./scopes.ts";
export { isContractService, isServiceOf2026 } from "./service-age.ts";
export type { Stream } from "./stream.ts";
export type { TransportEvent } from "./transport/index.ts";
export type { UserWire } from "./user.ts";

/** Settings of a client; durations are milliseconds. */
export type ClientOptions = Omit<TransportOptions, "proxyLoopback" | "isOwnThrottle">;

/** The typed client for one host and one key. */
export interface Api extends NounApis, PipelineItemsApis {
  /** Address of the service with its path prefix, without a final slash. */
  readonly host: string;
  /**
   * Waits for this process's turn to write a named resource that other processes of a fleet write with the same key,
   * such as the account's current organization; `undefined` outside a fleet.
   */
  readonly takeTurn: (name: string, signal?: AbortSignal) => Promise<TurnLease | undefined>;
  /** The service's time, from its latest `Date` header and the clock; `undefined` before the first response. */
  readonly serverNow: () => Date | undefined;
  /** Makes a value secret: every later event and error shows `[redacted]` instead of it. */
  readonly registerSecret: (value: string) => void;
  /** The text with `[redacted]` in place of every secret: the key, and all registered values. */
  readonly redact: (text: string) => string;
  /** Lets running requests end, then closes all sockets; later requests throw `client_closed`. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a client. It sends nothing before the first request, and inspecting it doesn't show the key.
 *
 * All clients of a host and key in one process share one rate limiter; the strictest settings apply.
 *
 * @throws host_invalid if the host isn't a usable address
 * @throws api_key_invalid if the key is empty or contains white space or control characters
 * @throws proxy_invalid if a proxy variable of the environment isn't an address
 * @throws option_invalid if a number is out of range
 */
export function createClient(options: ClientOptions): Api {
  const transport = createTransport({ ...options, isOwnThrottle: isThrottleOfService });
  const caller = createScopedCaller(createCaller(transport));
  return Object.freeze({
    ...createNounApis(caller),
    pipelineDestinations: createPipelineItemsApi(caller, "pipelineDestinations"),
    pipelineFrontendApps: createPipelineItemsApi(caller, "pipelineFrontendApps"),
    pipelineImportApps: createPipelineItemsApi(caller, "pipelineImportApps"),
    pipelineTransformations: createPipelineItemsApi(caller, "pipelineTransformations"),
    plugins: createPipelineItemsApi(caller, "plugins"),
    host: transport.host,
    takeTurn: transport.takeTurn,
    serverNow: transport.serverNow,
    registerSecret: (value: string) => transport.redactor.add(value),
    redact: (text: string) => transport.redactor.text(text),
    close: transport.close,
  });
}

/** Name and port of the proxy for requests to a host; undefined for direct connections. */
export function proxyInUse(host: string, environment: Environment): string | undefined {
  return proxyFor(parseHost(host, { allowInsecureHttp: true }), environment)?.host;
}
