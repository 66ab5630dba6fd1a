import { env } from "node:process";
import { assertApiKey } from "./api-key.ts";
import { callFrom } from "./call.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Transport, TransportOptions } from "./contract.ts";
import { credentialHash, type LedgerCustomer, LedgerLine, parseLedgerAddress } from "./ledger-line.ts";
import { createSockets } from "./dispatcher.ts";
import { ConfigError } from "./errors.ts";
import { parseHost } from "./host.ts";
import { LEDGER_VARIABLE, type LedgerAddress } from "./ledger-wire.ts";
import type { Limiter, LimiterLimits } from "./limiter.ts";
import { proxyFor } from "./proxy.ts";
import { createRedactor, type Redactor } from "./redact.ts";
import { createServerClock } from "./server-clock.ts";
import { sharedLimiter } from "./shared-limiter.ts";

/**
 * Opens a transport. The key stays in a closure: inspecting or serializing the transport doesn't show it.
 *
 * @throws host_invalid, api_key_invalid, proxy_invalid, option_invalid if a setting can't be used
 */
export function createTransport(options: TransportOptions): Transport {
  const host = parseHost(options.host, { allowInsecureHttp: options.allowInsecureHttp });
  assertApiKey(options.apiKey);
  const apiKey = options.apiKey;
  const clock = options.clock ?? systemClock;
  const proxy = proxyFor(host, options.environment ?? env, { proxyLoopback: options.proxyLoopback ?? false });
  const redactor = createRedactor([apiKey, ...(options.secrets ?? []), ...proxySecrets(proxy)]);
  const address = ledgerAddressOf(options);
  const limits = limitsOf(options, address !== undefined);
  const requestTimeoutMs = whole(options, "requestTimeoutMs", 30_000, 1, 600_000);
  const sockets = createSockets(host, {
    connections: limits.maxReads + limits.maxWrites,
    connectTimeoutMs: requestTimeoutMs,
    proxy,
  });
  const serverClock = createServerClock(clock);
  const credential = credentialHash(host.origin, apiKey);
  const limiter = sharedLimiter(clock, credential, limits);
  const call = callFrom({
    clock,
    sockets,
    host,
    redactor,
    serverClock,
    random: options.random ?? systemRandom,
    limiter,
    ledger: address && ledgerLine(address, { credential, origin: host.origin }, limiter, redactor),
    isOwnThrottle: options.isOwnThrottle ?? (() => false),
    onEvent: options.onEvent,
    requestTimeoutMs,
    retryBudgetMs: whole(options, "retryBudgetMs", 120_000, 0, 3_600_000),
    maxBodyBytes: whole(options, "maxBodyBytes", 20 * 1024 * 1024, 1, 1024 ** 3),
    headers: () => ({
      authorization: `Bearer ${apiKey}`,
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": options.userAgent ?? defaultUserAgent(),
      "x-posthog-client": CLIENT_NAME,
    }),
  });
  return {
    host: host.url,
    basePath: host.basePath,
    redactor,
    serverNow: serverClock.now,
    monotonicMs: () => clock.monotonicMs(),
    ...call,
  };
}

/** @param hasLedger - whether a ledger limits minutes and hours, so only explicit settings count here */
function limitsOf(options: TransportOptions, hasLedger: boolean): LimiterLimits {
  return {
    requestsPerMinute: whole(options, "requestsPerMinute", hasLedger ? 1_000_000 : 400, 1, 1_000_000),
    requestsPerHour: whole(options, "requestsPerHour", hasLedger ? 10_000_000 : 4000, 1, 10_000_000),
    maxReads: whole(options, "maxConcurrentReads", 16, 1, 1000),
    maxWrites: whole(options, "maxConcurrentWrites", 8, 1, 1000),
  };
}

/** The ledger of the fleet that runs this process; undefined without a fleet. */
function ledgerAddressOf({ budget, environment }: TransportOptions): LedgerAddress | undefined {
  const text = budget ?? (environment ?? env)[LEDGER_VARIABLE];
  return text === undefined || text === "" ? undefined : parseLedgerAddress(text);
}

function ledgerLine(
  address: LedgerAddress,
  customer: LedgerCustomer,
  limiter: Limiter,
  redactor: Redactor,
): LedgerLine {
  redactor.add(address.token);
  return new LedgerLine(address, customer, (durationMs) => limiter.pause(durationMs));
}

function proxySecrets(proxy: URL | undefined): string[] {
  if (proxy === undefined || proxy.password === "") return [];
  const user = decodeURIComponent(proxy.username);
  const password = decodeURIComponent(proxy.password);
  return [password, `${user}:${password}`];
}

function whole(
  options: TransportOptions,
  name: keyof TransportOptions,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = options[name];
  if (value === undefined) return fallback;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError("option_invalid", name, `The client option ${name} must be an integer from ${min} to ${max}.`);
}

/** The version in the user agent; a unit test keeps it equal to package.json. */
export const CLIENT_VERSION = "0.1.0";

/**
 * The client's name for the activity log of services since 2026, which shows it beside the author of a change. It has
 * no version, so a reader of the log can filter by it.
 *
 * @source service 2026-09, other-organization-scoped.md, activity log: the header `x-posthog-client`
 */
const CLIENT_NAME = "orgform";

/** The default user agent, such as `orgform/0.1.0 (node/20.20.2)`. */
export function defaultUserAgent(): string {
  return `orgform/${CLIENT_VERSION} (node/${process.versions.node})`;
}
