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
  /** For one attempt as a whole, 1 to 600 000; default 30 000. */
  readonly requestTimeoutMs?: number | undefined;
  /** For all attempts and waits of one call together, 0 to 3 600 000; default 120 000. */
  readonly retryBudgetMs?: number | undefined;
  /** Largest accepted answer in bytes; default 20 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Requests within any minute; default 400 (the service allows 480), and whatever the ledger lets go where there is one. */
  readonly requestsPerMinute?: number | undefined;
  /** Requests within any hour; default 4000 (the service allows 4800), and whatever the ledger lets go where there is one. */
  readonly requestsPerHour?: number | undefined;
  /** Reads under way at once; default 16. */
  readonly maxConcurrentReads?: number | undefined;
  /** Writes under way at once; default 8. */
  readonly maxConcurrentWrites?: number | undefined;
  /** Allows plain http to another machine than this one. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Sends requests to a loopback host through the proxy of the environment too. */
  readonly proxyLoopback?: boolean | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up; default the process's environment. */
  readonly environment?: Environment | undefined;
  /**
   * Address of a fleet's ledger, which hands out permits to all processes of the key; default ORGFORM_BUDGET of the
   * environment, which a fleet sets. Not for people to set.
   */
  readonly budget?: string | undefined;
  /** Further values that must never show in an event or error. */
  readonly secrets?: readonly string[] | undefined;
  /**
   * Tells by its body whether a 429 is the service's own refusal, given before it did anything. A 429 of anything
   * between here and the service says nothing about a write. Default: none is.
   */
  readonly isOwnThrottle?: ((body: string) => boolean) | undefined;
  /** Receives an event for every request, answer, failure and wait. */
  readonly onEvent?: OnEvent | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly userAgent?: string | undefined;
}

/** What the service counts by itself, beside all requests of the key. */
export interface OwnLimit {
  /** What is counted, such as `invites`. */
  readonly kind: string;
  /** Id of whatever they are counted of. */
  readonly of: string;
  /** How many of them the request asks for. */
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
  /** The service limits these requests by themselves: a 429 is no reason to hold back any other. */
  readonly ownLimit?: OwnLimit | undefined;
  /** An answer of 429 ends the call. */
  readonly isThrottleFinal?: boolean | undefined;
  /** Media types that are wanted; default JSON. */
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The last answer of a call, whatever its status. */
export interface TransportResponse {
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, not redacted. */
  readonly body: string;
  /** Attempts that were made, from 1. */
  readonly attempts: number;
  readonly requestId: string | undefined;
  /** Milliseconds that the service asked to wait, when the call gave up rather than wait. */
  readonly retryAfterMs: number | undefined;
  /** `true` when this or an earlier attempt of a write may have been carried out without a good answer. */
  readonly mayHaveBeenApplied: boolean;
  /** Set when the answer is a redirect that is not followed; origin and path, or `null` when none was named. */
  readonly redirectTarget: string | null | undefined;
}

/** The right of this process to a turn, among all processes that a fleet runs with the key. */
export interface TurnLease {
  /** Another process has had a turn of the name since this one's last, or nobody knows. */
  readonly hadOthers: boolean;
  /** Gives the right back. */
  readonly end: () => void;
}

/** Sends requests to one host with one key. */
export interface Transport {
  /** Address of the service with its path prefix, without a final slash. */
  readonly host: string;
  /** Path in front of every route, `""` when there is none. */
  readonly basePath: string;
  readonly redactor: Redactor;
  /**
   * Sends a request and, where that is safe, sends it again.
   *
   * @throws connect_failed, connection_lost, timeout, aborted, response_too_large when no complete answer arrived
   * @throws rate_limit_pause when the service asked all requests of the key to wait longer than the budget allows
   * @throws budget_used_up when what the service counts by itself has no room within the budget of the call
   * @throws budget_lost when the fleet that hands out the permits is gone; nothing was sent
   * @throws client_closed after `close`
   */
  readonly send: (request: TransportRequest) => Promise<TransportResponse>;
  /**
   * Waits until this process has the turn of a name, among all that a fleet runs with the key; `undefined` where no fleet
   * does, or it is gone.
   */
  readonly takeTurn: (name: string, signal?: AbortSignal) => Promise<TurnLease | undefined>;
  /** The service's time, from its newest `Date` header; `undefined` before the first answer. */
  readonly serverNow: () => Date | undefined;
  /** Milliseconds of a clock that never goes back; only differences mean something. */
  readonly monotonicMs: () => number;
  /** Lets running requests end, then closes all sockets. */
  readonly close: () => Promise<void>;
}
