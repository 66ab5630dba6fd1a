import type { Clock, Random } from "./clock.ts";
import type { OnEvent } from "./events.ts";
import type { Environment } from "./proxy.ts";
import type { Redactor } from "./redact.ts";
import type { Method } from "./retry-policy.ts";

/** Settings of a transport; durations are milliseconds. */
export interface TransportOptions {
  /** Address of the service, such as `https://eu.posthog.com`. */
  readonly host: string;
  /** Personal API key, sent as a bearer key. */
  readonly apiKey: string;
  /** For one whole attempt, 1 to 600 000; default 30 000. */
  readonly requestTimeoutMs?: number | undefined;
  /** For all attempts and waits of one call together, 0 to 3 600 000; default 120 000. */
  readonly retryBudgetMs?: number | undefined;
  /** Largest accepted response in bytes; default 20 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Requests in any minute; default 400 (the service allows 480), or with a ledger, as many as it permits. */
  readonly requestsPerMinute?: number | undefined;
  /** Requests in any hour; default 4000 (the service allows 4800), or with a ledger, as many as it permits. */
  readonly requestsPerHour?: number | undefined;
  /** Concurrent reads; default 16. */
  readonly maxConcurrentReads?: number | undefined;
  /** Concurrent writes; default 8. */
  readonly maxConcurrentWrites?: number | undefined;
  /** Allows plain HTTP to a machine other than this one. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Also sends requests to a loopback host through the proxy of the environment. */
  readonly proxyLoopback?: boolean | undefined;
  /** Contains HTTPS_PROXY, HTTP_PROXY, and NO_PROXY; default the process's environment. */
  readonly environment?: Environment | undefined;
  /**
   * Address of a fleet's ledger, which grants permits to all processes of the key. Default ORGFORM_BUDGET of the
   * environment, which a fleet sets. People don't set it.
   */
  readonly budget?: string | undefined;
  /** Further values that must never show in an event or error. */
  readonly secrets?: readonly string[] | undefined;
  /**
   * Whether the body of a 429 shows the service's own refusal, sent before it did anything. A 429 from anything between
   * here and the service says nothing about a write. By default, no 429 counts as the service's own.
   */
  readonly isOwnThrottle?: ((body: string) => boolean) | undefined;
  /** Receives an event for every request, response, failure, and wait. */
  readonly onEvent?: OnEvent | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly userAgent?: string | undefined;
}

/** A limit that the service counts separately, in addition to all requests of the key. */
export interface SeparateLimit {
  /** The counted objects, such as `invites`. */
  readonly kind: string;
  /** ID of the object that has the limit, such as an organization. */
  readonly of: string;
  /** How many of them the request creates. */
  readonly count: number;
}

/** One call to the service. */
export interface TransportRequest {
  readonly method: Method;
  /** Path template for errors and events, such as `/api/organizations/{organizationId}/`. */
  readonly route: string;
  /** Filled path with its query, without the host's own path prefix. */
  readonly path: string;
  /** JSON value to send; absent for none. */
  readonly body?: unknown;
  /** The request only reads although its method is that of a write: a query with a body. */
  readonly readsOnly?: boolean | undefined;
  /** The service has a separate limit for these requests: a 429 doesn't delay any others. */
  readonly separateLimit?: SeparateLimit | undefined;
  /** A 429 ends the call. */
  readonly isThrottleFinal?: boolean | undefined;
  /** Requested media types; default JSON. */
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The last response of a call, whatever its status. */
export interface TransportResponse {
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, not redacted. */
  readonly body: string;
  /** Number of attempts, from 1. */
  readonly attempts: number;
  readonly requestId: string | undefined;
  /** Milliseconds that the service asked to wait, if the call gave up instead of waiting. */
  readonly retryAfterMs: number | undefined;
  /** `true` if this or an earlier attempt of a write might have been carried out without a successful response. */
  readonly mayHaveBeenApplied: boolean;
  /** Set if the response is a redirect that isn't followed: origin and path, or `null` if it named none. */
  readonly redirectTarget: string | null | undefined;
}

/** The right of this process to a turn, among all processes that a fleet runs with the key. */
export interface TurnLease {
  /** Whether another process had a turn of the name since the last turn of this one, or might have had one. */
  readonly hadOthers: boolean;
  /** Releases the turn. */
  readonly end: () => void;
}

/** Sends requests to one host with one key. */
export interface Transport {
  /** Address of the service with its path prefix, without a final slash. */
  readonly host: string;
  /** Path before every route; `""` if there is none. */
  readonly basePath: string;
  readonly redactor: Redactor;
  /**
   * Sends a request and, if that is safe, sends it again.
   *
   * @throws connect_failed, connection_lost, timeout, aborted, response_too_large if no complete response arrived
   * @throws rate_limit_pause if the service asked all requests of the key to wait longer than the budget allows
   * @throws budget_used_up if a separate limit of the service leaves no room within the budget of the call
   * @throws budget_lost if the fleet that grants the permits is gone; nothing was sent
   * @throws client_closed after `close`
   */
  readonly send: (request: TransportRequest) => Promise<TransportResponse>;
  /**
   * Waits until this process has the turn of a name, among all processes that a fleet runs with the key; `undefined`
   * without a fleet, or if it is gone.
   */
  readonly takeTurn: (name: string, signal?: AbortSignal) => Promise<TurnLease | undefined>;
  /** The service's time, from its latest `Date` header; `undefined` before the first response. */
  readonly serverNow: () => Date | undefined;
  /** Milliseconds of a clock that never goes back; only differences have a meaning. */
  readonly monotonicMs: () => number;
  /** Lets running requests end, then closes all sockets. */
  readonly close: () => Promise<void>;
}
