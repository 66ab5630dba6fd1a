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

/** What sends requests: a part of undici's dispatcher. */
export interface Sockets {
  /** Sends one request; whatever becomes of it is told to the handler, also when nothing could be sent. */
  dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    fail: (error: unknown) => void,
  ): void;
  /** Gives up what is under way and closes every socket. */
  destroy(): Promise<void>;
}

/**
 * Makes the connection pool of one client: straight to its host, or through a proxy.
 *
 * undici is loaded with the first request: of the processes that an engine starts for one command, most send none.
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
