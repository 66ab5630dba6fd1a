import { brand, hasBrand, isRead, isTransportError, type Method, OrgformError } from "./transport/index.ts";
import { serviceErrorFrom } from "./service-error.ts";

export {
  ConfigError,
  HostError,
  isConfigError,
  isOrgformError,
  isTransportError,
  OrgformError,
  TransportError,
} from "./transport/index.ts";
export type { TransportPhase } from "./transport/index.ts";
export { API_ERROR_CODES } from "./error-codes.ts";
export type { ApiErrorCode, ErrorCodeEntry } from "./error-codes.ts";

/** The kind of a refusal; the list is closed, so the compiler can check that a `switch` is complete. */
export type ApiErrorCategory =
  | "auth"
  | "permission"
  | "notFound"
  | "conflict"
  | "invalid"
  | "rateLimited"
  | "unavailable"
  | "quota"
  | "unexpected";

/** The data of an `ApiError`. */
export interface ApiErrorParts {
  readonly category: ApiErrorCategory;
  /** The service's own code, or one of `API_ERROR_CODES`. */
  readonly code: string;
  /** HTTP status of the response. */
  readonly status: number;
  readonly method: string;
  /** Path template, never the filled path. */
  readonly route: string;
  readonly requestId?: string | undefined;
  /** Whether the same request might succeed later unchanged. */
  readonly retryable: boolean;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The field that the service's error names, nested with `__`; `null` if it names none. */
  readonly attr: string | null;
  /** The service's message, redacted, at most 500 characters; `""` if it sent none that is readable. */
  readonly detail: string;
  /** The scope the key lacks, such as `organization:write`. */
  readonly missingScope?: string | undefined;
  /** `true` if a write might have been carried out although the response is an error. */
  readonly requestMayHaveBeenApplied: boolean;
  /** The body of the response, redacted, at most 2 kB. */
  readonly body: string;
  /** What to do next, whole sentences. */
  readonly remedy: string;
}

/** The service responded without success. */
export class ApiError extends OrgformError implements ApiErrorParts {
  readonly category: ApiErrorCategory;
  readonly status: number;
  readonly method: string;
  readonly route: string;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly attr: string | null;
  readonly detail: string;
  readonly missingScope: string | undefined;
  readonly requestMayHaveBeenApplied: boolean;
  readonly body: string;
  readonly remedy: string;

  constructor(message: string, parts: ApiErrorParts) {
    super(parts.code, message);
    this.category = parts.category;
    this.status = parts.status;
    this.method = parts.method;
    this.route = parts.route;
    this.requestId = parts.requestId;
    this.retryable = parts.retryable;
    this.retryAfterMs = parts.retryAfterMs;
    this.attr = parts.attr;
    this.detail = parts.detail;
    this.missingScope = parts.missingScope;
    this.requestMayHaveBeenApplied = parts.requestMayHaveBeenApplied;
    this.body = parts.body;
    this.remedy = parts.remedy;
    brand(this, "ApiError");
  }
}

/** A problem at one path of a response; never contains values. */
export interface DecodeIssue {
  /** The path, such as `results[3].domain`; `""` for the whole response. */
  readonly path: string;
  /** What was expected there. */
  readonly expected: string;
}

/** The service responded with success, but its data can't be used. */
export class DecodeError extends OrgformError {
  readonly issues: readonly DecodeIssue[];
  readonly method: string;
  /** Path template, never the filled path. */
  readonly route: string;
  readonly status: number;
  /** `true` after a write: the service reported success. */
  readonly requestMayHaveBeenApplied: boolean;

  constructor(
    code: "answer_empty" | "answer_not_json" | "answer_invalid",
    message: string,
    parts: {
      method: Method;
      route: string;
      status: number;
      issues: readonly DecodeIssue[];
      readsOnly?: boolean | undefined;
    },
  ) {
    super(code, message);
    this.issues = parts.issues;
    this.method = parts.method;
    this.route = parts.route;
    this.status = parts.status;
    this.requestMayHaveBeenApplied = !isRead(parts.method) && parts.readsOnly !== true;
    brand(this, "DecodeError");
  }
}

/** A list that couldn't be read completely; no items of it are returned. */
export class IncompleteListError extends OrgformError {
  readonly route: string;
  /** Number of items that the service announced, `null` if it announced none. */
  readonly count: number | null;
  /** Number of distinct items that were read. */
  readonly rows: number;
  readonly retryable: boolean;

  constructor(
    code: "list_incomplete" | "list_endless" | "list_impossible" | "next_link_foreign" | "next_link_repeated",
    message: string,
    parts: { route: string; count: number | null; rows: number },
  ) {
    super(code, message);
    this.route = parts.route;
    this.count = parts.count;
    this.rows = parts.rows;
    this.retryable = code === "list_incomplete";
    brand(this, "IncompleteListError");
  }
}

/** Whether a value is an `ApiError`. */
export function isApiError(value: unknown): value is ApiError {
  return hasBrand(value, "ApiError");
}

/** Whether a value is a `DecodeError`. */
export function isDecodeError(value: unknown): value is DecodeError {
  return hasBrand(value, "DecodeError");
}

/** Whether a value is an `IncompleteListError`. */
export function isIncompleteListError(value: unknown): value is IncompleteListError {
  return hasBrand(value, "IncompleteListError");
}

/**
 * Whether a write that ended in this error might have been carried out anyway.
 *
 * If it returns `true`, read from the service before repeating the write. It is `true` for a connection lost or timed out
 * after sending, a status from 500 on, a 429 that isn't in the service's form, and a success that couldn't be decoded.
 */
export function mayHaveBeenApplied(error: unknown): boolean {
  return (isTransportError(error) || isApiError(error) || isDecodeError(error)) && error.requestMayHaveBeenApplied;
}

/**
 * Whether the service itself says that it has no such route, in its own form and words.
 *
 * The service says so without checking the key, and never about an object. A page of something in between doesn't count.
 *
 * @source service 2026-09, cross-cutting.md, errors
 */
export function isAbsentRoute(error: unknown): error is ApiError {
  if (!isApiError(error) || error.status !== 404 || error.code !== "endpoint_not_found") return false;
  const { isRecognised, code, detail } = serviceErrorFrom(error.body, undefined);
  return isRecognised && code === "not_found" && /^endpoint not found\.?$/i.test(detail);
}

/** The service's own codes for "there is no such object"; a bare 404 from something in between has another code. */
const SERVICE_NOT_FOUND: readonly string[] = [
  "not_found",
  "project_not_found",
  "organization_not_found",
  "no_organization",
];

/** Whether an error is the service's own "not found". */
export function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.category === "notFound" && SERVICE_NOT_FOUND.includes(error.code);
}

/** The result of a read; undefined if the service says that it doesn't exist, or doesn't show it to this key. */
export async function ifFound<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error) && error.category === "notFound") return undefined;
    throw error;
  }
}
