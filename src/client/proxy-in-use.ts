import { parseHost } from "./transport/host.ts";
import { type Environment, proxyFor } from "./transport/proxy.ts";

/** Name and port of the proxy that requests to a host go through; undefined where they go straight. */
export function proxyInUse(host: string, environment: Environment): string | undefined {
  return proxyFor(parseHost(host, { allowInsecureHttp: true }), environment)?.host;
}
