import { type Dialect, hasQuirk } from "../dialects.ts";

/** The path that is routed, and the older name in the request, if it used one. */
export type RequestPath = {
  readonly path: string;
  /** Headers that announce the end of an older name. */
  readonly headers: Readonly<Record<string, string>>;
};

const ENVIRONMENTS = "/api/environments/";
const PROJECTS = "/api/projects/";

/** Day after which the older name may be gone. @source PostHog/posthog#62965 (2026-06-11): 2026-07-31 unless told otherwise */
const SUNSET = "Fri, 31 Jul 2026 00:00:00 GMT";

/**
 * The path of a request: percent-decoded as a whole before anything else, so `%2F` separates segments and `%40me` is
 * `@me`. Since 2026, a path below environments works like the one below projects.
 * @source WSGI's PATH_INFO, which the service routes; service 2026-09, cross-cutting.md, Environments; the values of the
 * headers: PostHog/posthog#62965 and #68511, their spelling inferred
 */
export function requestPath(url: string, dialect: Dialect): RequestPath {
  const path = decodePath(pathText(url));
  if (!path.startsWith(ENVIRONMENTS) || !hasQuirk(dialect, "environmentsAreProjects")) return { path, headers: {} };
  const successor = PROJECTS + path.slice(ENVIRONMENTS.length);
  const link = `<${encodeURI(successor)}>; rel="successor-version"`;
  return { path: successor, headers: { Deprecation: "true", Sunset: SUNSET, Link: link } };
}

/** The path of a request or of another URL as sent, without its query. */
export function pathText(url: string): string {
  return url.replace(/\?.*/su, "");
}

/** The query of a request as sent, without its question mark; its values can have further ones. */
export function queryText(url: string): string {
  return url.slice(pathText(url).length + 1);
}

/** Sequences that aren't valid UTF-8 stay unchanged. */
function decodePath(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/giu, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
}
