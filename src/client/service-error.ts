const CODE = /^[a-z][a-z0-9_]*$/;

/** The contents of a refusal's body, before any interpretation. */
export interface ServiceError {
  /** `true` if the body is JSON in a form that the service uses for errors. */
  readonly isRecognised: boolean;
  readonly code: string | undefined;
  /** The service's message; `""` if it sent none that a person can read. */
  readonly detail: string;
  readonly attr: string | null;
}

/**
 * Reads the body of a refusal: `{type, code, detail, attr}`, `{detail}`, `{error}`, plain text, HTML, or nothing.
 *
 * @source live-organizations 1.8, live-persons-and-events 1.5 and flows 6, 10, 11 (observed 2026-11-20); some
 *   responses lack `attr`
 */
export function serviceErrorFrom(body: string, contentType: string | undefined): ServiceError {
  const value = jsonFrom(body);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const { code, detail, error, attr, message } = unswapped({ ...value });
    const words = [detail, error, message].find((text) => typeof text === "string" && text !== "");
    return {
      isRecognised: words !== undefined || typeof code === "string",
      // A list error of the service has a stringified dictionary as its code.
      code: typeof code === "string" && CODE.test(code) ? code : undefined,
      detail: typeof words === "string" ? words : "",
      attr: typeof attr === "string" && attr !== "" ? attr : null,
    };
  }
  return { isRecognised: false, code: undefined, detail: textFrom(body, contentType), attr: null };
}

/**
 * Whether a body is the service's own refusal of too many requests, which it sends before it does anything.
 *
 * @source live service 2025-08, flow 12:2
 */
export function isThrottleOfService(body: string): boolean {
  const value = jsonFrom(body);
  return typeof value === "object" && value !== null && "type" in value && value.type === "throttled_error";
}

/** Some refusals of the persons routes have their code in `detail` and their message in `code`. */
function unswapped(body: Record<string, unknown>): Record<string, unknown> {
  const { code, detail } = body;
  const isSwapped =
    typeof code === "string" && /^[A-Z].* .*\.$/.test(code) && typeof detail === "string" && CODE.test(detail);
  return isSwapped ? { ...body, code: detail, detail: code } : body;
}

function jsonFrom(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function textFrom(body: string, contentType: string | undefined): string {
  const isHtml = /html/i.test(contentType ?? "") || /^\s*<(!doctype|html)/i.test(body);
  if (!isHtml) return body.trim();
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1]?.trim();
  return title === undefined || title === "" ? "" : `an HTML page titled ${title}`;
}
