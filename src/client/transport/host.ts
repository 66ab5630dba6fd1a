import { isIPv4 } from "node:net";
import { HostError } from "./errors.ts";
import { parsedUrl } from "./parsed-url.ts";

/** A checked `host` setting. */
export interface Host {
  /** Scheme, name, and port, such as `https://eu.posthog.com`; no final slash. */
  readonly origin: string;
  /** Path before every route, if the service has one; `""` or `/prefix` without a final slash. */
  readonly basePath: string;
  /** `origin` and `basePath` together; `api.host` shows it. */
  readonly url: string;
  /** `true` for localhost, 127.0.0.0/8 and ::1. */
  readonly isLoopback: boolean;
}

/**
 * Reads and checks the `host` setting.
 *
 * Without a scheme, `https://` is assumed. A path is kept as a prefix of every route.
 *
 * @throws host_invalid if it isn't a URL, has credentials, a query, a fragment, or a scheme other than http(s), or
 *   names plain http on another machine without `allowInsecureHttp`
 */
export function parseHost(host: unknown, options: { allowInsecureHttp?: boolean | undefined } = {}): Host {
  const url = toUrl(host);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new HostError(`The host setting has the scheme ${url.protocol.slice(0, -1)}; expected https.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new HostError(
      "The host setting has a user name or password in it. Remove them; the API key is a setting of its own.",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new HostError(
      "The host setting has a query or fragment in it; expected only an address such as https://eu.posthog.com.",
    );
  }
  const isLoopback = isLoopbackName(url.hostname);
  if (url.protocol === "http:" && !isLoopback && options.allowInsecureHttp !== true) {
    const insecure = `The host setting ${url.origin} is plain http, which would send the API key readable over the network.`;
    throw new HostError(`${insecure} Use https, or set allowInsecureHttp when the network is trusted.`, insecure);
  }
  const basePath = url.pathname.replace(/\/+$/, "");
  return { origin: url.origin, basePath, url: url.origin + basePath, isLoopback };
}

function toUrl(host: unknown): URL {
  if (typeof host !== "string" || host.trim() === "") {
    throw new HostError("The host setting is empty; expected an address such as https://eu.posthog.com.");
  }
  const text = host.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = parsedUrl(withScheme);
  if (url === undefined) {
    throw new HostError("The host setting is not an address; expected one such as https://eu.posthog.com.");
  }
  return url;
}

/** Whether a host name always leads to this machine. */
export function isLoopbackName(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
}
