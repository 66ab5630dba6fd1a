import { ConfigError } from "./errors.ts";
import type { Host } from "./host.ts";
import { parsedUrl } from "./parsed-url.ts";

/** Environment variables by name; an absent one is `undefined`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a host according to HTTPS_PROXY, HTTP_PROXY, and NO_PROXY (lower case wins).
 *
 * Connections to loopback hosts are direct unless `proxyLoopback` is set. NO_PROXY entries are names that also match
 * their subdomains and can have a port; `*` matches every host.
 *
 * @returns the proxy's address, or `undefined` for a direct connection
 * @throws proxy_invalid if the variable isn't an http or https address; its value isn't shown
 */
export function proxyFor(
  host: Host,
  environment: Environment,
  options: { proxyLoopback?: boolean } = {},
): URL | undefined {
  if (host.isLoopback && options.proxyLoopback !== true) return undefined;
  const url = new URL(host.origin);
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = read(environment, name);
  if (value === undefined || isExcluded(url, read(environment, "no_proxy") ?? "")) return undefined;
  const text = value.includes("://") ? value : `http://${value}`;
  const proxy = parsedUrl(text);
  if (proxy === undefined || (proxy.protocol !== "http:" && proxy.protocol !== "https:")) {
    throw new ConfigError(
      "proxy_invalid",
      "environment",
      `The environment variable ${name.toUpperCase()} is not the address of an HTTP proxy; expected one such as http://proxy.example:3128.`,
    );
  }
  return proxy;
}

function read(environment: Environment, name: string): string | undefined {
  const value = environment[name] ?? environment[name.toUpperCase()];
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

function isExcluded(url: URL, noProxy: string): boolean {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const hostname = url.hostname.toLowerCase();
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const withPort = /^(.+):(\d+)$/.exec(entry);
      // An IPv6 address in brackets can end in ":<digits>]", which the pattern above doesn't match.
      const entryName = (withPort?.[1] ?? entry).replace(/^\*?\./, "");
      const entryPort = withPort?.[2];
      if (entryPort !== undefined && entryPort !== port) return false;
      return hostname === entryName || hostname.endsWith(`.${entryName}`);
    });
}
