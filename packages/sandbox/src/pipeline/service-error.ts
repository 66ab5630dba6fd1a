import type { Dialect } from "../dialects.ts";
/** A refusal in the service's own form; thrown anywhere in a request and rendered in one place. */
export class ServiceError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly attr: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: { type: string; code: string; detail: string; attr?: string | null },
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.detail);
    this.status = status;
    this.type = body.type;
    this.code = body.code;
    this.attr = body.attr ?? null;
    this.headers = headers;
  }
}

/** 400 for one field, or for the whole body when `attr` is null. @source live service 2025-08, flow 1:18-24 */
export function invalid(code: string, detail: string, attr: string | null): ServiceError {
  return new ServiceError(400, { type: "validation_error", code, detail, attr });
}

/** 400 for a value that a check of the service refuses. */
export function invalidInput(detail: string, attr: string | null = null): ServiceError {
  return invalid("invalid_input", detail, attr);
}

/** 401 without credentials. @source live service 2025-08, flow 11:495 */
export function notAuthenticated(): ServiceError {
  const detail = "Authentication credentials were not provided.";
  return new ServiceError(401, { type: "authentication_error", code: "not_authenticated", detail }, CHALLENGE);
}

/** 401 for a key that doesn't exist. @source live service 2025-08, flow 11:502 */
export function authenticationFailed(where: string): ServiceError {
  const detail = `Personal API key found in request ${where} is invalid.`;
  return new ServiceError(401, { type: "authentication_error", code: "authentication_failed", detail }, CHALLENGE);
}

/** 403 with the service's text for the cause. @source live service 2025-08, flow 1:123 */
export function denied(detail: string): ServiceError {
  return new ServiceError(403, { type: "authentication_error", code: "permission_denied", detail });
}

/** 404. @source live service 2025-08, flow 1:124 */
export function notFound(detail = "Not found."): ServiceError {
  return new ServiceError(404, { type: "invalid_request", code: "not_found", detail });
}

/** 405. @source live service 2025-08, flow 2:92 */
export function methodNotAllowed(method: string): ServiceError {
  const detail = `Method "${method}" not allowed.`;
  return new ServiceError(405, { type: "invalid_request", code: "method_not_allowed", detail });
}

/** 400 for a body that can't be read at all. @source live service 2025-08, first recording "create bad json" */
export function parseError(detail: string): ServiceError {
  return new ServiceError(400, { type: "invalid_request", code: "parse_error", detail });
}

/** 415. @source live service 2025-08, flow 1:105 */
export function unsupportedMediaType(mediaType: string): ServiceError {
  const detail = `Unsupported media type "${mediaType}" in request.`;
  return new ServiceError(415, { type: "invalid_request", code: "unsupported_media_type", detail });
}

/** 429 with the wait in whole seconds. @source live service 2025-08, flow 12:2 */
export function throttled(retryAfterSeconds: number): ServiceError {
  const unit = retryAfterSeconds === 1 ? "second" : "seconds";
  const detail = `Request was throttled. Expected available in ${retryAfterSeconds} ${unit}.`;
  return new ServiceError(
    429,
    { type: "throttled_error", code: "throttled", detail },
    { "Retry-After": String(retryAfterSeconds) },
  );
}

/** 500 with the service's text for every unhandled failure. @source live service 2025-08, flow 2:83 */
export function serverFailure(): ServiceError {
  return new ServiceError(500, { type: "server_error", code: "error", detail: "A server error occurred." });
}

/** A failure of the running service; dialect `documented` refuses instead, because no request causes a 5xx there. */
export function failureInLive(exchange: { world: { dialect: Dialect } }, documented: ServiceError): ServiceError {
  return exchange.world.dialect !== "documented" ? serverFailure() : documented;
}

/** Work whose refusals the running service doesn't handle: each becomes a failure there. */
export function unguarded<Result>(exchange: { world: { dialect: Dialect } }, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof ServiceError ? failureInLive(exchange, error) : error;
  }
}

/** A response of the sandbox itself, which the service would never send; `type` says so. */
export function sandboxError(status: number, code: string, detail: string): ServiceError {
  return new ServiceError(status, { type: "sandbox_error", code, detail });
}

const CHALLENGE = { "WWW-Authenticate": "Bearer" };
