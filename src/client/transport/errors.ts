const BRAND = Symbol.for("orgform.error");

/** Which of our error classes a value is; the brand survives two copies of the package in one process. */
export type ErrorKind =
  | "OrgformError"
  | "ConfigError"
  | "TransportError"
  | "ApiError"
  | "DecodeError"
  | "IncompleteListError"
  | (string & {});

/** The base of every error that orgform throws on purpose. */
export class OrgformError extends Error {
  /** A stable machine-readable word; `API_ERROR_CODES` explains the ones that orgform makes itself. */
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    brand(this, "OrgformError");
  }
}

/** A setting of the client cannot be used; nothing was sent. */
export class ConfigError extends OrgformError {
  /** Name of the client option that is at fault, such as `host`. */
  readonly option: string;

  constructor(code: string, option: string, message: string) {
    super(code, message);
    this.option = option;
    brand(this, "ConfigError");
  }
}

/**
 * The `host` setting is not an address the client may talk to.
 *
 * @throws host_invalid is its only code
 */
export class HostError extends ConfigError {
  /** What is wrong, where the option `allowInsecureHttp` is a way out: each engine has its own spelling of that. */
  readonly insecure: string | undefined;

  constructor(message: string, insecure?: string) {
    super("host_invalid", "host", message);
    this.name = "HostError";
    this.insecure = insecure;
  }
}

/** The part of a request during which it failed. `queue` means: still waiting for its turn, nothing sent. */
export type TransportPhase = "queue" | "connect" | "send" | "headers" | "body";

/** What a `TransportError` is made of. */
export interface TransportErrorParts {
  readonly code: string;
  readonly message: string;
  readonly phase: TransportPhase;
  readonly requestMayHaveBeenApplied: boolean;
  readonly method: string;
  readonly route: string;
  /** Attempts that were started, 0 when the request never left the queue. */
  readonly attempts: number;
  /** Milliseconds to wait before another try has a chance, when known. */
  readonly retryAfterMs?: number | undefined;
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
}

/** No complete answer arrived: connection refused or lost, time over, call aborted, answer too large. */
export class TransportError extends OrgformError {
  readonly phase: TransportPhase;
  /** `true` when the service may have carried out a write although its answer is not known. */
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
 * Marks an error as one of ours; constructors call it, the last call wins.
 *
 * The mark is not enumerable, so it shows in no log and no JSON.
 */
export function brand(error: Error, kind: ErrorKind): void {
  error.name = kind;
  Object.defineProperty(error, "name", { value: kind, enumerable: false, configurable: true, writable: true });
  Object.defineProperty(error, BRAND, { value: [...kindsOf(error), kind], enumerable: false, configurable: true });
}

/** Tells whether a value carries the mark of one of our error classes. */
export function hasBrand(value: unknown, kind: ErrorKind): boolean {
  return typeof value === "object" && value !== null && kindsOf(value).includes(kind);
}

function kindsOf(value: object): readonly unknown[] {
  const kinds = BRAND in value ? value[BRAND] : undefined;
  return Array.isArray(kinds) ? kinds : [];
}

/** Tells whether a value is any error that orgform throws on purpose. */
export function isOrgformError(value: unknown): value is OrgformError {
  return hasBrand(value, "OrgformError");
}

/** Tells whether a value is a `TransportError`. */
export function isTransportError(value: unknown): value is TransportError {
  return hasBrand(value, "TransportError");
}

/** Tells whether a value is a `ConfigError`, `HostError` included. */
export function isConfigError(value: unknown): value is ConfigError {
  return hasBrand(value, "ConfigError");
}
