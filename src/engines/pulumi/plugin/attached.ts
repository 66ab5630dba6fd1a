import { createServer } from "node:http2";

import { systemClock } from "../../../app/clock.ts";
import { type Calls, type CallsOfConnection, serveCalls } from "../../../grpc/server.ts";
import { peerUserOf, canIdentifyPeers } from "../../../grpc/peer-user.ts";
import type { AttachedEngine, AttachedStack, ConnectionProvider } from "../../attached.ts";
import { abortable, ownError } from "./abortable.ts";
import { EngineLog } from "./engine-log.ts";
import { Provider } from "./provider.ts";

/** A provider that serves one connection of an engine, which would else start a process for it. */
class AttachedProvider implements ConnectionProvider {
  readonly calls: Calls;
  readonly #provider: Provider;
  readonly #broken = new AbortController();

  constructor(stack: AttachedStack) {
    this.#provider = new Provider({ ...stack, clock: systemClock, log: new EngineLog() });
    this.calls = abortable(this.#provider.calls(), this.#broken.signal);
  }

  /** The text without any secret that a call brought. */
  redact(text: string): string {
    return this.#provider.redact(text);
  }

  /** Ends every call with an error that belongs to none of them; later calls begin with a new connection. */
  fail(error: Error): void {
    this.#broken.abort(ownError(this.redact(error.message)));
  }

  /** Ends waits; running requests can still get their responses. */
  end(): void {
    this.#provider.end();
  }
}

/** The plugin at a port of this machine. The system's list of connections shows their users. */
export const attached: AttachedEngine = {
  isGuarded: canIdentifyPeers,
  provider: (stack) => new AttachedProvider(stack),
  serve: servePort,
};

/**
 * Serves the plugin's calls at a port of this machine, each connection separately, and none of another user: every
 * client is served with the stack's key. A program without resources of the plugin never uses it.
 */
async function servePort(calls: CallsOfConnection) {
  const server = createServer();
  const serving = serveCalls(server, calls, { admits: (socket) => peerUserOf(socket) === "own" });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = (): void => {
    serving.closeConnections();
    server.close();
  };
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The plugin is served at no port");
  return { variables: { PULUMI_DEBUG_PROVIDERS: `orgform:${address.port}` }, close };
}
