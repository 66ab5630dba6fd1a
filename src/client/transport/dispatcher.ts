import { Pool, ProxyAgent } from "undici";
import type { Dispatcher } from "undici";
import type { Host } from "./host.ts";

/** What the sockets of one client need to know. */
export interface DispatcherOptions {
  /** Sockets that may be open to the host at once. */
  readonly connections: number;
  /** Milliseconds for opening one connection. */
  readonly connectTimeoutMs: number;
  readonly proxy: URL | undefined;
}

/** Opens the connection pool of one client: straight to its host, or through a proxy. */
export function createDispatcher(host: Host, options: DispatcherOptions): Dispatcher {
  const { connections, connectTimeoutMs, proxy } = options;
  // An unfinished name lookup or handshake must not outlive the attempt that asked for it by much.
  const pool = { connections, pipelining: 1, connect: { timeout: connectTimeoutMs } };
  if (proxy === undefined) return new Pool(host.origin, pool);
  return new ProxyAgent({
    uri: proxy.href,
    // Plain http goes as an ordinary proxy request; many proxies refuse a tunnel to port 80.
    proxyTunnel: host.origin.startsWith("https:"),
    connections,
    pipelining: 1,
    requestTls: { timeout: connectTimeoutMs },
    proxyTls: { timeout: connectTimeoutMs },
  });
}
