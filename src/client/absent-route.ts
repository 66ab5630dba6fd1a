import { type ApiError, isApiError } from "./errors.ts";
import { serviceErrorFrom } from "./service-error.ts";

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
