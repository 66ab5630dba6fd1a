export type {
  SeparateLimit,
  Transport,
  TransportOptions,
  TransportRequest,
  TransportResponse,
  TurnLease,
} from "./contract.ts";
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
export type { TransportPhase } from "./errors.ts";
export type { TransportEvent } from "./events.ts";

export type { Redactor } from "./redact.ts";
export { isRead } from "./retry-policy.ts";
export type { Method } from "./retry-policy.ts";
export { createTransport } from "./transport.ts";
