import type { Method, Redactor, TransportResponse } from "./transport/index.ts";
import { isRead } from "./transport/index.ts";
import { remedyOf } from "./error-codes.ts";
import { ApiError } from "./errors.ts";
import type { ApiErrorCategory } from "./errors.ts";
import { serviceErrorFrom } from "./service-error.ts";
import type { ServiceError } from "./service-error.ts";

const MAX_DETAIL = 500;
const MAX_BODY = 2000;
/** A longer pause is a mistake of its sender, and a number that nobody can use. */
const LONGEST_PAUSE_MS = 24 * 3600 * 1000;
const INVALID_STATUSES = new Set([400, 405, 406, 413, 414, 415, 422]);

interface Verdict {
  readonly category: ApiErrorCategory;
  readonly code: string;
}

/** A refused request. */
interface RefusedCall {
  readonly method: Method;
  readonly route: string;
  /** The path with its IDs, which the message shows; without a query. */
  readonly place: string;
  /** Address of the service. */
  readonly host: string;
}

/** Turns an unsuccessful response into an error. */
export function apiErrorFrom(call: RefusedCall, response: TransportResponse, redactor: Redactor): ApiError {
  const said = serviceErrorFrom(response.body, response.headers["content-type"]);
  const { category, code } =
    response.redirectTarget === undefined
      ? verdictOf(response.status, said)
      : { category: "unexpected" as const, code: "redirected" };
  const detail = clip(redactor.text(detailOf(response, said)).replace(/\s+/g, " ").trim(), MAX_DETAIL);
  const missingScope = category === "permission" ? /missing required scope '([\w:*]+)'/.exec(detail)?.[1] : undefined;
  const advice = isUnexplained({ status: response.status, detail })
    ? EXPLANATION
    : remedyFor({ category, code, missingScope, retryAfterMs: response.retryAfterMs });
  const remedy = advice.replace("the host setting", `the host setting (${redactor.text(call.host)})`);
  const parts = {
    category,
    code: redactor.text(code),
    status: response.status,
    method: call.method,
    route: call.route,
    requestId: response.requestId,
    retryable: category === "rateLimited" || category === "unavailable",
    retryAfterMs: response.retryAfterMs,
    attr: said.attr === null ? null : clip(redactor.text(said.attr), 200),
    detail,
    missingScope,
    requestMayHaveBeenApplied: response.mayHaveBeenApplied,
    body: clip(redactor.text(response.body), MAX_BODY),
    remedy,
  };
  return new ApiError(messageOf(parts, redactor.text(call.place)), parts);
}

function verdictOf(status: number, said: ServiceError): Verdict {
  const { code, detail } = said;
  if (/^automatic provisioning is not enabled for this organization/i.test(detail))
    return { category: "quota", code: "provisioning_missing" };
  if (/^maximum of \d+ proxy records per organization/i.test(detail))
    return { category: "quota", code: "payment_required" };
  const ofIntegration = status === 400 || status === 403 ? verdictOfIntegration(detail) : undefined;
  if (ofIntegration !== undefined) return ofIntegration;
  if (isOfAddOn(status, detail)) return { category: "quota", code: "add_on_required" };
  if (isOfPlan(status, detail)) return { category: "quota", code: "payment_required" };
  switch (status) {
    case 401:
      return { category: "auth", code: code ?? "not_authenticated" };
    case 402:
      return { category: "quota", code: code ?? "payment_required" };
    case 403:
      if (/does not support Personal API Key access/i.test(detail))
        return { category: "permission", code: "key_not_allowed" };
      if (/plugin access level is insufficient|manage global plugins|^Plugin .+ is not available for/i.test(detail))
        return { category: "permission", code: "plugin_level_insufficient" };
      if (/ batch exports are not enabled for this team/i.test(detail))
        return { category: "quota", code: "not_enabled" };
      return { category: "permission", code: code ?? "permission_denied" };
    case 404:
      return verdictOfNotFound(said);
    case 409:
      return { category: "conflict", code: code ?? "conflict" };
    case 429:
      return { category: "rateLimited", code: code ?? "throttled" };
    default:
      if (code === "unique") return { category: "conflict", code };
      if (code === "payment_required") return { category: "quota", code };
      if (INVALID_STATUSES.has(status)) return { category: "invalid", code: code ?? "invalid_request" };
      // The service calls every crash "error", which says nothing; our code tells the caller what it means.
      if (status >= 500 || status === 408)
        return { category: "unavailable", code: code === undefined || code === "error" ? "unavailable" : code };
      return { category: "unexpected", code: code ?? "unexpected_status" };
  }
}

/**
 * The service uses the same words to refuse callers who aren't members and callers whose level is too low.
 *
 * @source live-organizations 1.5; live service 2025-08, flow 11
 */
