const BRAND = Symbol.for("orgform.error");

/** The error class of a value; the brand works even with two copies of the package in one process. */
export type ErrorKind =
  | "OrgformError"
  | "ConfigError"
  | "TransportError"
  | "ApiError"
  | "DecodeError"
  | "IncompleteListError"
  | (string & {});

/** The base of every error that Orgform throws on purpose. */
export class OrgformError extends Error {
  /** A stable machine-readable word; `API_ERROR_CODES` explains the ones that Orgform itself creates. */
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    brand(this, "OrgformError");
  }
}

/** A setting of the client can't be used; nothing was sent. */
export class ConfigError extends OrgformError {
  /** Name of the faulty client option, such as `host`. */
  readonly option: string;

  constructor(code: string, option: string, message: string) {
    super(code, message);
    this.option = option;
    brand(this, "ConfigError");
  }
}

/**
 * The `host` setting isn't an allowed address.
 *
 * @throws host_invalid is its only code
 */
export class HostError extends ConfigError {
  /** What is wrong, if the option `allowInsecureHttp` is a workaround: each engine spells the option in its own way. */
  readonly insecure: string | undefined;

  constructor(message: string, insecure?: string) {
    super("host_invalid", "host", message);
    this.name = "HostError";
    this.insecure = insecure;
  }
}

/** The part of a request during which it failed. `queue`: it was still waiting for its turn, and nothing was sent. */
export type TransportPhase = "queue" | "connect" | "send" | "headers" | "body";

/** The parts of a `TransportError`. */
export interface TransportErrorParts {
  readonly code: string;
  readonly message: string;
  readonly phase: TransportPhase;
  readonly requestMayHaveBeenApplied: boolean;
  readonly method: string;
  readonly route: string;
  /** Number of started attempts; 0 if the request never left the queue. */
  readonly attempts: number;
  /** Milliseconds to wait before another attempt can succeed, if known. */
  readonly retryAfterMs?: number | undefined;
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
}

/** No complete response arrived: connection refused or lost, timeout, aborted call, or too large a response. */
export class TransportError extends OrgformError {
  readonly phase: TransportPhase;
  /** `true` if the service might have carried out a write although its response isn't known. */
  readonly requestMayHaveBeenApplied: boolean;
  readonly method: string;
  /** The path template, never the filled path. */
  readonly route: string;
  readonly attempts: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(parts: TransportErrorParts) {
    super(parts.code, parts.message, { cause: parts.cause });
    this.phase = parts.phase;
    this.requestMayHaveBeenApplied = parts.requestMayHaveBeenApplied;
    this.method = parts.method;
    this.route = parts.route;
    this.attempts = parts.attempts;
    this.retryable = parts.retryable ?? false;
    this.retryAfterMs = parts.retryAfterMs;
    brand(this, "TransportError");
  }
}

/**
 * Marks an error as ours. Constructors call it, and the last call wins.
 *
 * The mark isn't enumerable, so it shows in no log and no JSON.
 */
export function brand(error: Error, kind: ErrorKind): void {
  Object.defineProperty(error, "name", { value: kind, enumerable: false, configurable: true, writable: true });
  Object.defineProperty(error, BRAND, { value: [...kindsOf(error), kind], enumerable: false, configurable: true });
}

/** Whether a value has the mark of one of our error classes. */
export function hasBrand(value: unknown, kind: ErrorKind): boolean {
  return typeof value === "object" && value !== null && kindsOf(value).includes(kind);
}

function kindsOf(value: object): readonly unknown[] {
  const kinds = BRAND in value ? value[BRAND] : undefined;
  return Array.isArray(kinds) ? kinds : [];
}

/** Whether a value is any error that Orgform throws on purpose. */
export function isOrgformError(value: unknown): value is OrgformError {
  return hasBrand(value, "OrgformError");
}

/** Whether a value is a `TransportError`. */
export function isTransportError(value: unknown): value is TransportError {
  return hasBrand(value, "TransportError");
}

/** Whether a value is a `ConfigError`, including a `HostError`. */
export function isConfigError(value: unknown): value is ConfigError {
  return hasBrand(value, "ConfigError");
}
