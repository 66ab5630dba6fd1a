import type { Redactor } from "./redact.ts";

/**
 * The ID by which the service's operators find a request in their logs.
 *
 * @returns at most 100 characters, redacted; `undefined` if the response has none
 */
export function requestIdFrom(headers: Readonly<Record<string, string>>, redactor: Redactor): string | undefined {
  const id = headers["x-request-id"] ?? headers["request-id"] ?? headers["cf-ray"];
  return id === undefined || id === "" ? undefined : redactor.text(id).slice(0, 100);
}
