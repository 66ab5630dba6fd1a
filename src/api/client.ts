import type { TransportOptions } from "../transport/index.ts";
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
export type { TransportEvent } from "../transport/index.ts";

/** Settings of a client; durations are milliseconds. */
export type ClientOptions = Omit<TransportOptions, "proxyLoopback">;

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
  const transport = createTransport(options);
  const caller = createCaller(transport);
  return Object.freeze({
    organizations: createOrganizationsApi(caller),
    domains: createDomainsApi(caller),
    account: createAccountApi(caller),
    host: transport.host,
    serverNow: transport.serverNow,
    registerSecret: (value: string) => transport.redactor.add(value),
    redact: (text: string) => transport.redactor.text(text),
    close: transport.close,
  });
}
