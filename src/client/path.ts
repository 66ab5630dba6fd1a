import { OrgformError } from "./transport/index.ts";

/**
 * Encodes one value as one segment of a path.
 *
 * @throws path_parameter_invalid if the value isn't a string, is empty, `.`, or `..`, or contains a lone surrogate
 */
function encodeSegment(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") throw segmentError(name, value);
  try {
    // The service doesn't encode the at sign of `@current`, not even in its links.
    return encodeURIComponent(value).replaceAll("%40", "@");
  } catch {
    throw segmentError(name, value);
  }
}

/**
 * Fills a path template: replaces `{name}` by the encoded parameter with that name.
 *
 * @throws path_parameter_invalid if a parameter is missing or can't be a segment
 */
export function fillRoute(route: string, params: Readonly<Record<string, unknown>> = {}): string {
  return route.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeSegment(name, Object.hasOwn(params, name) ? params[name] : undefined),
  );
}

function segmentError(name: string, value: unknown): OrgformError {
  const found = typeof value === "string" ? (value === "" ? "an empty text" : "a text that is none") : typeof value;
  return new OrgformError(
    "path_parameter_invalid",
    `The path parameter ${name} must be an ID; found ${found}. Nothing was sent.`,
  );
}
