import type { Dispatcher } from "undici";
import type { Host } from "./host.ts";

/** Settings of a client's sockets. */
export interface DispatcherOptions {
  /** Maximum number of open sockets to the host. */
  readonly connections: number;
  /** Milliseconds for opening one connection. */
  readonly connectTimeoutMs: number;
  readonly proxy: URL | undefined;
}

/** Sends requests: a part of undici's dispatcher. */
export interface Sockets {
  /** Sends one request and reports the outcome to the handler, even if nothing could be sent. */
  dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    fail: (error: unknown) => void,
  ): void;
  /** Gives up running requests and closes every socket. */
  destroy(): Promise<void>;
}

/**
 * Creates the connection pool of one client: direct to its host, or through a proxy.
 *
 * undici is loaded with the first request: an engine starts several processes for one command, and most of them send
 * none.
 */
export function createSockets(host: Host, options: DispatcherOptions): Sockets {
  let pool: Promise<Dispatcher> | undefined;
  return {
    dispatch: (request, handler, fail) => {
      pool ??= openPool(host, options);
      pool.then((opened) => void opened.dispatch(request, handler)).catch(fail);
    },
    destroy: async () => (await pool)?.destroy(),
  };
}

async function openPool(host: Host, options: DispatcherOptions): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import("undici");
  const { connections, connectTimeoutMs, proxy } = options;
  // An unfinished name lookup or handshake must not last much longer than the attempt that started it.
  const pool = { connections, pipelining: 1, connect: { timeout: connectTimeoutMs } };
  if (proxy === undefined) return new Pool(host.origin, pool);
  return new ProxyAgent({
    uri: proxy.href,
    // Plain HTTP is sent as an ordinary proxy request; many proxies refuse a tunnel to port 80.
    proxyTunnel: host.origin.startsWith("https:"),
    connections,
    pipelining: 1,
    requestTls: { timeout: connectTimeoutMs },
    proxyTls: { timeout: connectTimeoutMs },
  });
}
