import { isApiError } from "../client/errors.ts";

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
