/** The version that the user agent names; a unit test holds it equal to package.json. */
export const CLIENT_VERSION = "0.1.0";

/** What the client calls itself, such as `orgform/0.1.0 (node/20.20.2)`. */
export function defaultUserAgent(): string {
  return `orgform/${CLIENT_VERSION} (node/${process.versions.node})`;
}
