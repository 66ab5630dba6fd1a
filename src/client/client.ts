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

/** The typed client of one host and one key. */
export interface Api extends NounApis, PipelineItemsApis {
  /** Address of the service with its path prefix, without a final slash. */
  readonly host: string;
  /**
   * Waits until this process may write what depends on something that other processes of a fleet write with the same key, by
   * its name, such as the account's current organization; `undefined` where no fleet runs this process.
   */
  readonly takeTurn: (name: string, signal?: AbortSignal) => Promise<TurnLease | undefined>;
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

/** Name and port of the proxy that requests to a host go through; undefined where they go straight. */
export function proxyInUse(host: string, environment: Environment): string | undefined {
  return proxyFor(parseHost(host, { allowInsecureHttp: true }), environment)?.host;
}