const UNEXPLAINED = /^you (?:do not have permission to perform this action|don't have access to the project)\b/i;

/** Whether the service says that the account isn't allowed to do something, without the reason. */
export function isUnexplained({ status, detail }: Pick<ApiError, "status" | "detail">): boolean {
  return status === 403 && UNEXPLAINED.test(detail);
}

const EXPLANATION =
  "The key's account isn't a member there, or its level is too low. Use the key of an account with a sufficient level.";

/** Whether the organization lacks an add-on that it can subscribe to. @source live-organizations 6.2 ("addon is required") */
function isOfAddOn(status: number, detail: string): boolean {
  return (status === 403 || status === 400) && /\baddon is required\b/i.test(detail);
}

/**
 * Whether a refusal is about the organization's plan: its status and code are those of a missing permission.
 *
 * @source live-organizations 3 and 9 ("You must upgrade your PostHog plan ...")
 */
function isOfPlan(status: number, detail: string): boolean {
  return (status === 403 || status === 400) && /\bupgrade your (?:\w+ )?plan\b/i.test(detail);
}

/** @source service 2026-09, integrations.md, create and delete */
function verdictOfIntegration(detail: string): Verdict | undefined {
  if (/^an integration (?:named|with id) '.*' already exists/i.test(detail))
    return { category: "conflict", code: "integration_exists" };
  if (/^this integration is used by /i.test(detail)) return { category: "invalid", code: "integration_in_use" };
  if (/^editing an existing integration requires project admin/i.test(detail))
    return { category: "permission", code: "integration_admin_needed" };
  return undefined;
}

/**
 * Distinguishes an object that is gone from every other reason for a 404.
 *
 * Only the service itself can say that something is gone: a web server's page, an unknown path, and an account without
 * a current organization aren't "not found".
 */
function verdictOfNotFound({ isRecognised, detail, code }: ServiceError): Verdict {
  if (!isRecognised || /^endpoint not found/i.test(detail))
    return { category: "unexpected", code: "endpoint_not_found" };
  if (/^you need to belong to an organization/i.test(detail))
    return { category: "unexpected", code: "current_organization_lost" };
  if (/^current organization not found/i.test(detail)) return { category: "notFound", code: "no_organization" };
  if (/^organization not found/i.test(detail)) return { category: "notFound", code: "organization_not_found" };
  if (/^project not found/i.test(detail)) return { category: "notFound", code: "project_not_found" };
  return { category: "notFound", code: code ?? "not_found" };
}

function detailOf(response: TransportResponse, said: ServiceError): string {
  if (response.redirectTarget === undefined) return said.detail;
  return response.redirectTarget === null ? "It names no target." : `It points to ${response.redirectTarget}.`;
}

function remedyFor(parts: Verdict & { missingScope: string | undefined; retryAfterMs: number | undefined }): string {
  if (parts.missingScope !== undefined) return `Give the API key the scope ${parts.missingScope}, or use another key.`;
  const isTemporary = parts.category === "rateLimited" || parts.category === "unavailable";
  if (isTemporary && parts.retryAfterMs !== undefined) {
    if (parts.retryAfterMs > LONGEST_PAUSE_MS) return "Run again later: it asks for a pause of more than a day.";
    return `Run again in ${Math.ceil(parts.retryAfterMs / 1000)} seconds, or raise the retry budget (retryBudgetSeconds).`;
  }
  return remedyOf(parts.code) ?? remedyOf(CODE_OF_CATEGORY[parts.category]) ?? "";
}

const CODE_OF_CATEGORY: Record<ApiErrorCategory, string> = {
  auth: "not_authenticated",
  permission: "permission_denied",
  notFound: "not_found",
  conflict: "conflict",
  invalid: "invalid_request",
  rateLimited: "throttled",
  unavailable: "unavailable",
  quota: "payment_required",
  unexpected: "unexpected_status",
};

function messageOf(
  parts: Omit<ConstructorParameters<typeof ApiError>[1], "body"> & { readonly method: Method },
  place: string,
): string {
  const request = parts.requestId === undefined ? "" : ` (request ${parts.requestId})`;
  const said = parts.detail === "" ? "." : `: ${parts.detail}${/[.!?]$/.test(parts.detail) ? "" : "."}`;
  // A refusal about a whole object is about that object. @source service 2026-09, batch-exports.md, rules
  const field = parts.attr === null ? "" : ` Field: ${parts.attr.replace(/__non_field_errors$/u, "")}.`;
  const doubt = parts.requestMayHaveBeenApplied && !isRead(parts.method) ? " The change may have been made." : "";
  return `The service answered ${parts.status} ${parts.code}${request} to ${parts.method} ${place}${said}${field}${doubt} ${parts.remedy}`.trimEnd();
}

function clip(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
