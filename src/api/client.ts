import type { Clock, Environment, OnEvent, Random } from "../transport/index.ts";
import { createTransport } from "../transport/index.ts";
import { createAccountApi } from "./account.ts";
import type { AccountApi } from "./account.ts";
import { createCaller } from "./caller.ts";
import { createDomainsApi } from "./domains.ts";
import type { DomainsApi } from "./domains.ts";
import { createOrganizationsApi } from "./organizations.ts";
import type { OrganizationsApi } from "./organizations.ts";

export type { AccountApi, AccountWire, CurrentKeyWire } from "./account.ts";
export type { CallOptions } from "./caller.ts";
export type { DomainBody, DomainCreateBody, DomainsApi, DomainWire } from "./domains.ts";
export type { OrganizationBody, OrganizationCreateBody, OrganizationsApi, OrganizationWire } from "./organizations.ts";
export type { Listing, ListOptions, PageProgress } from "./pagination.ts";
export type { Clock, Environment, OnEvent, Random, TransportEvent } from "../transport/index.ts";

/** Settings of a client; durations are milliseconds. */
export interface ClientOptions {
  /** Address of the service, such as `https://eu.posthog.com`. */
  readonly host: string;
  /** Personal API key of the service. */
  readonly apiKey: string;
  /** For one attempt as a whole, 1 to 600 000; default 30 000. */
  readonly requestTimeoutMs?: number | undefined;
  /** For all attempts and waits of one call together, 0 to 3 600 000; default 120 000. */
  readonly retryBudgetMs?: number | undefined;
  /** Requests within any minute; default 400 (the service allows 480). */
  readonly requestsPerMinute?: number | undefined;
  /** Requests within any hour; default 4000 (the service allows 4800). */
  readonly requestsPerHour?: number | undefined;
  /** Reads under way at once; default 16. */
  readonly maxConcurrentReads?: number | undefined;
  /** Writes under way at once; default 8. */
  readonly maxConcurrentWrites?: number | undefined;
  /** Largest accepted answer in bytes; default 20 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Allows plain http to another machine than this one. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up; default the process's environment. */
  readonly environment?: Environment | undefined;
  /** Further values that must never show in an event or error. */
  readonly secrets?: readonly string[] | undefined;
  /** Receives an event for every request, answer, failure and wait. */
  readonly onEvent?: OnEvent | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly userAgent?: string | undefined;
}

/** The typed client of one host and one key. */
export interface Api {
  readonly organizations: OrganizationsApi;
  readonly domains: DomainsApi;
  readonly account: AccountApi;
  /** Address of the service with its path prefix, without a final slash. */
  readonly host: string;
  /** The service's time, from its newest `Date` header and the clock; `undefined` before the first answer. */
  readonly serverNow: () => Date | undefined;
  /** Makes a value secret: it is replaced by `[redacted]` in every later event and error. */
  readonly registerSecret: (value: string) => void;
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
  const transport = createTransport(options);
  const caller = createCaller(transport);
  return Object.freeze({
    organizations: createOrganizationsApi(caller),
    domains: createDomainsApi(caller),
    account: createAccountApi(caller),
    host: transport.host,
    serverNow: transport.serverNow,
    registerSecret: (value: string) => transport.redactor.add(value),
    close: transport.close,
  });
}
