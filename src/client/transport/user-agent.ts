/** The version that the user agent names; a unit test holds it equal to package.json. */
export const CLIENT_VERSION = "0.1.0";

/**
 * What the client calls itself to the activity log of services of 2026, which shows it beside who made a change. It has no
 * version, so that a reader of the log can filter by it.
 *
 * @source service 2026-09, other-organization-scoped.md, activity log: the header `x-posthog-client`
 */
export const CLIENT_NAME = "orgform";

/** What the client calls itself, such as `orgform/0.1.0 (node/20.20.2)`. */
export function defaultUserAgent(): string {
  return `orgform/${CLIENT_VERSION} (node/${process.versions.node})`;
}
