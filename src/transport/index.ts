export { systemClock, systemRandom, wait } from "./clock.ts";
export type { Clock, Random } from "./clock.ts";
export type { Transport, TransportOptions, TransportRequest, TransportResponse } from "./contract.ts";
export {
  brand,
  ConfigError,
  hasBrand,
  HostError,
  isConfigError,
  isOrgformError,
  isTransportError,
  OrgformError,
  TransportError,
} from "./errors.ts";
export type { ErrorKind, TransportErrorParts, TransportPhase } from "./errors.ts";
export type { OnEvent, TransportEvent, TransportEventType } from "./events.ts";
export type { Environment } from "./proxy.ts";
export { createRedactor } from "./redact.ts";
export type { Redactor } from "./redact.ts";
export { isRead } from "./retry-policy.ts";
export type { Method } from "./retry-policy.ts";
export { createTransport } from "./transport.ts";
export { CLIENT_VERSION, defaultUserAgent } from "./user-agent.ts";
