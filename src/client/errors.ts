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

/** What kind of refusal an answer is; closed, so that a `switch` over it can be checked. */
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

/** What an `ApiError` is made of. */
export interface ApiErrorParts {
  readonly category: ApiErrorCategory;
  /** The service's own code, or one of `API_ERROR_CODES`. */
  readonly code: string;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly method: string;
  /** Path template, never the filled path. */
  readonly route: string;
  readonly requestId?: string | undefined;
  /** The same call may succeed later without any change. */
  readonly retryable: boolean;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The field the service complains about, nested with `__`; `null` when it names none. */
  readonly attr: string | null;
  /** The service's words, redacted, at most 500 characters; `""` when it said nothing readable. */
  readonly detail: string;
  /** The scope the key lacks, such as `organization:write`. */
  readonly missingScope?: string | undefined;
  /** `true` when a write may have been carried out although the answer is an error. */
  readonly requestMayHaveBeenApplied: boolean;
  /** The body of the answer, redacted, at most 2 kB. */
  readonly body: string;
  /** What to do next, whole sentences. */
  readonly remedy: string;
}

/** The service answered, and the answer is not a success. */
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

/** One place in an answer that is not as it should be; values are never part of it. */
export interface DecodeIssue {
  /** Where, such as `results[3].domain`; `""` for the answer as a whole. */
  readonly path: string;
  /** What was expected there. */
  readonly expected: string;
}

/** The service answered with success, but what it sent cannot be used. */
export class DecodeError extends OrgformError {
  readonly issues: readonly DecodeIssue[];
  readonly method: string;
  /** Path template, never the filled path. */
  readonly route: string;
  readonly status: number;
  /** `true` after a write: the service said yes. */
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

/** A list could not be read as a whole; what was read is not handed out. */
export class IncompleteListError extends OrgformError {
  readonly route: string;
  /** Number of items the service announced, `null` when it announced none. */
  readonly count: number | null;
  /** Number of different items that were read. */
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

/** Tells whether a value is an `ApiError`. */
export function isApiError(value: unknown): value is ApiError {
  return hasBrand(value, "ApiError");
}

/** Tells whether a value is a `DecodeError`. */
export function isDecodeError(value: unknown): value is DecodeError {
  return hasBrand(value, "DecodeError");
}

/** Tells whether a value is an `IncompleteListError`. */
export function isIncompleteListError(value: unknown): value is IncompleteListError {
  return hasBrand(value, "IncompleteListError");
}

/**
 * Tells whether a write that ended in this error may have been carried out all the same.
 *
 * Look at the service before repeating the write when it returns `true`. It is `true` for a connection that broke or
 * timed out after sending, for every answer from 500 on, for a 429 that is not in the service's own form, and for a success that could not be decoded.
 */
export function mayHaveBeenApplied(error: unknown): boolean {
  return (isTransportError(error) || isApiError(error) || isDecodeError(error)) && error.requestMayHaveBeenApplied;
}

/**
 * Tells whether the service itself says that it has no such route, in its own form and words.
 *
 * It says so without looking at the key, and never of an object; a page of something in between is no such word.
 *
 * @source service 2026-09, cross-cutting.md, errors
 */
export function isAbsentRoute(error: unknown): error is ApiError {
  if (!isApiError(error) || error.status !== 404 || error.code !== "endpoint_not_found") return false;
  const { isRecognised, code, detail } = serviceErrorFrom(error.body, undefined);
  return isRecognised && code === "not_found" && /^endpoint not found\.?$/i.test(detail);
}

/** Codes with which the service itself says "there is no such object"; a bare 404 of something in between has another. */
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

/** What a read gives; undefined when the service says that there is no such thing, or shows it to nobody with this key. */
export async function ifFound<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error) && error.category === "notFound") return undefined;
    throw error;
  }
}
